import type { BinaryType } from '#symbolic/binary-types';
import type { InputMember, InputType, ParamInput } from '#symbolic/input-type';
import {
  argumentText,
  booleanOf,
  nullLeaf,
  numberOf,
  fewElements,
  specialLeaves,
  stringOf,
  undefinedLeaf,
  type Argument,
  type Entry,
  type Leaf,
} from './argument';
import type { ArgumentPool } from './argument-pool';
import type { Dice } from './dice';
import { declaredClass, fitsType, isUntyped } from './fits-type';
import { mutateNumber, mutateString } from './mutate-leaf';

const deepest = 4;
const mostElements = 260;
/** In milliseconds: trials are many. */
const delays: readonly number[] = [0, 2, 5, 9];
/** So that of two promises in a row the first one comes late, or they come in turn. */
const delaysInTurn: readonly number[] = [9, 0, 5, 2];

/** Where integers of so many bits end. */
const wideBigints: readonly bigint[] = [2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n, 2n ** 64n, -(2n ** 63n)];

/** Draws values of declared types: nearly what was written somewhere, as a rule. */
export class ArgumentDrawer {
  readonly #pool: ArgumentPool;
  readonly #dice: Dice;
  /** Classes that can be named where the function is called. */
  readonly #classNames: readonly string[];
  /** Promises that were drawn, where they settle in another order than they were made; else null. */
  #late: number | null = null;
  /** Whether a function then gives several, one after the other. */
  #inTurn = false;

  constructor(pool: ArgumentPool, dice: Dice, classNames: readonly string[]) {
    this.#pool = pool;
    this.#dice = dice;
    this.#classNames = classNames;
  }

