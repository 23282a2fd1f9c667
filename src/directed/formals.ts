import type { FunctionId, NodeId } from '#core/ids';
import { accessWidth, modes, places } from '#ir/facts';
import type { Program } from '#ir/program';
import { wordAt, type Access } from './function-nodes';

/** What a caller hands to a function: its parameters and, where the function reads them, `this` and `arguments`. */
export type Formal =
  | { readonly kind: 'parameter'; readonly name: string; readonly position: number }
  | { readonly kind: 'this'; readonly name: 'this' }
  | { readonly kind: 'arguments'; readonly name: 'arguments' };

/** An argument of a call; a spread one may become any parameter from its position on. */
export interface Argument {
  readonly position: number;
  readonly spread: boolean;
}

/** The formals of the functions of one program. */
export class Formals {
  readonly #program: Program;
  readonly #implicit = new Map<FunctionId, readonly Formal[]>();

  constructor(program: Program) {
    this.#program = program;
  }

  parametersOf(fn: FunctionId): Formal[] {
    return this.#program.paramNames(fn).map((name, position) => ({ kind: 'parameter', name, position }));
  }

  /** Parameters first. */
  of(fn: FunctionId): Formal[] {
    return [...this.parametersOf(fn), ...this.#implicitOf(fn)];
  }

  /** Which formals an argument becomes. */
  receiving(fn: FunctionId, argument: Argument): Formal[] {
    const { module, index } = this.#program.locate(fn);
    const rest = wordAt(module.functions.rest, index);
    return this.of(fn).filter((formal) => {
      if (formal.kind !== 'parameter') return formal.kind === 'arguments';
      if (formal.position === argument.position) return true;
      if (argument.spread && formal.position > argument.position) return true;
      return formal.position === rest && argument.position > rest;
    });
  }

  /** Is an access, by the function's own nodes or by functions nested in it, one of the formal? */
  isAccess(fn: FunctionId, formal: Formal): (access: Access) => boolean {
    const place = this.#placeOf(fn, formal);
    return ({ kind, a }) => kind === place.kind && (place.variable === null || a === place.variable);
  }

  #placeOf(fn: FunctionId, formal: Formal): { readonly kind: number; readonly variable: number | null } {
    if (formal.kind === 'this') return { kind: places.this, variable: null };
    if (formal.kind === 'arguments') return { kind: places.arguments, variable: null };
    const { module, index } = this.#program.locate(fn);
    const variable = wordAt(module.functions.params, wordAt(module.functions.firstParam, index) + formal.position);
    return { kind: variable < module.bindings.count ? places.binding : places.temp, variable };
  }

  /**
   * "The program locations that use the impacted formal parameter" (iDiSE III-A.3); with `nested`, also in the functions
   * nested in this one, which see the same variable.
   */
  usesOf(fn: FunctionId, formal: Formal, nested: boolean): NodeId[] {
    const uses = this.#usesIn(fn, fn, formal);
    if (!nested) return uses;
    return [...uses, ...this.#nestedFunctions(fn, formal).flatMap((inner) => this.#usesIn(inner, fn, formal))];
  }

  /** Out of the tables as they are: of most functions, nothing else is asked. */
  #usesIn(inner: FunctionId, fn: FunctionId, formal: Formal): NodeId[] {
    const { kind, variable } = this.#placeOf(fn, formal);
    const { module, moduleIndex, index } = this.#program.locate(inner);
    const { offset, words } = module.accesses;
    const first = wordAt(module.functions.firstNode, index);
    const uses: NodeId[] = [];
    for (let node = first; node < first + wordAt(module.functions.nodeCount, index); node++) {
      for (let at = wordAt(offset, node); at < wordAt(offset, node + 1); at += accessWidth) {
        if (words[at] !== modes.use || words[at + 2] !== kind) continue;
        if (variable !== null && words[at + 3] !== variable) continue;
        uses.push(this.#program.nodeAt(moduleIndex, node));
        break;
      }
    }
    return uses;
  }

  #implicitOf(fn: FunctionId): readonly Formal[] {
    const known = this.#implicit.get(fn);
    if (known !== undefined) return known;
    const kind = this.#program.functionKind(fn);
    const hasOwn = kind !== 'module' && kind !== 'arrow';
    const read = hasOwn ? implicitFormals.filter((formal) => this.usesOf(fn, formal, true).length > 0) : [];
    this.#implicit.set(fn, read);
    return read;
  }

  /** In order; only arrow functions share `this` and `arguments` with the function around them. */
  #nestedFunctions(fn: FunctionId, formal: Formal): FunctionId[] {
    const { module, moduleIndex, index } = this.#program.locate(fn);
    const inside = new Set([index]);
    const nested: FunctionId[] = [];
    // A nested function is numbered after the one around it.
    for (let inner = index + 1; inner < module.functions.count; inner++) {
      if (!inside.has(wordAt(module.functions.parent, inner))) continue;
      const id = this.#program.functionAt(moduleIndex, inner);
      if (formal.kind !== 'parameter' && this.#program.functionKind(id) !== 'arrow') continue;
      inside.add(inner);
      nested.push(id);
    }
    return nested;
  }
}

/** Equal for equal formals of one function; two parameters may share a name. */
export function formalKey(formal: Formal): string {
  return formal.kind === 'parameter' ? `parameter ${formal.position}` : formal.kind;
}

const implicitFormals: readonly Formal[] = [
  { kind: 'this', name: 'this' },
  { kind: 'arguments', name: 'arguments' },
];
