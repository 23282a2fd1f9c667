import type { Term } from '#smt/term';
import { concretise } from '../concretise';
import { toText } from '../conversions';
import type { Machine } from '../machine';
import { isCallable } from '../properties';
import { settle } from '../settle';
import { undefinedValue, type ObjectValue, type Value } from '../value';

/** One occurrence that is to be replaced. */
export interface Occurrence {
  readonly index: Term;
  readonly end: Term;
  readonly whole: Term;
  readonly captures: readonly Value[];
  /** Captures as text: empty where a group took no part. */
  readonly texts: readonly Term[];
  /** Names of groups by their place among the captures; null where there are no named groups. */
  readonly names: readonly (string | null)[] | null;
  /** The object of named captures, made when a replacer asks for it. */
  readonly groups: () => Value;
}

/** What takes the place of an occurrence: text, a text with `$` patterns, or what a function says. */
export type Replacement =
  | { readonly kind: 'text'; readonly text: Term }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'function'; readonly fn: ObjectValue };

/** The second argument of `replace`. A text of which it is open whether it has patterns is decided. */
export function replacementOf(machine: Machine, value: Value): Replacement {
  const { terms } = machine;
  const settled = settle(machine, value);
  if (isCallable(machine, settled)) return { kind: 'function', fn: settled };
  const text = toText(machine, settled);
  if (!machine.decide(terms.apply('str.includes', [text, terms.constant('$')]))) return { kind: 'text', text };
  return { kind: 'pattern', pattern: String(concretise(machine, text, 'a replacement with `$` in it')) };
}

export function replaced(machine: Machine, replacement: Replacement, subject: Term, occurrence: Occurrence): Term {
  switch (replacement.kind) {
    case 'text':
      return replacement.text;
    case 'pattern':
      return expand(machine, replacement.pattern, subject, occurrence);
    case 'function': {
      const { whole, captures, index, names, groups } = occurrence;
      const args = [whole, ...captures, index, subject, ...(names === null ? [] : [groups()])];
      return toText(machine, machine.call(replacement.fn, undefinedValue, args));
    }
  }
}

/** The subject with each occurrence replaced. */
export function withReplacements(
  machine: Machine,
  replacement: Replacement,
  subject: Term,
  occurrences: readonly Occurrence[],
): Term {
  const { terms } = machine;
  const parts: Term[] = [];
  let position = terms.constant(0);
  for (const occurrence of occurrences) {
    parts.push(terms.apply('str.slice', [subject, position, occurrence.index]));
    parts.push(replaced(machine, replacement, subject, occurrence));
    position = occurrence.end;
  }
  parts.push(terms.apply('str.slice', [subject, position, terms.apply('str.length', [subject])]));
  return terms.apply('str.concat', parts);
}

const pieces = /\$(?:([$&`'])|(\d\d?)|<([^>]*)>)|[^$]+|\$/g;

/** GetSubstitution. */
function expand(machine: Machine, pattern: string, subject: Term, occurrence: Occurrence): Term {
  const { terms } = machine;
  const parts = Array.from(pattern.matchAll(pieces), ([piece, mark, digits, name]): Term => {
    if (mark !== undefined) return marked(machine, mark, subject, occurrence);
    if (digits !== undefined) return numbered(machine, digits, occurrence) ?? terms.constant(piece);
    if (name !== undefined && occurrence.names !== null) return named(machine, name, occurrence);
    return terms.constant(piece);
  });
  return terms.apply('str.concat', parts);
}

function marked(machine: Machine, mark: string, subject: Term, { index, end, whole }: Occurrence): Term {
  const { terms } = machine;
  switch (mark) {
    case '&':
      return whole;
    case '`':
      return terms.apply('str.slice', [subject, terms.constant(0), index]);
    case "'":
      return terms.apply('str.slice', [subject, end, terms.apply('str.length', [subject])]);
    default:
      return terms.constant('$');
  }
}

/** Two digits mean a group where there are so many, else the first digit does and the second stands for itself. */
function numbered(machine: Machine, digits: string, { texts }: Occurrence): Term | null {
  const both = texts[Number(digits) - 1];
  if (both !== undefined) return both;
  const first = digits.length === 2 ? texts[Number(digits[0]) - 1] : undefined;
  if (first === undefined) return null;
  return machine.terms.apply('str.concat', [first, machine.terms.constant(digits.slice(1))]);
}

function named(machine: Machine, name: string, { names, texts }: Occurrence): Term {
  return texts[names?.indexOf(name) ?? -1] ?? machine.terms.constant('');
}
