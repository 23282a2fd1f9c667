import type { Param } from '#ir/cfg';
import { nameUses } from './name-uses';
import { looksNamesUp } from './renamings';
import { sameTarget, type Correspondence } from './same-op';
import type { VersionFunction } from './version';

/** Parameters that one version alone has. */
export interface UnreadParameters {
  readonly base: readonly Param[];
  readonly head: readonly Param[];
}

/**
 * Parameters at the end that nobody reads, where all that sets those of partners apart is that one has them. A call runs the same then; who
 * reads the length of the function is told otherwise (`ChangeSet.described`). Null where there is more to it.
 */
export function unreadParameters(
  ours: VersionFunction,
  theirs: VersionFunction,
  same: Correspondence,
): UnreadParameters | null {
  const [a, b] = [ours.fn.params, theirs.fn.params];
  const common = Math.min(a.length, b.length);
  const [base, head] = [a.slice(common), b.slice(common)];
  const isPrefixSame = a
    .slice(0, common)
    .every((param, i) => param.rest === b[i]!.rest && sameTarget(param.target, b[i]!.target, same));
  return isPrefixSame && areUnread(ours, base) && areUnread(theirs, head) ? { base, head } : null;
}

function areUnread({ module, fn }: VersionFunction, params: readonly Param[]): boolean {
  if (params.length === 0) return true;
  if (looksNamesUp(module, fn)) return false;
  const uses = nameUses(module);
  return params.every(({ target, rest, start, end }) => {
    // Where a function or a variable has the same name, it stands in a declaration of its own.
    const own = target.kind === 'var' ? uses[target.binding] : undefined;
    const isDecorated = module.text.slice(fn.start, end).includes('@');
    return !rest && own?.length === 1 && !isDecorated && !withDefault.test(module.text.slice(start, end));
  });
}

const withDefault = /=(?!>)/;
