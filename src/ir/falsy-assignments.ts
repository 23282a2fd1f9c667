import { labels, type CfgNode, type FunctionIr } from './cfg';
import type { Expr } from './expression';

/**
 * Nodes that assign what the branch right before them found to be false, as the left side of `a && b` where `b` is left out: no
 * object is (but for `document.all`), so that none flows.
 */
export function falsyAssignments(fn: FunctionIr): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { op, edges } of fn.nodes) {
    if (op.kind !== 'branch') continue;
    for (const { to, label } of edges) {
      const next = fn.nodes[to];
      if (label === labels.no && next !== undefined && isAssignmentOf(next, op.test)) found.add(to);
    }
  }
  if (found.size > 0) leaveOutJoins(fn, found);
  return found;
}

function isAssignmentOf({ op }: CfgNode, test: Expr): boolean {
  return op.kind === 'assign' && isSameVariable(op.value, test);
}

function isSameVariable(a: Expr, b: Expr): boolean {
  if (a.kind === 'temp') return b.kind === 'temp' && a.temp === b.temp;
  return a.kind === 'var' && b.kind === 'var' && a.binding === b.binding;
}

/** Other ways lead there as well. */
function leaveOutJoins(fn: FunctionIr, found: Set<number>): void {
  const seen = new Set<number>();
  for (const { edges } of fn.nodes) {
    for (const { to } of edges) {
      if (seen.has(to)) found.delete(to);
      else seen.add(to);
    }
  }
}
