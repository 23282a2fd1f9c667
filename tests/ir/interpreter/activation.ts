import type { FunctionIr, ModuleIr } from '#ir/cfg';
import { Cell } from './cell';
import type { PrivateScope } from './private-names';

/** One run of one function: its bindings, temporaries and what the language passes along invisibly. */
export class Activation {
  readonly machine: Machine;
  readonly fn: FunctionIr;
  /** By binding index; bindings of outer functions are the cells that the closure captured. */
  readonly cells: (Cell | undefined)[];
  readonly temps: unknown[] = [];
  readonly context: Context;
  readonly privates: PrivateScope | null;
  readonly args: readonly unknown[];
  /** The error on its way along a `throw` edge. */
  error: unknown = undefined;
  result: unknown = undefined;
  /** Outcome of the call node just executed, until its call-return takes it up. */
  outcome: CallOutcome | null = null;

  constructor(closure: Closure, context: Context, args: readonly unknown[]) {
    this.machine = closure.machine;
    this.fn = closure.fn;
    this.cells = closure.cells.slice();
    this.context = context;
    this.privates = closure.privates;
    this.args = args;
    for (const binding of this.machine.bindingsOf(this.fn)) this.cells[binding.index] = new Cell(binding);
  }

  /** Which of this activation's cells a function created here may use later. */
  closure(fnIndex: number, privates: PrivateScope | null = this.privates, home: object | null = null): Closure {
    const fn = this.machine.function(fnIndex);
    return {
      machine: this.machine,
      fn,
      cells: this.cells.slice(),
      privates,
      home,
      outer: this.context,
    };
  }
}

/** A function together with the cells it captured when it was created. */
export interface Closure {
  readonly machine: Machine;
  readonly fn: FunctionIr;
  readonly cells: readonly (Cell | undefined)[];
  readonly privates: PrivateScope | null;
  /** Where `super.x` starts to look; null for functions that are no methods. */
  readonly home: object | null;
  /** What arrow functions take from the function around them. */
  readonly outer: Context;
}

/** What `this`, `arguments`, `new.target` and `super` mean; arrow functions share the one of the function around them. */
export interface Context {
  readonly receiver: Receiver;
  readonly arguments: unknown;
  readonly newTarget: unknown;
  readonly home: object | null;
  /** The function object being executed. */
  readonly self: unknown;
}

/** `this`, which a derived constructor lacks until `super()` returns. */
export interface Receiver {
  value: unknown;
  initialised: boolean;
}

export type CallOutcome =
  { readonly kind: 'returned'; readonly value: unknown } | { readonly kind: 'threw'; readonly error: unknown };

/** What all activations of one interpreted module share. */
export class Machine {
  readonly module: ModuleIr;
  readonly globals: Readonly<Record<string, unknown>>;
  /** One object per template site, as the language demands. */
  readonly templates = new Map<unknown, object>();
  readonly #owned: readonly (readonly ModuleIr['bindings'][number][])[];
  #steps: number;

  constructor(module: ModuleIr, globals: Readonly<Record<string, unknown>>, steps: number) {
    this.module = module;
    this.globals = globals;
    this.#steps = steps;
    this.#owned = module.functions.map((fn) => module.bindings.filter((binding) => binding.owner === fn.index));
  }

  function(index: number): FunctionIr {
    const fn = this.module.functions[index];
    if (fn === undefined) throw new InterpreterFault(`no function ${index}`);
    return fn;
  }

  bindingsOf(fn: FunctionIr): readonly ModuleIr['bindings'][number][] {
    return this.#owned[fn.index] ?? [];
  }

  countStep(): void {
    if (this.#steps-- <= 0) throw new InterpreterFault('too many steps');
  }
}

/** The IR asks for what cannot be: a bug of the lowering or of the interpreter, never a behaviour of the program. */
export class InterpreterFault extends Error {
  override readonly name = 'InterpreterFault';
}
