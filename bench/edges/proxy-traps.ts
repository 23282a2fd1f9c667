import { functionId, type FunctionId } from '#core/ids';
import { callNames } from '#dependence/call-names';
import type { DependenceGraph } from '#dependence/dependence-graph';

/** Functions in the handlers of proxies: the engine runs them wherever the proxy is used. */
export function proxyTraps({ program, pointers }: DependenceGraph): Set<FunctionId> {
  const { pointsTo, objects } = pointers;
  const traps = new Set<FunctionId>();
  program.modules.forEach((module, m) => {
    const { calls } = module;
    for (let i = 0; i < calls.count; i++) {
      const { qualified } = callNames(module, i);
      if (qualified !== 'Proxy' && qualified !== 'Proxy.revocable') continue;
      const at = (calls.argOffset[i] ?? 0) + 2;
      const handler = at < (calls.argOffset[i + 1] ?? 0) ? (calls.args[at] ?? -1) : -1;
      for (const object of handler < 0 ? [] : pointsTo.heldBy(m, handler)) {
        for (const property of pointsTo.fieldsOf(object)) {
          for (const held of pointsTo.inField(object, property)) {
            const fn = objects.functionOf(held);
            if (fn >= 0) traps.add(functionId(fn));
          }
        }
      }
    }
  });
  return traps;
}
