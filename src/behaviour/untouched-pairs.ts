import type { ChangeSet } from '#change/change-set';
import type { NodeId } from '#core/ids';
import type { LoadedProgram } from '#ir/load-program';
import type { FunctionPair } from './function-pair';
import type { DirectedBy } from './pair-search';
import type { Triggers } from './triggers';

/** Pairs of which nothing that a call can run or get hold of has changed, where modules load alike. */
export function untouchedPairs(
  past: { readonly directed: DirectedBy | null; readonly isAlike: boolean },
  directed: DirectedBy | null,
  base: LoadedProgram,
  head: LoadedProgram,
  changes: ChangeSet,
): (pair: FunctionPair) => boolean {
  // Inputs that a changed constructor makes are part of the call, too.
  const isAsWritten = directed?.head === past.directed?.head && directed?.base === past.directed?.base;
  if (directed === null || !past.isAlike || !isAsWritten) return () => false;
  const inHead = isFreeOf(directed.head, head, entriesOfChanged(head, changes));
  const inBase = directed.base === null ? null : isFreeOf(directed.base, base, []);
  return (pair) => inHead(pair.head.path, pair.head.index) && inBase?.(pair.base.path, pair.base.index) !== false;
}

/** Whether none of these nodes is in code that a call of a function can run or get hold of. */
function isFreeOf(
  triggers: Triggers,
  loaded: LoadedProgram,
  more: readonly NodeId[],
): (path: string, index: number) => boolean {
  const { program } = loaded;
  const codeOf = triggers.codeAtHand(loaded);
  const changed = new Set([...triggers.nodes, ...more].map((node) => program.functionOf(node)));
  return (path, index) => {
    const module = program.moduleIndex(path);
    const code = module === undefined ? null : codeOf(program.functionAt(module, index));
    return code !== null && ![...changed].some((fn) => code.has(fn));
  };
}

/** A function of which only something was removed has no node that shows it. */
export function entriesOfChanged({ program }: LoadedProgram, { functions }: ChangeSet): NodeId[] {
  return functions.flatMap((change): NodeId[] => {
    if (change.head === null || change.status === 'unchanged' || change.head.fn.kind === 'module') return [];
    const module = program.moduleIndex(change.head.module.path);
    return module === undefined ? [] : [program.entryOf(program.functionAt(module, change.head.fn.index))];
  });
}
