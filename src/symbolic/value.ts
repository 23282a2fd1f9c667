import type { Term } from '#smt/term';
import type { Location } from './location';

/** A value of the program: a scalar as a term, or something with an identity. */
export type Value = Term | UndefinedValue | NullValue | ObjectValue | UniqueValue | InputValue | GuardedValue;

interface UndefinedValue {
  readonly kind: 'undefined';
}

interface NullValue {
  readonly kind: 'null';
}

/** An object by its place in the heap; functions and arrays are objects. */
export interface ObjectValue {
  readonly kind: 'object';
  readonly ref: Ref;
}

/** A value of type `symbol`. */
export interface UniqueValue {
  readonly kind: 'unique';
  readonly key: PropertyKeyText;
  readonly description: string | null;
}

/** An input that nobody has looked at yet. */
export interface InputValue {
  readonly kind: 'input';
  readonly location: Location;
}

/** One of two values of different kinds, by a condition: what joined paths leave behind. */
export interface GuardedValue {
  readonly kind: 'guarded';
  readonly condition: Term;
  readonly yes: Value;
  readonly no: Value;
}

/** What is left when nothing is undecided about the kind of a value. */
export type SettledValue = Exclude<Value, InputValue | GuardedValue>;

/** Positive: made by the program or an input. Negative: an object of the language itself, see `Realm`. */
export type Ref = number;

/** A property key: a string, or `\u0000` and more for a symbol. */
export type PropertyKeyText = string;

export const undefinedValue: Value & SettledValue = { kind: 'undefined' };
export const nullValue: Value & SettledValue = { kind: 'null' };

export function objectValue(ref: Ref): ObjectValue {
  return { kind: 'object', ref };
}

export function isTerm(value: Value): value is Term {
  return 'sort' in value;
}

const symbolMark = '\u0000';

export function wellKnownSymbol(name: string): PropertyKeyText {
  return `${symbolMark}@@${name}`;
}

export function freshSymbol(number: number): PropertyKeyText {
  return `${symbolMark}#${number}`;
}

/** One that was handed in. */
export function isInputSymbol(symbol: UniqueValue): boolean {
  return symbol.key.startsWith(`${symbolMark}#-`);
}

/** One that the program has made, for itself. */
export function isMadeSymbol(symbol: UniqueValue): boolean {
  return symbol.key.startsWith(`${symbolMark}#`) && !isInputSymbol(symbol);
}

/** The key of a symbol that the program has made or that is registered: no part of the language. */
export function isOwnSymbol(key: PropertyKeyText): boolean {
  return isSymbolKey(key) && !key.startsWith(wellKnownSymbol(''));
}

const registered = `${symbolMark}for `;

/** The key of `Symbol.for(text)`. */
export function registeredSymbol(text: string): PropertyKeyText {
  return `${registered}${text}`;
}

/** What a symbol is registered under; null for all others. */
export function registeredText(key: PropertyKeyText): string | null {
  return key.startsWith(registered) ? key.slice(registered.length) : null;
}

export function isSymbolKey(key: PropertyKeyText): boolean {
  return key.startsWith(symbolMark);
}

/** The index that a key means in an array, or −1. */
export function arrayIndexOf(key: PropertyKeyText): number {
  const index = Number(key);
  return Number.isInteger(index) && index >= 0 && index < 2 ** 32 - 1 && String(index) === key ? index : -1;
}
