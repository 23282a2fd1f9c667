import type { MinedSession } from '../mine-sessions';
import type { MinedValues } from '../mine-values';
import { numberOf, stringOf, type Argument, type Entry, type Leaf } from './argument';
import { variedRows } from './varied-rows';

/** Values to call functions with: those that tests and the changed code write, and a few that break things everywhere. */
export class ArgumentPool {
  /** Arguments of calls and rows of tables: those that came with the change, and all. */
  readonly fresh: readonly (readonly Argument[])[];
  readonly rows: readonly (readonly Argument[])[];
  readonly strings: readonly Leaf[];
  readonly numbers: readonly Leaf[];
  /** Lists, objects, regular expressions and what else is not made up. */
  readonly others: readonly Argument[];
  /** Of all objects that were written. */
  readonly entries: readonly Entry[];
  /** That texts may be bounded by: small numbers that are written somewhere. */
  readonly lengths: readonly number[];
  /** Characters of all strings, those that are no letters or digits more often. */
  readonly alphabet: readonly string[];
  readonly #calls: ReadonlyMap<string, readonly (readonly Argument[])[]>;
  readonly #news: ReadonlyMap<string, readonly (readonly Argument[])[]>;

  readonly #sessions: MinedValues['sessionsOf'];
  readonly #rowsNear: MinedValues['rowsNear'];
  readonly #varied = new Map<string, readonly (readonly Argument[])[]>();

  constructor({ callsOf, newsOf, sessionsOf, rowsNear, rows, literals, fresh }: MinedValues) {
    this.#calls = callsOf;
    this.#news = newsOf;
    this.#sessions = sessionsOf;
    this.#rowsNear = rowsNear;
    this.rows = variedRows(rows);
    this.fresh = fresh;
    const strings = new Map<string, Leaf>();
    const numbers = new Map<number, Leaf>();
    const others: Argument[] = [];
    const entries = new Map<string, Entry>();
    for (const argument of literals) {
      if (argument.kind === 'string') strings.set(String(argument.value), argument);
      else if (argument.kind === 'number') numbers.set(Number(argument.value), argument);
      else others.push(argument);
      if (argument.kind !== 'object') continue;
      for (const [key, value] of argument.entries) entries.set(`${key} ${JSON.stringify(value)}`, [key, value]);
    }
    for (const text of usualStrings) if (!strings.has(text)) strings.set(text, stringOf(text));
    const written = [...numbers.keys()].filter((value) => Number.isInteger(value) && value > 2 && value <= mostLength);
    this.lengths = [...new Set([...written, ...usualLengths])];
    const near = [...numbers.keys()].flatMap((value) => [value - 1, value + 1, -value]);
    for (const value of [...usualNumbers, ...near]) if (!numbers.has(value)) numbers.set(value, numberOf(value));
    this.strings = [...strings.values()];
    this.numbers = [...numbers.values()];
    this.others = others;
    this.entries = [...entries.values()];
    this.alphabet = alphabetOf([...strings.keys()]);
  }

  /** Arguments that something of this name was called with. */
  callsOf(name: string): readonly (readonly Argument[])[] {
    return this.#variedOnce(`call ${name}`, () => this.#calls.get(name) ?? []);
  }

  /** Values side by side in files that call something of this name. */
  rowsNear(name: string): readonly (readonly Argument[])[] {
    return this.#variedOnce(`near ${name}`, () => this.#rowsNear(name));
  }

  /** Arguments that instances of a class were made with. */
  newsOf(className: string): readonly (readonly Argument[])[] {
    return this.#variedOnce(`new ${className}`, () => this.#news.get(className) ?? []);
  }

  /** Calls that were made on instances of a class. */
  sessionsOf(className: string): readonly MinedSession[] {
    return this.#sessions.get(className) ?? [];
  }

  #variedOnce(key: string, rows: () => readonly (readonly Argument[])[]): readonly (readonly Argument[])[] {
    const known = this.#varied.get(key);
    if (known !== undefined) return known;
    const varied = variedRows(rows());
    this.#varied.set(key, varied);
    return varied;
  }
}

const usualStrings = ['', ' ', 'a', '0', '1', 'A b', 'constructor', '-1', '1.5', '\n', 'é', 'e\u0301', 'ß', '😀'];
const usualNumbers = [0, 1, 2, 3, 7, 10, 100, 1000, -1, 0.5, 1e9, 2 ** 31, 2 ** 53, 1e21, NaN, Infinity, -0];

const usualLengths = [16, 20, 32, 64, 256];
const mostLength = 260;

function alphabetOf(strings: readonly string[]): string[] {
  const found = new Set(strings.slice(0, mostForAlphabet).join(''));
  const characters = [...found].filter((character) => character.length === 1);
  return [...characters, ...characters.filter((character) => !/[\p{L}\p{N}]/u.test(character))];
}

const mostForAlphabet = 2_000;
