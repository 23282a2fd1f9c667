import type { FunctionIr, ModuleIr } from '#ir/cfg';
import { targetOf } from '#ir/operands';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import { functionOf, type FunctionPair, type FunctionVersion } from '../function-pair';
import { showsAmid } from '../seen-amid';
import { placeOf, UsesOfProgram } from '../uses-of-program';
import type { ChangeSeen } from './change-seen';
import { publicMembers } from './class-members';
import { selfName, type Part } from './steps';

/**
 * What callers may look at while a function waits for something, where the versions do not begin alike: members and fields of the same instance, and
 * functions beside it that look at variables which it sets.
 */
export function partsAmid(pair: FunctionPair, seen: ChangeSeen): readonly Part[] {
  if (!showsAmid(pair)) return [];
  const { fn } = functionOf(pair.head);
  if (fn.classIndex === null) return fn.parent === 0 ? readersBeside(pair.head) : [];
  return fn.isStatic ? [] : ofInstance(pair, fn.classIndex, seen);
}

function ofInstance({ base, head }: FunctionPair, classIndex: number, seen: ChangeSeen): readonly Part[] {
  const { module } = functionOf(head);
  const klass = module.classes[classIndex];
  if (klass === undefined) return [];
  const members = publicMembers(head.loaded, module, klass, selfName, seen);
  const before = fieldsOf(base);
  const fields = [...fieldsOf(head)].filter((name) => before.has(name));
  return [
    ...members.filter(({ fn, part }) => fn !== head.index && !part.isAsync).map(({ part }) => part),
    ...fields.map(readOf),
  ];
}

function readOf(name: string): Part {
  return { root: selfName, name, how: 'get', isAsync: false, runsChange: false, params: [] };
}

/** Public fields that an instance has from the start. */
function fieldsOf(version: FunctionVersion): ReadonlySet<string> {
  const { module, fn } = functionOf(version);
  const klass = fn.classIndex === null ? undefined : module.classes[fn.classIndex];
  const hidden = new Set(klass?.namedMembers.flatMap(({ name, isPrivate }) => (isPrivate ? [name] : [])));
  const makers = [klass?.constructorFn, klass?.fieldsFn].flatMap((index) => module.functions[index ?? -1]?.nodes ?? []);
  const names = makers.flatMap(({ op }) => {
    const target = targetOf(op);
    const isOwn = target?.kind === 'member' && target.object.kind === 'this';
    return isOwn && target.key.kind === 'name' && !hidden.has(target.key.name) ? [target.key.name] : [];
  });
  return new Set(names);
}

function readersBeside({ loaded, path, index }: FunctionVersion): readonly Part[] {
  const module = loaded.module(path);
  if (module === null) return [];
  const uses = new UsesOfProgram(loaded);
  const { functions } = uses.reach(path, [index], true);
  const setting = uses.writes(path, new Set()).filter(({ by }) => functions.has(placeOf(by.path, by.fn)));
  const set = new Set(setting.map(({ place }) => place));
  return module.functions
    .filter((fn) => fn.index !== index && isNamed(module, fn) && !fn.async && !fn.generator)
    .filter((fn) => [...uses.reach(path, [fn.index], true).reads].some((place) => set.has(place)))
    .map((fn) => {
      const { params } = functionInputs(typeSourceOf(loaded), fn, module, { preconditions: {} });
      return { root: null, name: fn.name, how: 'call', isAsync: false, runsChange: false, params } as const;
    });
}

/** It stands at the top under a name of the module. */
function isNamed({ bindings }: ModuleIr, { parent, classIndex, name }: FunctionIr): boolean {
  return parent === 0 && classIndex === null && bindings.some((each) => each.owner === 0 && each.name === name);
}
