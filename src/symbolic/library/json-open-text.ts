import type { Term } from '#smt/term';
import { newArray } from '../array-like';
import type { Machine } from '../machine';
import { defineData } from '../properties';
import { isTerm, nullValue, type Value } from '../value';
import { isPlainText } from './json-stringify';
import { isFiniteTerm } from './numbers';

/**
 * Reads JSON of which some parts are open, where it can be seen how they read: texts between quotes, numbers and
 * booleans that were turned into text. That is what `JSON.stringify` writes. Null where it cannot be seen.
 */
export function readOpenJson(machine: Machine, text: Term): Value | null {
  const reader = new OpenReader(machine, piecesOf(text));
  try {
    const value = reader.value();
    reader.end();
    return make(machine, value);
  } catch (signal) {
    if (signal === notSeen) return null;
    throw signal;
  }
}

/** What was read, before anything is made of it: nothing must be made in vain. */
type Read =
  | { readonly kind: 'known'; readonly value: Value }
  | { readonly kind: 'array'; readonly items: readonly Read[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Read])[] };

/** Thrown where the reading cannot go on. */
const notSeen = Symbol('it cannot be seen how the text reads');

type Piece = string | Term;

function piecesOf(text: Term): Piece[] {
  if (text.kind === 'constant') return [String(text.value)];
  if (text.kind === 'operation' && text.operation === 'str.concat') return text.args.flatMap(piecesOf);
  return [text];
}

function make(machine: Machine, read: Read): Value {
  switch (read.kind) {
    case 'known':
      return read.value;
    case 'array':
      return newArray(
        machine,
        read.items.map((item) => make(machine, item)),
      );
    case 'object': {
      const made = machine.create({ kind: 'plain' }, machine.world.realm.ref('Object.prototype'));
      for (const [key, value] of read.entries) defineData(machine, made.ref, key, make(machine, value));
      return made;
    }
  }
}

class OpenReader {
  readonly #machine: Machine;
  readonly #pieces: Piece[];

  constructor(machine: Machine, pieces: Piece[]) {
    this.#machine = machine;
    this.#pieces = pieces;
  }

  value(): Read {
    this.#skipSpace();
    const open = this.#takeOpen();
    if (open !== null) return { kind: 'known', value: this.#scalar(open, null) };
    if (this.#takes('[')) return { kind: 'array', items: this.#list(']', () => this.value()) };
    if (this.#takes('{')) return { kind: 'object', entries: this.#list('}', () => this.#entry()) };
    if (this.#takes('"')) return { kind: 'known', value: this.#string() };
    return { kind: 'known', value: scalarOf(this.#machine, this.#takeMatch(scalar)) };
  }

  end(): void {
    this.#skipSpace();
    if (this.#pieces.length > 0) throw notSeen;
  }

  /** A number or a boolean as text, or a choice of such. What it is may stay open. */
  #scalar(text: Term, known: Term | null): Value {
    const machine = this.#machine;
    const { terms } = machine;
    if (text.kind === 'constant') return scalarOf(machine, String(text.value));
    if (text.kind === 'choice') {
      const { condition } = text;
      const [yes, no] = [this.#scalar(text.yes, condition), this.#scalar(text.no, null)];
      if (isTerm(yes) && isTerm(no) && yes.sort === no.sort) return terms.choice(condition, yes, no);
      return { kind: 'guarded', condition, yes, no };
    }
    const [from] = text.kind === 'operation' ? text.args : [];
    if (text.kind !== 'operation' || from === undefined) throw notSeen;
    if (text.operation === 'str.fromBool') return from;
    const isFinite = isFiniteTerm(machine, from);
    if (text.operation !== 'str.fromNum' || !(isFinite === known || machine.decide(isFinite))) throw notSeen;
    // The sign of zero is not written.
    return terms.choice(terms.apply('num.eq', [from, terms.constant(0)]), terms.constant(0), from);
  }

  #list<Item>(end: string, item: () => Item): Item[] {
    const items: Item[] = [];
    this.#skipSpace();
    if (this.#takes(end)) return items;
    for (;;) {
      items.push(item());
      this.#skipSpace();
      if (this.#takes(end)) return items;
      this.#expect(',');
    }
  }

  #entry(): readonly [string, Read] {
    this.#skipSpace();
    this.#expect('"');
    const key = this.#string();
    if (key.kind !== 'constant') throw notSeen;
    this.#skipSpace();
    this.#expect(':');
    return [String(key.value), this.value()];
  }

  /** After the opening quote. Where a part is open, the whole must be free of escapes. */
  #string(): Term {
    const machine = this.#machine;
    const { terms } = machine;
    const parts: Term[] = [];
    for (;;) {
      const open = this.#takeOpen();
      if (open !== null) parts.push(open);
      else {
        const known = this.#takeMatch(/^(?:[^"\\]|\\.)*/s);
        parts.push(terms.constant(known));
        if (this.#takes('"')) break;
      }
      if (this.#pieces.length === 0) throw notSeen;
    }
    const whole = terms.apply('str.concat', parts);
    if (whole.kind === 'constant') return terms.constant(decoded(String(whole.value)));
    if (!machine.decide(isPlainText(machine, whole))) throw notSeen;
    return whole;
  }

  #takeOpen(): Term | null {
    const [piece] = this.#pieces;
    if (piece === undefined) throw notSeen;
    if (typeof piece === 'string') return null;
    this.#pieces.shift();
    return piece;
  }

  #takeMatch(pattern: RegExp): string {
    const [piece] = this.#pieces;
    const found = typeof piece === 'string' ? pattern.exec(piece) : null;
    if (found === null || typeof piece !== 'string') throw notSeen;
    this.#drop(piece, found[0].length);
    return found[0];
  }

  #takes(text: string): boolean {
    const [piece] = this.#pieces;
    if (typeof piece !== 'string' || !piece.startsWith(text)) return false;
    this.#drop(piece, text.length);
    return true;
  }

  #drop(piece: string, length: number): void {
    const rest = piece.slice(length);
    this.#pieces.splice(0, 1, ...(rest === '' ? [] : [rest]));
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw notSeen;
  }

  #skipSpace(): void {
    if (typeof this.#pieces[0] === 'string') this.#takeMatch(/^[ \t\n\r]*/);
  }
}

const scalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/;

function scalarOf(machine: Machine, text: string): Value {
  if (scalar.exec(text)?.[0] !== text) throw notSeen;
  const value = JSON.parse(text) as boolean | number | null;
  return value === null ? nullValue : machine.terms.constant(value);
}

function decoded(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    throw notSeen;
  }
}
