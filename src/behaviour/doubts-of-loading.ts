import type { ChangeSet, KeptFunction } from '#change/change-set';
import type { ComparedLoading } from './compare-loading';
import type { BegunPair } from './shared-worlds';

/**
 * A run shows variables and exported values alone: not which functions these hold, nor what classes and functions keep, nor what is
 * passed on from other modules. It has not the last word on these; following what loading does tells.
 */
export function withDoubts(
  found: ComparedLoading,
  change: KeptFunction,
  changes: ChangeSet,
  begun: BegunPair,
  strict: boolean,
): ComparedLoading {
  const problem = relinkedIn(change, changes) ?? doubtOf(found, change, begun, strict);
  return problem === null ? found : { ...found, problem };
}

/** Names that stand for something else than before. */
function relinkedIn({ base, head: { module } }: KeptFunction, { moduleChanges }: ChangeSet): string | null {
  const passesOn = base.module.exports.some(({ kind }) => kind === 'star');
  const relinked = moduleChanges.find(
    ({ head, exported, description }) =>
      head === module.path && exported !== undefined && (passesOn || description.startsWith('exports something else')),
  );
  return relinked === undefined ? null : `it ${relinked.description}`;
}

function doubtOf(
  { exportsFunctions }: ComparedLoading,
  { head: { module } }: KeptFunction,
  begun: BegunPair,
  strict: boolean,
): string | null {
  if ('problem' in begun) {
    const hasClasses = module.bindings.some(({ owner, kind }) => owner === 0 && kind === 'class');
    if (!exportsFunctions && !hasClasses) return null;
    const what = exportsFunctions ? 'its functions are' : 'what its classes keep is';
    return `it gives the same values, and whether ${what} the same is not known: ${begun.problem}`;
  }
  const [place] = begun.exchanged();
  if (place !== undefined) return `${place} is another function now, and what it does is not compared`;
  return begun.doubt(strict);
}
