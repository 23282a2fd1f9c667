import type { ClassIr, FunctionIr, ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import type { HeldPart } from '../held-parts';
import { pathOf, placeOf, wholeExports, type Place, type UsesOfProgram } from '../uses-of-program';
import type { ChangeSeen } from './change-seen';
import { publicMembers } from './class-members';
import type { Part } from './steps';

export interface Held {
  readonly loaded: LoadedProgram;
  readonly uses: UsesOfProgram;
  readonly seen: ChangeSeen;
  /** What it is known as where it is called. */
  readonly root: string;
  /** Of its functions, those that are wanted besides those that change what they are members of. */
  readonly isWanted: (path: string, fn: number) => boolean;
}

/** What may be called of what a module puts into a variable, or exports in CommonJS: methods of an instance, of a class and of an object. */
export function partsHeld(place: Place, held: Held, met: Set<Place> = new Set()): readonly Part[] {
  const { loaded, uses, seen, root } = held;
  const path = pathOf(place);
  const module = loaded.module(path);
  if (module === null || met.has(place)) return [];
  met.add(place);
  const own = module.classes.find(({ binding }) => placeOf(path, binding ?? wholeExports) === place);
  if (own !== undefined) return staticsOf(module, own, held);
  return uses.partsOf(place).flatMap(({ name, value, source, isMade }): readonly Part[] => {
    if (name !== null) return asPart(module, functionIn(module, value), name, held);
    const target = source === null ? null : loaded.snapshot.resolve(path, source);
    if (target?.kind === 'file') return partsHeld(placeOf(target.path, wholeExports), held, met);
    const klass = classIn(module, value);
    if (klass === undefined) return value.kind === 'var' ? partsHeld(placeOf(path, value.binding), held, met) : [];
    return isMade
      ? publicMembers(loaded, module, klass, root, seen).map(({ part }) => part)
      : staticsOf(module, klass, held);
  });
}

function staticsOf(module: ModuleIr, { members }: ClassIr, held: Held): readonly Part[] {
  const own = members.filter(({ kind, isStatic, isHidden }) => kind === 'method' && isStatic && !isHidden);
  return own.flatMap(({ fn }) => {
    const member = module.functions[fn];
    return asPart(module, member, member?.name.slice(member.name.lastIndexOf('.') + 1) ?? '', held);
  });
}

function asPart(
  module: ModuleIr,
  fn: FunctionIr | undefined,
  name: string,
  { loaded, uses, seen, root, isWanted }: Held,
): readonly Part[] {
  const { path } = module;
  if (fn === undefined || !isName.test(name)) return [];
  if (!isWanted(path, fn.index) && !uses.changesOwner(path, fn.index)) return [];
  const { params } = functionInputs(typeSourceOf(loaded), fn, module, { preconditions: {} });
  const runsChange = seen.isChanged(path, fn.index) || seen.mayRun(path, fn.index);
  return [{ root, name, how: 'call', isAsync: fn.async, runsChange, params }];
}

function functionIn({ functions, bindings }: ModuleIr, value: HeldPart['value']): FunctionIr | undefined {
  if (value.kind === 'closure') return functions[value.fn];
  const name = value.kind === 'var' ? bindings[value.binding]?.name : undefined;
  return functions.find((each) => each.parent === 0 && each.classIndex === null && each.name === name);
}

function classIn({ classes }: ModuleIr, value: HeldPart['value']): ClassIr | undefined {
  if (value.kind === 'class') return classes[value.index];
  return value.kind === 'var' ? classes.find(({ binding }) => binding === value.binding) : undefined;
}

const isName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
