import type { TargetPlace } from '../protocol';
import { inputHelpers, type InputHelpers } from './callbacks';
import type { CallLog } from './call-log';

export type Callable =
  | { readonly kind: 'callable'; readonly call: (self: unknown, args: readonly unknown[]) => unknown }
  | { readonly kind: 'not-callable'; readonly reason: string };

/** What instrumented code and inputs of one module instance see as `__wingbeat__`. */
export class Probes implements InputHelpers {
  readonly callback: InputHelpers['callback'];
  readonly logged: InputHelpers['logged'];
  readonly heard: InputHelpers['heard'];
  readonly #shown: unknown[] = [];
  readonly #imported = new Map<string, unknown>();
  #key: PropertyKey | null = null;
  #evaluate: ((source: string) => unknown) | null = null;
  readonly #others = new Map<string, (source: string) => unknown>();

  constructor(log: CallLog) {
    const helpers = inputHelpers(log);
    this.callback = helpers.callback;
    this.logged = helpers.logged;
    this.heard = helpers.heard;
  }

  /** The function, or the object or class that has it. */
  show<T>(value: T): T {
    this.#shown.push(value);
    return value;
  }

  /** The key that a computed member really has. */
  key(value: unknown): PropertyKey {
    const key = typeof value === 'symbol' ? value : String(value);
    this.#key ??= key;
    return key;
  }

  scope(evaluate: (source: string) => unknown): void {
    this.#evaluate = evaluate;
  }

  /** What code of a module finds under the handle: of the entry everything, of the others its scope alone. */
  of(path: string, entry: string): Probes | Pick<Probes, 'scope'> {
    return path === entry ? this : { scope: (evaluate) => void this.#others.set(path, evaluate) };
  }

  imported(local: string): unknown {
    return this.#imported.get(local);
  }

  setImported(local: string, value: unknown): void {
    this.#imported.set(local, value);
  }

  /** In the scope of the entry module. */
  evaluate(source: string): unknown {
    if (this.#evaluate === null) throw new Error('invariant: a loaded module has opened its scope');
    return this.#evaluate(source);
  }

  /** In the scope of another module that has opened it; throws where that was not loaded, or the variable was never initialised. */
  evaluateIn(path: string, source: string): unknown {
    const evaluate = this.#others.get(path);
    if (evaluate === undefined) throw new Error(`${path} was not loaded`);
    return evaluate(source);
  }

  /** After load, and after the input is made: its objects may bring the function with them. */
  target(place: TargetPlace, defaultExport: () => unknown): Callable {
    if (place.kind === 'module') return notCallable('the module itself is loaded, not called');
    if (place.kind === 'default-export') return callFunction(defaultExport());
    const owner = this.#shown.at(-1);
    const made = this.#shown.length;
    if (made === 0) return notCallable('it is nested in a function that did not run when the module was loaded');
    if (made > 1 && !(place.kind === 'function' && place.each)) {
      return notCallable(
        `it is nested in a function that ran ${made} times when the module was loaded: which one is meant is not known`,
      );
    }
    switch (place.kind) {
      case 'function':
        return callFunction(owner);
      case 'private': {
        const call = owner as (self: unknown, args: readonly unknown[]) => unknown;
        return { kind: 'callable', call };
      }
      case 'constructor':
        return { kind: 'callable', call: (_, args) => Reflect.construct(owner as new () => unknown, args) as unknown };
      case 'member': {
        const holder = place.isStatic ? owner : (Reflect.get(owner as object, 'prototype') as unknown);
        const descriptor = Object.getOwnPropertyDescriptor(holder as object, place.key ?? this.#key ?? '');
        const value: unknown = place.member === 'method' ? descriptor?.value : descriptor?.[place.member];
        return callFunction(value, place.isStatic ? holder : undefined);
      }
    }
  }
}

/** `holder`: what it is called on unless the input says something else. */
function callFunction(value: unknown, holder?: unknown): Callable {
  if (typeof value !== 'function') return notCallable('it was replaced by something that is no function');
  return { kind: 'callable', call: (self, args) => Reflect.apply(value, self ?? holder, args) as unknown };
}

function notCallable(reason: string): Callable {
  return { kind: 'not-callable', reason };
}
