import { IntList } from '#core/int-list';
import { calleeKinds } from '#ir/facts';
import type { PointerSolver } from './pointers';

/**
 * Pairs of a function and how many arguments some `f.bind(receiver, …)` of the program fixes: a call of the result passes
 * those after.
 */
export function boundArguments({ program, pointsTo, objects, varBase, calls }: PointerSolver): Int32Array {
  const found = new IntList();
  const ofCommon = new Set<number>();
  for (const { module: m, index } of calls.all) {
    const { calls: table, strings } = program.modules[m]!;
    if (calleeKinds[table.callee[index]!] !== 'method' || strings[table.property[index]!] !== 'bind') continue;
    const fixed = ((table.argOffset[index + 1]! - table.argOffset[index]!) >> 1) - 1;
    if (fixed < 1) continue;
    const target = varBase[m]! + table.target[index]!;
    for (const object of pointsTo.objectsOf(target)) {
      const fn = objects.functionOf(object);
      if (fn >= 0) found.push(fn, fixed);
    }
    if (pointsTo.holdsCommon(target)) ofCommon.add(fixed);
  }
  for (const fixed of ofCommon) for (const fn of pointsTo.common.list) found.push(fn, fixed);
  return found.toArray();
}
