import type { FunctionIr, ModuleIr } from './cfg';
import type { Expr, Target } from './expression';

/** An expression, and the function whose temporaries it speaks of. */
interface Placed {
  readonly fn: FunctionIr;
  readonly expr: Expr;
}

const mostSteps = 4;

type Held = ReadonlyMap<number, Placed | null>;

/**
 * Methods of arrays that are taken from their prototype to be called on something else (`[].slice.call(list, 1)`, `push.apply(list, more)`), and
 * what holds them: temporaries, and variables that are assigned once (`const { slice } = Array.prototype`).
 */
export class BorrowedMethods {
  private variables: Held | null = null;
  private readonly temps = new Map<FunctionIr, Held>();

  constructor(private readonly module: Pick<ModuleIr, 'functions'>) {}

  /** The name of the method that an expression of a function gives; null for anything else. */
  nameOf(fn: FunctionIr, expr: Expr): string | null {
    const method = this.memberOf({ fn, expr });
    return method !== null && this.isPrototype(method.object) ? method.name : null;
  }

  private isPrototype(place: Placed): boolean {
    const held = this.held(place);
    if (held?.expr.kind === 'array') return held.expr.elements.length === 0;
    const member = this.memberOf(place);
    const owner = member?.name === 'prototype' ? this.held(member.object)?.expr : undefined;
    return owner?.kind === 'global' && owner.name === 'Array';
  }

  private memberOf(place: Placed): { readonly object: Placed; readonly name: string } | null {
    const held = this.held(place);
    if (held?.expr.kind !== 'member' || held.expr.key.kind !== 'name') return null;
    return { object: { fn: held.fn, expr: held.expr.object }, name: held.expr.key.name };
  }

  /** What a place holds, through others that only pass it on. */
  private held(place: Placed): Placed | null {
    let at: Placed | null = place;
    for (let steps = 0; at !== null && steps < mostSteps; steps++) {
      const next = this.assigned(at);
      if (next === at) return at;
      at = next;
    }
    return null;
  }

  private assigned(place: Placed): Placed | null {
    const { fn, expr } = place;
    if (expr.kind === 'temp') return this.tempsOf(fn).get(expr.temp) ?? null;
    if (expr.kind !== 'var') return place;
    this.variables ??= valuesIn(this.module.functions, (target) => (target.kind === 'var' ? target.binding : null));
    return this.variables.get(expr.binding) ?? null;
  }

  private tempsOf(fn: FunctionIr): Held {
    const known = this.temps.get(fn) ?? valuesIn([fn], (target) => (target.kind === 'temp' ? target.temp : null));
    this.temps.set(fn, known);
    return known;
  }
}

/** What is assigned once, by the number of its place; null for what gets another value as well. */
function valuesIn(functions: readonly FunctionIr[], numberOf: (target: Target) => number | null): Held {
  const found = new Map<number, Placed | null>();
  const take = (target: Target, value: Placed | null): void => {
    const number = numberOf(target);
    if (number !== null) found.set(number, found.has(number) ? null : value);
  };
  for (const fn of functions) {
    for (const { target } of fn.params) take(target, null);
    for (const { op } of fn.nodes) {
      if (op.kind === 'assign') take(op.target, { fn, expr: op.value });
      else if ('target' in op && op.target !== null) take(op.target, null);
    }
  }
  return found;
}
