import type { ChoiceTerm, Term } from '#smt/term';
import { newArray } from '../array-like';
import type { Machine } from '../machine';
import { defineData } from '../properties';
import { isTerm, nullValue, type Value } from '../value';
import { piecesOf, type Piece } from './json-pieces';
import { isPlainText } from './json-stringify';
import { isFiniteTerm } from './numbers';

/**
 * Reads JSON of which some parts are open, where it can be seen how they read: texts between quotes, numbers and
 * booleans that were turned into text. That is what `JSON.stringify` writes. Null where it cannot be seen.
 */
export function readOpenJson(machine: Machine, text: Term): Value | null {
  const reader = new OpenReader(machine, piecesOf(machine.terms, text));
  const read = orNull(() => {
    const value = reader.value();
    reader.end();
    return value;
  });
  return read === null ? null : make(machine, read);
}

/** What was read, before anything is made of it: nothing must be made in vain. */
type Read =
  | { readonly kind: 'known'; readonly value: Value }
  | { readonly kind: 'array'; readonly items: readonly Read[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Read])[] };

/** Thrown where the reading cannot go on. */
const notSeen = Symbol('it cannot be seen how the text reads');

function orNull<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (signal) {
    if (signal === notSeen) return null;
    throw signal;
  }
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

function known(value: Value): Read {
  return { kind: 'known', value };
}

/** One of two values, part by part; null where they differ in shape. */
function chosen(machine: Machine, condition: Term, yes: Read, no: Read): Read | null {
  if (yes.kind === 'known' && no.kind === 'known') {
    const [left, right] = [yes.value, no.value];
    if (isTerm(left) && isTerm(right) && left.sort === right.sort) {
      return known(machine.terms.choice(condition, left, right));
    }
    return known({ kind: 'guarded', condition, yes: left, no: right });
  }
  if (yes.kind === 'array' && no.kind === 'array') {
    const items = allChosen(machine, condition, yes.items, no.items);
    return items === null ? null : { kind: 'array', items };
  }
  if (yes.kind !== 'object' || no.kind !== 'object') return null;
  const keys = yes.entries.map(([key]) => key);
  if (no.entries.some(([key], index) => key !== keys[index])) return null;
  const valuesOf = (entries: typeof yes.entries): Read[] => entries.map(([, value]) => value);
  const values = allChosen(machine, condition, valuesOf(yes.entries), valuesOf(no.entries));
  return values === null ? null : { kind: 'object', entries: values.map((value, index) => [keys[index] ?? '', value]) };
}

function allChosen(machine: Machine, condition: Term, yes: readonly Read[], no: readonly Read[]): Read[] | null {
  if (yes.length !== no.length) return null;
  const both = yes.map((item, index) => {
    const other = no[index];
    return other === undefined ? null : chosen(machine, condition, item, other);
  });
  return both.every((item) => item !== null) ? both : null;
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
    if (open !== null) return open.kind === 'choice' ? this.#choice(open) : known(this.#scalar(open, null));
    if (this.#takes('[')) return { kind: 'array', items: this.#list(']', () => this.value()) };
    if (this.#takes('{')) return { kind: 'object', entries: this.#list('}', () => this.#entry()) };
    if (this.#takes('"')) return known(this.#string());
    return known(scalarOf(this.#machine, this.#takeMatch(scalar)));
  }

  end(): void {
    this.#skipSpace();
    if (this.#pieces.length > 0) throw notSeen;
  }

  /** A choice between two texts of the same shape stays open; between others it is decided. */
  #choice(text: ChoiceTerm): Read {
    const { condition } = text;
    const yes = this.#side(text.yes, condition);
    const no = this.#side(text.no, null);
    const both = yes === null || no === null ? null : chosen(this.#machine, condition, yes, no);
    if (both !== null) return both;
    this.#decideChoice(text);
    return this.value();
  }

  /** One side of a choice, when it is a whole value. */
  #side(text: Term, holds: Term | null): Read | null {
    const reader = new OpenReader(this.#machine, piecesOf(this.#machine.terms, text));
    return orNull(() => {
      if (text.kind === 'operation' && text.operation !== 'str.concat') return known(reader.#scalar(text, holds));
      const value = reader.value();
      reader.end();
      return value;
    });
  }

  #decideChoice(text: ChoiceTerm): void {
    const side = this.#machine.decide(text.condition) ? text.yes : text.no;
    this.#pieces.unshift(...piecesOf(this.#machine.terms, side));
  }

  /** A number, a boolean or a text as JSON, where a condition holds. */
  #scalar(text: Term, holds: Term | null): Value {
    const machine = this.#machine;
    const { terms } = machine;
    const [from] = text.kind === 'operation' ? text.args : [];
    if (text.kind !== 'operation' || from === undefined) throw notSeen;
    if (text.operation === 'str.fromBool' || text.operation === 'str.toJson') return from;
    const isFinite = isFiniteTerm(machine, from);
    if (text.operation !== 'str.fromNum' || !(isFinite === holds || machine.decide(isFinite))) throw notSeen;
    // The sign of zero is not written.
    return terms.choice(terms.apply('num.eq', [from, terms.constant(0)]), terms.constant(0), from);
  }

  /** Whether an open value comes next, in place of the end of a list. */
  #beginsValue(): boolean {
    const [piece] = this.#pieces;
    if (piece === undefined || typeof piece === 'string') return false;
    if (piece.kind !== 'choice') return true;
    return this.#side(piece.yes, piece.condition) !== null && this.#side(piece.no, null) !== null;
  }

  #list<Item>(end: string, item: () => Item): Item[] {
    const items: Item[] = [];
    this.#skipSpace();
    if (!this.#beginsValue() && this.#takes(end)) return items;
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
        const taken = this.#takeMatch(/^(?:[^"\\]|\\.)*/s);
        parts.push(terms.constant(taken));
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
    const piece = this.#first();
    const found = typeof piece === 'string' ? pattern.exec(piece) : null;
    if (found === null || typeof piece !== 'string') throw notSeen;
    this.#drop(piece, found[0].length);
    return found[0];
  }

  /** The first piece; where texts are to be compared, a choice is decided. */
  #first(): Piece | undefined {
    for (;;) {
      const [piece] = this.#pieces;
      if (typeof piece === 'string' || piece?.kind !== 'choice') return piece;
      this.#pieces.shift();
      this.#decideChoice(piece);
    }
  }

  #takes(text: string): boolean {
    const piece = this.#first();
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
