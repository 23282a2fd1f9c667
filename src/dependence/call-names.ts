import { callKinds, type ModuleFacts } from '#ir/facts';
import { builtInOf } from './built-in-calls';
import type { BuiltIn } from './built-ins';

/** What a call is written as. */
export interface CallNames {
  /** `Object.assign` where the callee or its receiver is a global. */
  readonly qualified: string;
  readonly property: string;
  /** For explanations. */
  readonly shown: string;
}

export function callNames({ calls, strings }: ModuleFacts, call: number): CallNames {
  const global = calls.global[call]! < 0 ? '' : strings[calls.global[call]!]!;
  const property = calls.property[call]! < 0 ? '' : strings[calls.property[call]!]!;
  const qualified = property === '' ? global : global === '' ? '' : `${global}.${property}`;
  return {
    qualified,
    property,
    shown: qualified === '' ? (property === '' ? 'function value' : `.${property}`) : qualified,
  };
}

/** The function of the language that a call is taken to run, by its names. */
export function builtInCalled(module: ModuleFacts, call: number, names: CallNames): BuiltIn | null {
  return builtInOf(names, callKinds[module.calls.kind[call]!]!);
}
