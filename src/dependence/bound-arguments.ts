import { IntList } from '#core/int-list';
import { calleeKinds } from '#ir/facts';
import type { PointerSolver } from './pointers';

/**
 * Pairs of a function and how many arguments some `f.bind(receiver, …)` of the program fixes: a call of the result passes
 * those after.
 */
export function boundArguments({ program, pointsTo, objects, varBase, calls }: PointerSolver): Int32Array {
  const found = new IntList();
  for (const { module: m, index } of calls.all) {
    const { calls: table, strings } = program.modules[m]!;
    if (calleeKinds[table.callee[index]!] !== 'method' || strings[table.property[index]!] !== 'bind') continue;
    const fixed = ((table.argOffset[index + 1]! - table.argOffset[index]!) >> 1) - 1;
    if (fixed < 1) continue;
    for (const object of pointsTo.objectsOf(varBase[m]! + table.target[index]!)) {
      const fn = objects.functionOf(object);
      if (fn >= 0) found.push(fn, fixed);
    }
  }
  return found.toArray();
}