  /** Null where nothing of the type can be written. */
  draw(type: InputType, depth = 0): Argument | null {
    if (isUntyped(type) && !this.#dice.once(4)) return this.#written(type, depth);
    // Some members cannot be written; others can.
    for (let attempt = 0; attempt < 4; attempt++) {
      const member = this.#dice.pick(type.members);
      const drawn = member === undefined ? null : this.#member(member, depth);
      if (drawn !== null && fitsType(drawn, type)) return drawn;
    }
    return null;
  }

  /** Arguments for all parameters that must be given, and for some others. */
  drawAll(params: readonly ParamInput[]): readonly Argument[] | null {
    const args: Argument[] = [];
    for (const { type, optional, rest } of params) {
      if ((optional || isUntyped(type)) && this.#dice.once(args.length === 0 ? 8 : 2)) break;
      if (rest) {
        const further = this.draw(type);
        return further?.kind === 'array' ? [...args, ...further.elements] : args;
      }
      const drawn = this.draw(type);
      if (drawn === null) return null;
      args.push(drawn);
    }
    return args;
  }

  /** The same with promises that settle in another order than they are made; `inTurn`: also those that one function gives. */
  drawLate(params: readonly ParamInput[], inTurn: boolean): readonly Argument[] | null {
    this.#late = 0;
    this.#inTurn = inTurn;
    try {
      return this.drawAll(params);
    } finally {
      this.#late = null;
    }
  }

  string(): Leaf {
    const { strings } = this.#pool;
    const chosen = this.#dice.pick(strings) ?? stringOf('');
    return this.#dice.once(3) ? stringOf(mutateString(String(chosen.value), this.#pool, this.#dice)) : chosen;
  }

  number(): Leaf {
    const chosen = this.#dice.pick(this.#pool.numbers) ?? numberOf(0);
    return this.#dice.once(3) ? numberOf(mutateNumber(Number(chosen.value), this.#dice)) : chosen;
  }

  instance(className: string): Argument | null {
    const args = this.#dice.pick(this.#pool.newsOf(className));
    return args === undefined ? null : { kind: 'instance', className, args };
  }

  /** What others have written, of any kind; strings most often. */
  #written(type: InputType, depth: number): Argument | null {
    const chosen = this.#chosen(depth);
    if (chosen !== null && fitsType(chosen, type)) return chosen;
    const text = this.string();
    return fitsType(text, type) ? text : this.#made(depth);
  }

  /** Of texts and numbers. */
  #made(depth: number): Argument {
    const leaf = (): Argument => (this.#dice.once(2) ? this.string() : this.number());
    const made = (): Argument => {
      const keys = Array.from({ length: 1 + this.#dice.below(3) }, () =>
        String(this.#dice.pick(this.#pool.strings)?.value),
      );
      return { kind: 'object', entries: [...new Set(keys)].map((key): Entry => [key, leaf()]) };
    };
    if (depth >= deepest || this.#dice.once(2)) return made();
    const elements = Array.from({ length: this.#dice.below(4) }, this.#dice.once(2) ? made : leaf);
    return { kind: 'array', elements };
  }

  #chosen(depth: number): Argument | null {
    switch (this.#dice.below(10)) {
      case 0:
        return this.number();
      case 1:
      case 2:
        return this.#dice.pick(this.#pool.others) ?? null;
      case 3: {
        const name = this.#dice.pick(this.#classNames);
        return name === undefined ? null : this.instance(name);
      }
      case 4:
        return this.#dice.pick(specialLeaves) ?? null;
      case 5:
      case 6:
        return this.#made(depth);
      default:
        return this.string();
    }
  }

  #member(member: InputMember, depth: number): Argument | null {
    switch (member.kind) {
      case 'undefined':
        return undefinedLeaf;
      case 'null':
        return nullLeaf;
      case 'boolean':
        return booleanOf(this.#dice.once(2));
      case 'string':
        return this.string();
      case 'number':
        return this.#numberIn(member.domain);
      case 'literals':
        return literalOf(this.#dice.pick(member.values));
      case 'bigint':
        return { kind: 'bigint', text: `${this.#bigint()}n`, value: null };
      case 'date':
        return { kind: 'date', text: `new Date(${this.#time()})`, value: null };
      case 'regexp':
        return this.#dice.pick(this.#pool.others.filter(({ kind }) => kind === 'regexp')) ?? null;
      case 'promise':
        return depth >= deepest ? null : this.#promise(member.value(), depth + 1);
      case 'symbol':
        return this.#dice.pick(symbols) ?? null;
      case 'error':
        return { kind: 'error', text: `new ${member.constructorName}(${this.string().text})`, value: null };
      case 'binary':
        return { kind: 'binary', text: this.#binary(member.type), value: null };
      case 'array':
      case 'tuple':
      case 'object':
      case 'function':
      case 'set':
      case 'map':
        return depth >= deepest ? null : this.#structured(member, depth + 1);
    }
  }

  #binary(type: BinaryType): string {
    const bytes = this.#dice.below(5);
    if (type === 'ArrayBuffer') return `new ArrayBuffer(${bytes})`;
    if (type === 'DataView') return `new DataView(new ArrayBuffer(${8 * bytes}))`;
    const isBig = type === 'BigInt64Array' || type === 'BigUint64Array';
    const elements = Array.from({ length: bytes }, () => (isBig ? `${this.#bigint()}n` : this.number().text));
    if (!this.#dice.once(3)) return `new ${type}([${elements.join(', ')}])`;
    // Those that do not begin where their buffer begins are for trials alone.
    return `new ${type}([${[isBig ? '1n' : '1', ...elements].join(', ')}]).subarray(1)`;
  }

  /** One that takes its time shows what else happens meanwhile: the search takes all for settled. */
  #promise(type: InputType, depth: number): Argument | null {
    const value = this.draw(type, depth);
    if (value === null) return null;
    const text = argumentText(value);
    if (this.#late !== null)
      return promiseOf(promiseAfter(delaysInTurn[this.#late++ % delaysInTurn.length] ?? 0, text));
    const chosen = this.#dice.below(6);
    if (chosen === 0) return promiseOf('new Promise(() => {})');
    if (chosen > 2) return promiseOf(`Promise.resolve(${text})`);
    return promiseOf(promiseAfter(this.#dice.pick(delays) ?? 0, text));
  }

  #bigint(): bigint {
    const near = BigInt(this.#dice.below(20) - 5);
    return this.#dice.once(3) ? near + (this.#dice.pick(wideBigints) ?? 0n) : near;
  }

  /** Few, as a rule; else about as many as a number of the source says. */
  #count(): number {
    if (this.#late !== null) return 2 + this.#dice.below(2);
    if (!this.#dice.once(4)) return this.#dice.below(4);
    const written = Number(this.#dice.pick(this.#pool.numbers)?.value ?? 0) + this.#dice.below(3) - 1;
    return Number.isInteger(written) && written >= 0 && written <= mostElements ? written : this.#dice.below(12);
  }

  #time(): number {
    return this.#dice.once(16) ? Number.NaN : this.#dice.below(2 ** 31) * 1000;
  }

  #numberIn({ integer, min, max }: Extract<InputMember, { kind: 'number' }>['domain']): Leaf {
    // How many at once, as a rule.
    const { value } = this.#late !== null && this.#dice.once(2) ? numberOf(2) : this.number();
    const whole = integer ? Math.round(Number(value)) : Number(value);
    if (whole >= min && whole <= max) return numberOf(whole);
    const [from, to] = [Math.max(min, -1e6), Math.min(max, 1e6)];
    const spread = from + this.#dice.below(Math.max(1, to - from + 1));
    return numberOf(this.#dice.pick([min, max, spread, spread]) ?? min);
  }

  #structured(
    member: Extract<InputMember, { kind: 'array' | 'tuple' | 'object' | 'function' | 'set' | 'map' }>,
    depth: number,
  ): Argument | null {
    switch (member.kind) {
      case 'array':
        return listOf('array', this.#elements(member.element, depth));
      case 'tuple':
        return listOf(
          'array',
          member.elements.map(({ type }) => this.draw(type(), depth)),
        );
      case 'set':
        return listOf(
          'set',
          Array.from({ length: this.#dice.below(4) }, () => this.draw(member.value(), depth)),
        );
      case 'map':
        return listOf(
          'map',
          Array.from({ length: this.#dice.below(4) }, () =>
            listOf('array', [this.draw(member.key(), depth), this.draw(member.value(), depth)]),
          ),
        );
      case 'object':
        return member.class === null ? this.#object(member, depth) : this.#instanceOf(declaredClass(member.name));
      case 'function': {
        const result = this.draw(member.result(), depth);
        if (result === null) return null;
        const isLate = this.#late !== null && this.#inTurn && result.kind === 'promise';
        const later = isLate ? [1, 2].flatMap(() => this.draw(member.result(), depth) ?? []) : [];
        return { kind: 'function', result, later, isConstructor: member.constructs === true };
      }
    }
  }

  /** Where there are many, it is their number that counts. */
  #elements(type: () => InputType, depth: number): readonly (Argument | null)[] {
    const length = this.#count();
    if (length <= fewElements) return Array.from({ length }, () => this.draw(type(), depth));
    return Array.from<Argument | null>({ length }).fill(this.draw(type(), depth));
  }

  #instanceOf(name: string): Argument | null {
    return this.#classNames.includes(name) ? this.instance(name) : null;
  }

  #object({ properties, index }: Extract<InputMember, { kind: 'object' }>, depth: number): Argument | null {
    const entries: Entry[] = [];
    for (const [key, { optional, type }] of properties) {
      if (optional && this.#dice.once(2)) continue;
      const value = this.draw(type(), depth);
      if (value !== null) entries.push([key, value]);
      else if (!optional) return null;
    }
    if (index !== null && this.#dice.once(2)) entries.push(...this.#further(entries, index, depth));
    return { kind: 'object', entries };
  }

  /** Under keys that objects were written with, or that some text names: code asks for the latter. */
  #further(known: readonly Entry[], index: () => InputType, depth: number): readonly Entry[] {
    const found = new Map<string, Argument>();
    for (let times = 1 + this.#dice.below(3); times > 0; times--) {
      const written = this.#dice.once(2) ? this.#dice.pick(this.#pool.entries) : undefined;
      const key = written?.[0] ?? String(this.#dice.pick(this.#pool.strings)?.value ?? '');
      const value = written?.[1] ?? this.draw(index(), depth);
      if (value !== null && fitsType(value, index()) && known.every(([each]) => each !== key)) found.set(key, value);
    }
    return [...found];
  }
}

function listOf(kind: 'array' | 'set' | 'map', elements: readonly (Argument | null)[]): Argument | null {
  const drawn = elements.filter((each) => each !== null);
  return drawn.length < elements.length ? null : { kind, elements: drawn };
}

const symbols: readonly Leaf[] = ['Symbol.for("a")', 'Symbol.iterator'].map((text) => ({
  kind: 'symbol',
  text,
  value: null,
}));

function promiseAfter(delay: number, text: string): string {
  return `new Promise((done) => setTimeout(done, ${delay}, ${text}))`;
}

function promiseOf(text: string): Leaf {
  return { kind: 'promise', text, value: null };
}

function literalOf(value: unknown): Argument | null {
  switch (typeof value) {
    case 'string':
      return stringOf(value);
    case 'number':
      return numberOf(value);
    case 'boolean':
      return booleanOf(value);
    default:
      return null;
  }
}
