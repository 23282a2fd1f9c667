import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { ParamInput } from '../input-type';
import { functionInputs } from './function-inputs';
import type { TypeSource } from './type-source';

const known = new WeakMap<TypeSource, Map<FunctionIr, readonly ParamInput[]>>();

/** What a function takes. It is asked of all members of a class for each of them, and so kept. */
export function knownParams(source: TypeSource, fn: FunctionIr, module: ModuleIr): readonly ParamInput[] {
  const ofSource = known.get(source) ?? new Map<FunctionIr, readonly ParamInput[]>();
  known.set(source, ofSource);
  const found = ofSource.get(fn) ?? functionInputs(source, fn, module, { preconditions: {} }).params;
  ofSource.set(fn, found);
  return found;
}
