import type { Term } from '#smt/term';
import { newArray } from '../array-like';
import { argument, toInteger, toText } from '../conversions';
import { iteratorResult } from '../iterator-result';
import type { Machine } from '../machine';
import { getFrom } from '../properties';
import {
  execute,
  makeRegExp,
  matches,
  matchFrom,
  matchResult,
  namedCaptures,
  positionAfter,
  setLastIndex,
  stepFrom,
  type Match,
  type RegExpObject,
} from '../regexps';
import { nullValue, objectValue, undefinedValue, type Value } from '../value';
import { bounded, concretised, exact, type LibraryCall, type LibraryPart } from './library-model';
import { throwIncompatible } from './receivers';
import { receiverRegExp } from './regexp-receivers';
import { oneByOne, plainTextOf, trimBy } from './regexp-meanings';
import { rounds } from './rounds';
import { replacementOf, withReplacements, type Occurrence, type Replacement } from './substitution';
import { split, splitLimit } from './text-pieces';
import { settle } from '../settle';

/** What methods of strings call when they are given a regular expression. */
export const regExpSymbols: LibraryPart = {
  'RegExp.prototype[Symbol.match]': bounded((machine, call) => {
    const [regExp, text] = receiverAndText(machine, call, 'RegExp.prototype.@@match');
    if (!regExp.flags.includes('g')) {
      const match = execute(machine, regExp, text);
      return match === null ? nullValue : matchResult(machine, regExp, text, match);
    }
    const found = allMatches(machine, regExp, text).map(({ whole }) => whole);
    return found.length === 0 ? nullValue : newArray(machine, found);
  }),
  'RegExp.prototype[Symbol.matchAll]': exact((machine, call) => {
    const [regExp, text] = receiverAndText(machine, call, 'RegExp.prototype.@@matchAll');
    const copy = makeRegExp(machine, regExp.source, regExp.flags);
    const last = toInteger(machine, getFrom(machine, regExp.ref, 'lastIndex', objectValue(regExp.ref)));
    setLastIndex(
      machine,
      { ...regExp, ref: copy.ref },
      machine.terms.apply('num.max', [last, machine.terms.constant(0)]),
    );
    const iterator = {
      over: 'matches',
      what: 'values',
      source: copy,
      items: [text],
      position: 0,
      done: false,
    } as const;
    return machine.create({ kind: 'iterator', iterator }, machine.world.realm.ref('%RegExpStringIteratorPrototype%'));
  }),
  '%RegExpStringIteratorPrototype%.next': exact((machine, call) => nextMatch(machine, call)),
  'RegExp.prototype[Symbol.search]': exact((machine, call) => {
    const [regExp, text] = receiverAndText(machine, call, 'RegExp.prototype.@@search');
    const zero = machine.terms.constant(0);
    const found = matchFrom(machine, regExp, text, zero).index;
    return found;
  }),
  'RegExp.prototype[Symbol.replace]': concretised((machine, call) => {
    const [regExp, text] = receiverAndText(machine, call, 'RegExp.prototype.@@replace');
    const replacement = replacementOf(machine, argument(call.args, 1));
    const known = replacedByText(machine, regExp, text, replacement);
    if (known !== null) return known;
    const found = regExp.flags.includes('g')
      ? allMatches(machine, isRemoval(machine, replacement) ? oneByOne(regExp) : regExp, text)
      : atMostOne(machine, regExp, text);
    const occurrences = found.map((match) => occurrenceOf(machine, regExp, match));
    return withReplacements(machine, replacement, text, occurrences);
  }),
  'RegExp.prototype[Symbol.split]': bounded((machine, call) => {
    const [regExp, text] = receiverAndText(machine, call, 'RegExp.prototype.@@split');
    const limit = splitLimit(machine, argument(call.args, 1));
    const anywhere = withoutSticky(regExp);
    const plain = plainTextOf(anywhere);
    if (plain === null) return newArray(machine, splitByRegExp(machine, anywhere, text, limit));
    if (machine.decide(machine.terms.apply('num.eq', [limit, machine.terms.constant(0)]))) return newArray(machine, []);
    return newArray(machine, split(machine, text, machine.terms.constant(plain), limit));
  }),
};

function receiverAndText(machine: Machine, call: LibraryCall, method: string): [RegExpObject, Term] {
  const regExp = receiverRegExp(machine, call.receiver, method);
  return [regExp, toText(machine, argument(call.args, 0))];
}

