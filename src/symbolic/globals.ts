import type { Frame } from './frame';
import { isUndefined, typeOf } from './conversions';
import { throwError } from './errors';
import type { Machine } from './machine';
import { globalOfOutside } from './outside';
import { findProperty, getFrom, setFrom } from './properties';
import { objectValue, undefinedValue, type Value } from './value';

export function readGlobal(machine: Machine, frame: Frame, name: string): Value {
  const found = lookUp(machine, frame, name);
  if (found === null || isMissing(machine, found)) throwError(machine, 'ReferenceError', `${name} is not defined`);
  return found;
}

export function typeofGlobal(machine: Machine, frame: Frame, name: string): string {
  const found = lookUp(machine, frame, name);
  return found === null ? 'undefined' : typeOf(machine, found);
}

export function writeGlobal(machine: Machine, frame: Frame, name: string, value: Value): void {
  const { module } = frame.closure;
  const { language } = machine.world;
  if (module.format === 'commonjs' && language.setCommonJsGlobal(machine, module, name, value)) return;
  const { global } = machine.world.realm;
  const found = frame.closure.fn.strict ? lookUp(machine, frame, name) : undefinedValue;
  if (found === null || isMissing(machine, found)) {
    throwError(machine, 'ReferenceError', `${name} is not defined`);
  }
  const failure = setFrom(machine, global, name, value, objectValue(global));
  if (failure !== null && frame.closure.fn.strict) machine.world.language.complain(machine, failure);
}

function lookUp(machine: Machine, frame: Frame, name: string): Value | null {
  const { module } = frame.closure;
  if (module.format === 'commonjs') {
    const own = machine.world.language.commonJsGlobal(machine, module, name);
    if (own !== null) return own;
  }
  const { global } = machine.world.realm;
  if (findProperty(machine, global, name) !== null) return getFrom(machine, global, name, objectValue(global));
  if (name === 'global') return objectValue(global);
  return globalOfOutside(machine, name);
}

/** A global that may be there is not undefined where it is. */
function isMissing(machine: Machine, value: Value): boolean {
  const isOpen = value.kind === 'input' && value.location.step.kind === 'outside-value';
  return isOpen && isUndefined(machine, value);
}
