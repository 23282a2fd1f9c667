import type { Term } from '#smt/term';
import { newArray } from '../array-like';
import { argument, isNullish, isUndefined, toText } from '../conversions';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { getProperty, isCallable } from '../properties';
import { settle } from '../settle';
import { undefinedValue, wellKnownSymbol, type Value } from '../value';
import { bounded, concretised, type LibraryCall, type LibraryPart } from './library-model';
import { receiverText } from './receivers';
import { rounds } from './rounds';
import { isRegExp } from './string-search';
import { replacementOf, withReplacements, type Occurrence, type Replacement } from './substitution';
import { indexOf, isFound, split, splitLimit } from './text-pieces';

/** Methods of strings that take a text or a regular expression to look for. */
export const stringPatterns: LibraryPart = {
  'String.prototype.match': concretised((machine, call) => viaRegExp(machine, call, 'match', '')),
  'String.prototype.matchAll': concretised((machine, call) => {
    requireGlobal(machine, call);
    return viaRegExp(machine, call, 'matchAll', 'g');
  }),
  'String.prototype.search': concretised((machine, call) => viaRegExp(machine, call, 'search', '')),
  'String.prototype.replace': concretised((machine, call) => {
    requireText(machine, call);
    const [pattern, by] = [argument(call.args, 0), argument(call.args, 1)];
    const own = ownMethod(machine, pattern, 'replace');
    if (own !== null) return machine.call(own, pattern, [call.receiver, by]);
    const text = toText(machine, call.receiver);
    const part = toText(machine, pattern);
    const replacement = replacementOf(machine, by);
    if (replacement.kind === 'text') return machine.terms.apply('str.replace', [text, part, replacement.text]);
    const index = indexOf(machine, text, part, machine.terms.constant(0));
    if (!machine.decide(isFound(machine, index))) return text;
    return withReplacements(machine, replacement, text, [occurrenceAt(machine, part, index)]);
  }),
  'String.prototype.replaceAll': concretised((machine, call) => {
    requireText(machine, call);
    requireGlobal(machine, call);
    const [pattern, by] = [argument(call.args, 0), argument(call.args, 1)];
    const own = ownMethod(machine, pattern, 'replace');
    if (own !== null) return machine.call(own, pattern, [call.receiver, by]);
    const text = toText(machine, call.receiver);
    const part = toText(machine, pattern);
    return replaceAll(machine, text, part, replacementOf(machine, by));
  }),
  'String.prototype.split': bounded((machine, call) => {
    requireText(machine, call);
    const [separator, limit] = [argument(call.args, 0), argument(call.args, 1)];
    const own = ownMethod(machine, separator, 'split');
    if (own !== null) return machine.call(own, separator, [call.receiver, limit]);
    const text = toText(machine, call.receiver);
    const most = splitLimit(machine, limit);
    const by = toText(machine, separator);
    if (machine.decide(machine.terms.apply('num.eq', [most, machine.terms.constant(0)]))) return newArray(machine, []);
    return newArray(machine, isUndefined(machine, separator) ? [text] : split(machine, text, by, most));
  }),
};

function requireText(machine: Machine, call: LibraryCall): void {
  if (isNullish(machine, call.receiver)) throwTypeError(machine, `${call.name} called on null or undefined`);
}

function requireGlobal(machine: Machine, call: LibraryCall): void {
  requireText(machine, call);
  const pattern = argument(call.args, 0);
  if (!isRegExp(machine, pattern)) return;
  const flags = toText(machine, getProperty(machine, pattern, 'flags'));
  if (!machine.decide(machine.terms.apply('str.includes', [flags, machine.terms.constant('g')]))) {
    throwTypeError(machine, `${call.name} called with a non-global RegExp argument`);
  }
}

/** How the pattern itself wants to be used; null where it is a mere text. */
function ownMethod(machine: Machine, pattern: Value, symbol: string): Value | null {
  if (isNullish(machine, pattern)) return null;
  const method = settle(machine, getProperty(machine, pattern, wellKnownSymbol(symbol)));
  if (method.kind === 'undefined' || method.kind === 'null') return null;
  return isCallable(machine, method) ? method : machine.unsupported(`Symbol.${symbol} that is no function`);
}

/** What is no regular expression becomes one. */
function viaRegExp(machine: Machine, call: LibraryCall, symbol: string, flags: string): Value {
  requireText(machine, call);
  const pattern = argument(call.args, 0);
  const own = ownMethod(machine, pattern, symbol);
  if (own !== null) return machine.call(own, pattern, [call.receiver]);
  const text = receiverText(machine, call);
  const constructor = machine.world.realm.value('RegExp');
  const regExp = machine.construct(constructor, [pattern, machine.terms.constant(flags)]);
  const method = getProperty(machine, regExp, wellKnownSymbol(symbol));
  return machine.call(method, regExp, [text]);
}

function occurrenceAt(machine: Machine, part: Term, index: Term): Occurrence {
  const { terms } = machine;
  const end = terms.apply('num.add', [index, terms.apply('str.length', [part])]);
  return { index, end, whole: part, captures: [], texts: [], names: null, groups: () => undefinedValue };
}

function replaceAll(machine: Machine, text: Term, part: Term, replacement: Replacement): Term {
  const { terms } = machine;
  if (replacement.kind === 'text') return terms.apply('str.replaceAll', [text, part, replacement.text]);
  const step = terms.apply('num.max', [terms.constant(1), terms.apply('str.length', [part])]);
  const occurrences: Occurrence[] = [];
  const goesOn = rounds(machine);
  for (let from = terms.constant(0); ;) {
    // The search is clamped to the string, so that an empty part would be found at its end again and again.
    const index = indexOf(machine, text, part, from);
    const isNew = terms.apply('num.le', [from, index]);
    if (!goesOn(terms.and([isFound(machine, index), isNew]))) break;
    occurrences.push(occurrenceAt(machine, part, index));
    from = terms.apply('num.add', [index, step]);
  }
  return withReplacements(machine, replacement, text, occurrences);
}
