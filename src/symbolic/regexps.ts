import { checkPattern } from './regexp-object';
import { regExpData } from '#smt/regexp-operations';
import type { OperationName } from '#smt/operations';
import type { Term } from '#smt/term';
import { newArray } from './array-like';
import { toInteger } from './conversions';
import { throwShown } from './shown';
import type { Machine } from './machine';
import { defineData, getFrom, ownProperty } from './properties';
import { representativeOf } from './regexp-representative';
import { regExpShape, type RegExpShape } from './regexp-shape';
import { objectValue, undefinedValue, type ObjectValue, type Ref, type Value } from './value';

/** A regular expression of the program. */
export interface RegExpObject {
  readonly ref: Ref;
  readonly source: string;
  readonly flags: string;
  readonly shape: RegExpShape;
}

/** A match that was found to be there. */
export interface Match {
  readonly index: Term;
  readonly end: Term;
  readonly whole: Term;
  /** Of the groups, from the first on: undefined where a group took no part. */
  readonly captures: readonly Value[];
  /** The same, empty where a group took no part. */
  readonly texts: readonly Term[];
}

/** A new regular expression, as a literal makes it. */
export function makeRegExp(machine: Machine, pattern: string, flags: string, proto?: Ref): ObjectValue {
  checkPattern(machine, pattern, flags);
  const host = new RegExp(pattern, flags);
  if (!canRun(host)) machine.unsupported('a regular expression that is too large for the engine');
  const internal = { kind: 'regexp', source: host.source, flags: host.flags } as const;
  const made = machine.create(internal, proto ?? machine.world.realm.ref('RegExp.prototype'));
  defineData(machine, made.ref, 'lastIndex', machine.terms.constant(0), { enumerable: false, configurable: false });
  return made;
}

/** What a pattern is compiled to has a limit, which shows when it is first used. */
function canRun(expression: RegExp): boolean {
  if (expression.source.length > longestSource) return false;
  try {
    expression.exec('');
    expression.lastIndex = 0;
    return true;
  } catch {
    return false;
  }
}

const longestSource = 20_000;

export function regExpAt(machine: Machine, ref: Ref): RegExpObject | null {
  const { internal } = machine.object(ref);
  if (internal.kind !== 'regexp') return null;
  const { source, flags } = internal;
  return { ref, source, flags, shape: regExpShape(source, flags) };
}

export function usesLastIndex({ flags }: RegExpObject): boolean {
  return flags.includes('g') || flags.includes('y');
}

/** Whether there is a match at or after a position; for a sticky expression, at the position. */
export function matches(machine: Machine, regExp: RegExpObject, text: Term, from: Term): Term {
  return operation(machine, regExp, 'regexp.test', text, from);
}

/** The match at or after a position, where there is one. */
export function matchFrom(machine: Machine, regExp: RegExpObject, text: Term, from: Term): Match {
  const { terms } = machine;
  const index = operation(machine, regExp, 'regexp.index', text, from);
  const whole = operation(machine, regExp, 'regexp.capture', text, from);
  const groups = regExp.shape.groups.map(({ always }, at) => {
    const group = at + 1;
    const captured = operation(machine, regExp, 'regexp.capture', text, from, group);
    if (always) return { captured, value: captured };
    const condition = operation(machine, regExp, 'regexp.participates', text, from, group);
    return { captured, value: optional(condition, captured) };
  });
  return {
    index,
    whole,
    end: terms.apply('num.add', [index, terms.apply('str.length', [whole])]),
    captures: groups.map(({ value }) => value),
    texts: groups.map(({ captured }) => captured),
  };
}

function optional(condition: Term, captured: Term): Value {
  if (condition.kind === 'constant') return condition.value === true ? captured : undefinedValue;
  return { kind: 'guarded', condition, yes: captured, no: undefinedValue };
}

function operation(
  machine: Machine,
  { source, flags }: RegExpObject,
  name: OperationName,
  text: Term,
  from: Term,
  group = 0,
): Term {
  // Flags that say how to go on, not what matches, are left out: equal expressions then give equal terms.
  const meant = representativeOf(machine.terms, { source, flags: flags.replaceAll(/[dg]/g, '') });
  return machine.terms.apply(name, [text, from], regExpData({ ...meant, group }));
}

/** Where to look for the next match after one: an empty match makes a step. */
export function positionAfter(machine: Machine, regExp: RegExpObject, text: Term, match: Match): Term {
  if (!regExp.shape.mayBeEmpty) return match.end;
  const { terms } = machine;
  const isEmpty = terms.apply('str.eq', [match.whole, terms.constant('')]);
  return terms.choice(isEmpty, stepFrom(machine, regExp, text, match.end), match.end);
}

/** AdvanceStringIndex. */
export function stepFrom(machine: Machine, { flags }: RegExpObject, text: Term, position: Term): Term {
  const { terms } = machine;
  const one = terms.constant(1);
  if (!/[uv]/.test(flags)) return terms.apply('num.add', [position, one]);
  const codePoint = terms.apply('str.codePointAt', [text, position]);
  const isPair = terms.apply('num.lt', [terms.constant(0xffff), codePoint]);
  return terms.apply('num.add', [position, terms.choice(isPair, terms.constant(2), one)]);
}

/** RegExpBuiltinExec: looks for a match and keeps `lastIndex`. */
export function execute(machine: Machine, regExp: RegExpObject, text: Term): Match | null {
  const { terms } = machine;
  const zero = terms.constant(0);
  const last = toInteger(machine, getFrom(machine, regExp.ref, 'lastIndex', objectValue(regExp.ref)));
  const from = usesLastIndex(regExp) ? terms.apply('num.max', [last, zero]) : zero;
  if (!machine.decide(matches(machine, regExp, text, from))) {
    if (usesLastIndex(regExp)) setLastIndex(machine, regExp, zero);
    return null;
  }
  const match = matchFrom(machine, regExp, text, from);
  if (usesLastIndex(regExp)) setLastIndex(machine, regExp, match.end);
  return match;
}

export function setLastIndex(machine: Machine, { ref }: RegExpObject, position: Term): void {
  const own = ownProperty(machine, ref, 'lastIndex');
  if (own?.kind !== 'data' || !own.writable) {
    const receiver = objectValue(ref);
    throwShown(machine, 'TypeError', [
      "Cannot assign to read only property 'lastIndex' of object '",
      { of: receiver },
      "'",
    ]);
  }
  defineData(machine, ref, 'lastIndex', position, own);
}

/** What `exec` returns. */
export function matchResult(machine: Machine, regExp: RegExpObject, text: Term, match: Match): ObjectValue {
  if (regExp.flags.includes('d')) machine.unsupported('the indices of a match');
  const made = newArray(machine, [match.whole, ...match.captures]);
  defineData(machine, made.ref, 'index', match.index);
  defineData(machine, made.ref, 'input', text);
  defineData(machine, made.ref, 'groups', namedCaptures(machine, regExp, match));
  return made;
}

export function namedCaptures(machine: Machine, { shape }: RegExpObject, match: Match): Value {
  if (shape.groups.every(({ name }) => name === null)) return undefinedValue;
  const made = machine.create({ kind: 'plain' }, null);
  shape.groups.forEach(({ name }, at) => {
    if (name !== null) defineData(machine, made.ref, name, match.captures[at] ?? undefinedValue);
  });
  return made;
}
