import type { FunctionIr, ModuleIr } from '#ir/cfg';
import { functionOf, type FunctionPair } from './function-pair';
import type { ChangeFacts } from './change-facts';

/**
 * What a member rests on that is the same whatever the instance holds: that it holds the same in both versions. Members that have changed may
 * leave an object there that their caller still has, where the other version keeps a copy.
 */
export function aboutOtherMembers({ head }: FunctionPair, facts: ChangeFacts): string | null {
  const { module, fn } = functionOf(head);
  const { classIndex } = fn;
  const klass = classIndex === null ? undefined : module.classes[classIndex];
  if (klass === undefined) return null;
  const mayKeep = module.functions.some(
    (other) =>
      other.classIndex === classIndex &&
      other.index !== fn.index &&
      facts.hasChanged({ path: module.path, fn: other.index }) &&
      takesObjects(module, other),
  );
  return mayKeep ? `what other members of ${klass.name} leave in an instance is alike in both versions` : null;
}

function takesObjects({ bindings }: ModuleIr, { params }: FunctionIr): boolean {
  return params.some(({ target }) => target.kind !== 'var' || bindings[target.binding]?.primitive !== true);
}
