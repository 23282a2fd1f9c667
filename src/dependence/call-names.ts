import { callKinds, type ModuleFacts } from '#ir/facts';
import { builtInOf } from './built-in-calls';
import type { BuiltIn } from './built-in';

/** What a call is written as. */
export interface CallNames {
  /** The global that is the callee, or its receiver; empty for what is none. */
  readonly global: string;
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
    global,
    qualified,
    property,
    shown: qualified === '' ? (property === '' ? 'function value' : `.${property}`) : qualified,
  };
}

/** The functions of the language that the calls of a module are taken to run, by their names: most are written like others. */
export class BuiltInsCalled {
  private readonly known = new Map<number, BuiltIn | null>();

  constructor(private readonly module: ModuleFacts) {}

  of(call: number): BuiltIn | null {
    const { calls, strings } = this.module;
    const written = (calls.global[call]! + 1) * (strings.length + 1) + calls.property[call]! + 1;
    const key = written * callKinds.length + calls.kind[call]!;
    let found = this.known.get(key);
    if (found === undefined) {
      found = builtInOf(callNames(this.module, call), callKinds[calls.kind[call]!]!);
      this.known.set(key, found);
    }
    return found;
  }
}
