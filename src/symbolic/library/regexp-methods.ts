import { truth, argument, isUndefined, toText } from '../conversions';
import { concretise } from '../concretise';
import { throwError, throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { getProperty } from '../properties';
import { execute, makeRegExp, matchResult, regExpAt, type RegExpObject } from '../regexps';
import { settle } from '../settle';
import { throwShown } from '../shown';
import { nullValue, undefinedValue, type SettledValue, type Value } from '../value';
import { instancePrototype } from './instance-prototype';
import { concretised, exact, type LibraryCall, type LibraryModel, type LibraryPart } from './library-model';
import { throwIncompatible } from './receivers';
import { receiverRegExp } from './regexp-receivers';
import { isRegExp } from './string-search';

const flagNames: Readonly<Record<string, string>> = {
  hasIndices: 'd',
  global: 'g',
  ignoreCase: 'i',
  multiline: 'm',
  dotAll: 's',
  unicode: 'u',
  unicodeSets: 'v',
  sticky: 'y',
};

/** Regular expressions: their making, `exec`, `test`, and what they say of themselves. */
export const regExpMethods: LibraryPart = {
  RegExp: concretised((machine, call) => {
    const pattern = settle(machine, argument(call.args, 0));
    const flags = argument(call.args, 1);
    if (call.newTarget === null && isUndefined(machine, flags) && isRegExp(machine, pattern)) {
      const constructor = settle(machine, getProperty(machine, pattern, 'constructor'));
      if (constructor.kind === 'object' && constructor.ref === machine.world.realm.ref('RegExp')) return pattern;
    }
    const [source, wanted] = patternAndFlags(machine, pattern, flags);
    const proto = instancePrototype(machine, call, 'RegExp.prototype');
    const problem = problemWith(source, wanted);
    if (problem !== null) throwError(machine, 'SyntaxError', problem);
    return makeRegExp(machine, source, wanted, proto);
  }),
  'RegExp.prototype.exec': exact((machine, call) => {
    const regExp = ownRegExp(machine, call);
    const text = toText(machine, argument(call.args, 0));
    const match = execute(machine, regExp, text);
    return match === null ? nullValue : matchResult(machine, regExp, text, match);
  }),
  'RegExp.prototype.test': exact((machine, call) => {
    const receiver = settle(machine, call.receiver);
    if (receiver.kind === 'object' && regExpAt(machine, receiver.ref) === null) {
      throwIncompatible(machine, 'RegExp.prototype.exec', receiver);
    }
    // The engine complains of `undefined` here, whatever the receiver is.
    if (receiver.kind !== 'object') throwIncompatible(machine, call.name, undefinedValue);
    const regExp = receiverRegExp(machine, receiver, call.name);
    const text = toText(machine, argument(call.args, 0));
    return machine.terms.constant(execute(machine, regExp, text) !== null);
  }),
  'RegExp.prototype.toString': exact((machine, call) => {
    const receiver = settle(machine, call.receiver);
    if (receiver.kind !== 'object') return throwIncompatible(machine, call.name, receiver);
    const { terms } = machine;
    const slash = terms.constant('/');
    const source = toText(machine, getProperty(machine, receiver, 'source'));
    return terms.apply('str.concat', [slash, source, slash, toText(machine, getProperty(machine, receiver, 'flags'))]);
  }),
  'get RegExp.prototype.source': exact((machine, call) => {
    const receiver = settle(machine, call.receiver);
    if (isPrototype(machine, receiver)) return machine.terms.constant('(?:)');
    const regExp = receiver.kind === 'object' ? regExpAt(machine, receiver.ref) : null;
    if (regExp !== null) return machine.terms.constant(regExp.source);
    return throwTypeError(machine, 'RegExp.prototype.source getter called on non-RegExp object');
  }),
  'get RegExp.prototype.flags': exact((machine, call) => {
    const receiver = settle(machine, call.receiver);
    if (receiver.kind !== 'object') {
      throwShown(machine, 'TypeError', ['RegExp.prototype.flags getter called on non-object ', { of: receiver }]);
    }
    const set = Object.entries(flagNames).filter(([name]) =>
      machine.decide(truth(machine, getProperty(machine, receiver, name))),
    );
    return machine.terms.constant(set.map(([, letter]) => letter).join(''));
  }),
  ...Object.fromEntries(
    Object.entries(flagNames).map(([name, letter]) => [`get RegExp.prototype.${name}`, flagGetter(name, letter)]),
  ),
  'get RegExp[Symbol.species]': exact((_machine, call) => call.receiver),
};

/** Here, unlike in methods that look things up, nothing but the object itself counts. */
function ownRegExp(machine: Machine, call: LibraryCall): RegExpObject {
  const receiver = settle(machine, call.receiver);
  const regExp = receiver.kind === 'object' ? regExpAt(machine, receiver.ref) : null;
  return regExp ?? throwIncompatible(machine, call.name, receiver);
}

function patternAndFlags(machine: Machine, pattern: SettledValue, flags: Value): [string, string] {
  const known = pattern.kind === 'object' ? regExpAt(machine, pattern.ref) : null;
  if (known !== null) return [known.source, isUndefined(machine, flags) ? known.flags : knownText(machine, flags)];
  if (pattern.kind === 'object' && isRegExp(machine, pattern)) {
    machine.unsupported('a regular expression made of something like one');
  }
  const source = pattern.kind === 'undefined' ? '' : knownText(machine, pattern);
  return [source, isUndefined(machine, flags) ? '' : knownText(machine, flags)];
}

function knownText(machine: Machine, value: Value): string {
  return String(concretise(machine, toText(machine, value), 'the pattern of a regular expression'));
}

function problemWith(source: string, flags: string): string | null {
  try {
    void new RegExp(source, flags);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function flagGetter(name: string, letter: string): LibraryModel {
  return exact((machine, call) => {
    const receiver = settle(machine, call.receiver);
    if (isPrototype(machine, receiver)) return undefinedValue;
    const regExp = receiver.kind === 'object' ? regExpAt(machine, receiver.ref) : null;
    if (regExp !== null) return machine.terms.constant(regExp.flags.includes(letter));
    return throwTypeError(machine, `RegExp.prototype.${name} getter called on non-RegExp object`);
  });
}

function isPrototype(machine: Machine, value: SettledValue): boolean {
  return value.kind === 'object' && value.ref === machine.world.realm.ref('RegExp.prototype');
}
