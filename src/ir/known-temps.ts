import type { Expr, Key } from './expression';

/**
 * What temporaries hold that only their names tell: a symbol of the language (`Symbol.iterator`) as a key, or a global
 * (`Object` in `Object.assign(a ?? b)`, which is read before the arguments run code).
 */
export class KnownTemps {
  private readonly symbols = new Map<number, string | null>();
  private readonly globals = new Map<number, string | null>();

  /** `variable` is the pointer variable of a temporary. */
  constructor(private readonly variable: (temp: number) => number) {}

  note(temp: number, value: Expr): void {
    remember(this.symbols, this.variable(temp), this.symbolOf(value));
    remember(this.globals, this.variable(temp), this.globalOf(value));
  }

  /** `@@iterator` for `Symbol.iterator`: a key of its own, not one that is known only at run time. */
  symbolOf(expr: Expr): string | null {
    if (expr.kind === 'unary' && expr.op === 'property-key') return this.symbolOf(expr.operand);
    if (expr.kind === 'temp') return this.symbols.get(this.variable(expr.temp)) ?? null;
    if (expr.kind !== 'member' || expr.key.kind !== 'name') return null;
    return this.globalOf(expr.object) === 'Symbol' ? `@@${expr.key.name}` : null;
  }

  globalOf(expr: Expr): string | null {
    if (expr.kind === 'temp') return this.globals.get(this.variable(expr.temp)) ?? null;
    return expr.kind === 'global'
      ? expr.name
      : expr.kind === 'member'
        ? this.propertyOfGlobals(expr.object, expr.key)
        : null;
  }

  /** The variable that a property of the object of all globals is: `globalThis.fetch` is `fetch`. */
  propertyOfGlobals(object: Expr, key: Key): string | null {
    if (key.kind !== 'name' || ofModules.has(key.name)) return null;
    const name = this.globalOf(object);
    return name !== null && objectsOfGlobals.has(name) ? key.name : null;
  }
}

const objectsOfGlobals: ReadonlySet<string> = new Set(['globalThis', 'window', 'self', 'global']);
/** Names that look like globals and are another variable in each module. */
const ofModules: ReadonlySet<string> = new Set(['exports', 'module', 'require']);

/** A temporary that is assigned twice, as by `a ? b : c`, holds nothing in particular. */
function remember(known: Map<number, string | null>, variable: number, value: string | null): void {
  known.set(variable, known.has(variable) ? null : value);
}
