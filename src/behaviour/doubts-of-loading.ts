import type { ChangeSet, FunctionRef, KeptFunction } from '#change/change-set';
import type { Callee } from '#ir/cfg';
import type { Site } from '#symbolic/site';
import { listed, type Note } from '#symbolic/state';
import type { DoubtOfLoaded } from './compare-loaded';
import type { ComparedLoading } from './compare-loading';
import { isBlocking } from './gaps';
import type { LoadedPair } from './load-pair';
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
  { strict, isImported, passedOn }: HowAsked,
): ComparedLoading {
  const relinked = relinkedIn(change, changes, passedOn) ?? (waitsAtTop(change) && isImported() ? waiting : null);
  const { why, stated } = doubtOf(found, change, begun, strict);
  const taken = 'problem' in begun ? [] : takenForGranted(begun.loaded).map(({ what }) => what);
  return { ...found, problem: relinked ?? why, assumptions: [...(found.assumptions ?? []), ...taken, ...stated] };
}

/**
 * Whether one version waits while it is loaded, also for values of a loop, or what has changed sets off something that comes later: others
 * that are loaded with it go on meanwhile.
 */
function waitsAtTop({ base, head, nodes }: KeptFunction): boolean {
  const versions = [
    { ...base, statuses: nodes.baseStatus },
    { ...head, statuses: nodes.headStatus },
  ];
  return versions.some(({ fn, statuses }) =>
    fn.nodes.some(({ op, index }) => {
      if (op.kind === 'await' || (op.kind === 'iter-open' && op.over === 'async-values')) return true;
      return statuses[index] !== 'unchanged' && op.kind === 'call' && setsOff.has(calledName(op.callee));
    }),
  );
}

function calledName(callee: Callee): string {
  if (callee.kind === 'method') return callee.key.kind === 'name' ? callee.key.name : '';
  return callee.kind === 'value' && callee.value.kind === 'global' ? callee.value.name : '';
}

const setsOff: ReadonlySet<string> = new Set(
  'then catch finally queueMicrotask setTimeout setImmediate nextTick'.split(' '),
);

const waiting = 'something comes later while it is loaded, and what modules beside it do meanwhile is not compared';

interface HowAsked {
  readonly strict: boolean;
  readonly isImported: () => boolean;
  /** Whether the base may have passed on what another module exports under a name. */
  readonly passedOn: (name: string) => boolean;
}

/** Names that stand for something else than before. */
function relinkedIn(
  { base, head: { module } }: KeptFunction,
  { moduleChanges }: ChangeSet,
  passedOn: HowAsked['passedOn'],
): string | null {
  const hasStars = base.module.exports.some(({ kind }) => kind === 'star');
  const isOther = (exported: string): boolean => hasStars && (exported === '*' || passedOn(exported));
  const relinked = moduleChanges.find(
    ({ head, exported, description }) =>
      head === module.path &&
      exported !== undefined &&
      (isOther(exported) || /^(?:exports something else|no longer exports)/.test(description)),
  );
  return relinked === undefined ? null : `it ${relinked.description}`;
}

function doubtOf(
  { exportsFunctions }: ComparedLoading,
  change: KeptFunction,
  begun: BegunPair,
  strict: boolean,
): DoubtOfLoaded {
  if ('problem' in begun) {
    const hasClasses = change.head.module.bindings.some(({ owner, kind }) => owner === 0 && kind === 'class');
    const what = exportsFunctions
      ? 'its functions are'
      : hasClasses
        ? 'what its classes keep is'
        : 'all other runs are';
    return doubt(`it gives the same values, and whether ${what} the same is not known: ${begun.problem}`);
  }
  const [place] = begun.exchanged();
  if (place !== undefined) return doubt(`${place} is another function now, and what it does is not compared`);
  const found = begun.doubt(strict);
  return { ...found, why: found.why ?? caseOf(change, begun.loaded) };
}

function doubt(why: string): DoubtOfLoaded {
  return { why, stated: [] };
}

/** A module is loaded in one way, but for the world around it: what was not compared, where only one case was. */
function caseOf(change: KeptFunction, loaded: LoadedPair): string | null {
  const notes = [...listed(loaded.base.notes), ...listed(loaded.head.notes)].map(({ note }) => note);
  const blocking = notes.find(isBlocking);
  if (blocking !== undefined) return `it was compared for one case only: ${blocking.what}`;
  const isOwn = ({ at }: Note): boolean => at?.path === change.base.module.path || at?.path === change.head.module.path;
  const granted = takenForGranted(loaded);
  const [first] = granted;
  const own = granted.find(isOwn) ?? (hasRunAll(change, loaded) ? undefined : first);
  return own === undefined ? null : `it was compared for one case only: ${own.what}`;
}

function takenForGranted({ base, head }: LoadedPair): Note[] {
  const notes = [...listed(base.notes), ...listed(head.notes)].map(({ note }) => note);
  return [...new Map(notes.filter(({ kind }) => kind === 'stated').map((note) => [note.what, note])).values()];
}

/** Whether loading has come by all that is new or gone in the body of the module. */
function hasRunAll({ base, head, nodes }: KeptFunction, { executed }: LoadedPair): boolean {
  return (
    nodes.headStatus.every((status, node) => status === 'unchanged' || isMet(executed.head, head, node)) &&
    nodes.baseStatus.every((status, node) => status === 'unchanged' || isMet(executed.base, base, node))
  );
}

function isMet(sites: readonly Site[], { module, fn }: FunctionRef, node: number): boolean {
  return sites.some((site) => site.path === module.path && site.fn === fn.index && site.node === node);
}
