import { functionOf, type FunctionPair } from './function-pair';
import type { ChangeFacts } from './change-facts';

/**
 * What a member rests on that is the same whatever the instance holds: that it holds the same in both versions. A constructor that has changed may
 * leave an object there that its caller still has, where the other version keeps a copy.
 */
export function aboutOtherMembers({ head }: FunctionPair, facts: ChangeFacts): string | null {
  const { module, fn } = functionOf(head);
  const { classIndex } = fn;
  const klass = classIndex === null ? undefined : module.classes[classIndex];
  const maker = klass === undefined ? undefined : module.functions[klass.constructorFn];
  if (klass === undefined || maker === undefined || maker.index === fn.index) return null;
  if (!facts.hasChanged({ path: module.path, fn: maker.index })) return null;
  const takesObjects = maker.params.some(
    ({ target }) => target.kind !== 'var' || module.bindings[target.binding]?.primitive !== true,
  );
  return takesObjects ? `what other members of ${klass.name} leave in an instance is alike in both versions` : null;
}