/** All matches of a global expression, which begins at the start and has `lastIndex` 0 in the end. */
function allMatches(machine: Machine, regExp: RegExpObject, text: Term): Match[] {
  const zero = machine.terms.constant(0);
  setLastIndex(machine, regExp, zero);
  const found: Match[] = [];
  const goesOn = rounds(machine);
  for (let from = zero; goesOn(matches(machine, regExp, text, from));) {
    const match = matchFrom(machine, regExp, text, from);
    found.push(match);
    from = positionAfter(machine, regExp, text, match);
  }
  return found;
}

function atMostOne(machine: Machine, regExp: RegExpObject, text: Term): Match[] {
  const match = execute(machine, regExp, text);
  return match === null ? [] : [match];
}

/** Where an expression only says what to replace by a text in a way that there is an operation for. */
function replacedByText(machine: Machine, regExp: RegExpObject, text: Term, replacement: Replacement): Term | null {
  if (replacement.kind !== 'text') return null;
  const { terms } = machine;
  const isGlobal = regExp.flags.includes('g');
  const plain = plainTextOf(regExp);
  const trim = isRemoval(machine, replacement) ? trimBy(regExp) : null;
  if (plain === null && trim === null) return null;
  if (isGlobal) setLastIndex(machine, regExp, terms.constant(0));
  else toInteger(machine, getFrom(machine, regExp.ref, 'lastIndex', objectValue(regExp.ref)));
  if (trim !== null) return terms.apply(trim, [text]);
  const operation = isGlobal ? 'str.replaceAll' : 'str.replace';
  return terms.apply(operation, [text, terms.constant(plain ?? ''), replacement.text]);
}

function isRemoval(machine: Machine, replacement: Replacement): boolean {
  return replacement.kind === 'text' && replacement.text === machine.terms.constant('');
}

function occurrenceOf(machine: Machine, regExp: RegExpObject, match: Match): Occurrence {
  const names = regExp.shape.groups.map(({ name }) => name);
  return {
    ...match,
    names: names.every((name) => name === null) ? null : names,
    groups: () => namedCaptures(machine, regExp, match),
  };
}

function nextMatch(machine: Machine, call: LibraryCall): Value {
  const receiver = settle(machine, call.receiver);
  const object = receiver.kind === 'object' ? machine.object(receiver.ref) : null;
  if (
    receiver.kind !== 'object' ||
    object?.internal.kind !== 'iterator' ||
    object.internal.iterator.over !== 'matches'
  ) {
    return throwIncompatible(machine, '%RegExpStringIterator%.prototype.next', receiver);
  }
  const { iterator } = object.internal;
  if (iterator.done) return iteratorResult(machine, undefinedValue, true);
  const regExp = receiverRegExp(machine, iterator.source, call.name);
  const text = toText(machine, argument(iterator.items, 0));
  const match = execute(machine, regExp, text);
  const isGlobal = regExp.flags.includes('g');
  if (match === null || !isGlobal) {
    machine.update(receiver.ref, { ...object, internal: { kind: 'iterator', iterator: { ...iterator, done: true } } });
  }
  if (match === null) return iteratorResult(machine, undefinedValue, true);
  if (isGlobal) setLastIndex(machine, regExp, positionAfter(machine, regExp, text, match));
  return iteratorResult(machine, matchResult(machine, regExp, text, match), false);
}

function withoutSticky(regExp: RegExpObject): RegExpObject {
  return { ...regExp, flags: regExp.flags.replace('y', '') };
}

function splitByRegExp(machine: Machine, regExp: RegExpObject, text: Term, limit: Term): Value[] {
  const { terms } = machine;
  const zero = terms.constant(0);
  const size = terms.apply('str.length', [text]);
  const pieces: Value[] = [];
  const isFull = (): boolean => machine.decide(terms.apply('num.eq', [limit, terms.constant(pieces.length)]));
  if (isFull()) return pieces;
  if (machine.decide(terms.apply('num.eq', [size, zero]))) {
    return machine.decide(matches(machine, regExp, text, zero)) ? [] : [text];
  }
  const goesOn = rounds(machine);
  let pieceStart = zero;
  for (let from = zero; ;) {
    const match = matchFrom(machine, regExp, text, from);
    const isBeforeEnd = terms.apply('num.lt', [match.index, size]);
    if (!goesOn(terms.and([matches(machine, regExp, text, from), isBeforeEnd]))) break;
    const takesNothing = terms.apply('num.eq', [match.end, pieceStart]);
    if (regExp.shape.mayBeEmpty && machine.decide(takesNothing)) {
      from = stepFrom(machine, regExp, text, match.index);
      continue;
    }
    for (const piece of [terms.apply('str.slice', [text, pieceStart, match.index]), ...match.captures]) {
      pieces.push(piece);
      if (isFull()) return pieces;
    }
    pieceStart = match.end;
    from = match.end;
  }
  return [...pieces, terms.apply('str.slice', [text, pieceStart, size])];
}
