import type { ClassIr, ModuleIr } from '#ir/cfg';
import type { ClassReference } from './input-type';
import type { Machine, ModuleSource } from './machine';
import { ensureEvaluated } from './modules';
import type { Ref } from './value';

/** The prototype of the instances of a class of the program that are made of their properties. */
export function classPrototype(machine: Machine, reference: ClassReference): Ref {
  const constructor = classConstructor(machine, reference);
  const { properties, internal } = machine.object(constructor);
  const privates = internal.kind === 'closure' ? internal.closure.privates : null;
  if (privates?.hasInstanceMembers === true) {
    return machine.unsupported('an instance whose private members this version alone has');
  }
  const prototype = properties.get(machine.world.keys.idOf('prototype'));
  return prototype?.kind === 'data' && prototype.value.kind === 'object'
    ? prototype.value.ref
    : machine.world.realm.ref('Object.prototype');
}

/** A class of the program; its module is evaluated when it was not yet. */
export function classConstructor(machine: Machine, reference: ClassReference): Ref {
  const { source, keys } = machine.world;
  const found = source.classAt === undefined ? classIn(source, reference) : source.classAt(reference);
  if (found === null) return machine.unsupported('an instance of a class that this version does not have');
  const { module, klass } = found;
  ensureEvaluated(machine, module.path);
  const constructor = machine.effect((state): Ref | null => {
    const cell = klass.binding === null ? undefined : state.modules.get(keys.idOf(module.path))?.env.get(klass.binding);
    const bound = cell === undefined ? null : state.cells.get(cell);
    const isIt = (ref: Ref): boolean => {
      const internal = state.heap.get(ref)?.internal;
      return (
        internal?.kind === 'closure' &&
        internal.closure.module === module &&
        internal.closure.fn.index === klass.constructorFn
      );
    };
    if (bound?.kind === 'object' && isIt(bound.ref)) return bound.ref;
    return state.heap.sorted().find(([ref]) => isIt(ref))?.[0] ?? null;
  });
  if (constructor === null)
    return machine.unsupported(`an instance of ${klass.name}, which is made inside of a function`);
  return constructor;
}

export function classIn(
  source: ModuleSource,
  { path, index }: ClassReference,
): { readonly module: ModuleIr; readonly klass: ClassIr } | null {
  const module = source.module(path);
  const klass = module?.classes[index];
  return module === null || klass === undefined ? null : { module, klass };
}
