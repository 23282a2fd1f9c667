import type { Term } from '#smt/term';
import { newArray } from '../array-like';
import { argument, isUndefined, toText } from '../conversions';
import { stackProperty, throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { hasProperty } from '../own-keys';
import { defineData, defineProperty, getFrom, getProperty, ownProperty } from '../properties';
import { settle } from '../settle';
import { undefinedValue, type ObjectValue, type Value } from '../value';
import { forEachOf } from './for-each-of';
import { instancePrototype } from './instance-prototype';
import { bounded, concretised, exact, type LibraryCall, type LibraryPart } from './library-model';
import { throwIncompatible } from './receivers';

const names = ['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'] as const;

/** Errors: their making and their text. */
export const errorConstructors: LibraryPart = {
  ...Object.fromEntries(names.map((name) => [name, exact((machine, call) => newError(machine, call, call.args))])),
  AggregateError: bounded((machine, call) => {
    const made = newError(machine, call, call.args.slice(1));
    const errors: Value[] = [];
    forEachOf(machine, argument(call.args, 0), (error) => errors.push(error));
    defineHidden(machine, made, 'errors', newArray(machine, errors));
    return made;
  }),
  'Error.prototype.toString': exact((machine, call) => {
    const { terms } = machine;
    const error = settle(machine, call.receiver);
    if (error.kind !== 'object') return throwIncompatible(machine, call.name, error);
    const name = textOr(machine, getProperty(machine, error, 'name'), 'Error');
    const message = textOr(machine, getProperty(machine, error, 'message'), '');
    const isEmpty = (text: Term): Term => terms.apply('str.eq', [text, terms.constant('')]);
    const both = terms.apply('str.concat', [name, terms.constant(': '), message]);
    return terms.choice(isEmpty(name), message, terms.choice(isEmpty(message), name, both));
  }),
  'Error.captureStackTrace': exact((machine, call) => {
    const target = settle(machine, argument(call.args, 0));
    if (target.kind !== 'object') return throwTypeError(machine, 'invalid_argument');
    if (!machine.object(target.ref).extensible && ownProperty(machine, target.ref, 'stack') === null) {
      throwTypeError(machine, 'Cannot define property stack, object is not extensible');
    }
    defineProperty(machine, target.ref, 'stack', stackProperty(machine));
    return undefinedValue;
  }),
  /** Where the program was, which is no behaviour: some text, of which nothing else is known. */
  'get Error.stack': concretised((machine, call) => {
    machine.note({ kind: 'assumed', what: 'some text for the stack of an error' });
    const error = settle(machine, call.receiver);
    const message = error.kind === 'object' ? settle(machine, getFrom(machine, error.ref, 'message', error)) : error;
    const args = 'sort' in message ? [message] : [];
    return machine.terms.application('Error.stack', 'str', args);
  }),
  'set Error.stack': exact((machine, call) => {
    const error = settle(machine, call.receiver);
    if (error.kind === 'object') defineHidden(machine, error, 'stack', argument(call.args, 0));
    return undefinedValue;
  }),
};

function newError(machine: Machine, call: LibraryCall, [message, options]: readonly Value[]): ObjectValue {
  const made = machine.create({ kind: 'error' }, instancePrototype(machine, call, `${call.name}.prototype`));
  defineProperty(machine, made.ref, 'stack', stackProperty(machine));
  if (message !== undefined && !isUndefined(machine, message)) {
    defineHidden(machine, made, 'message', toText(machine, message));
  }
  const given = options === undefined ? undefinedValue : settle(machine, options);
  if (given.kind === 'object' && hasProperty(machine, given.ref, 'cause')) {
    defineHidden(machine, made, 'cause', getFrom(machine, given.ref, 'cause', given));
  }
  return made;
}

function defineHidden(machine: Machine, object: ObjectValue, key: string, value: Value): void {
  defineData(machine, object.ref, key, value, { enumerable: false });
}

function textOr(machine: Machine, value: Value, otherwise: string): Term {
  return isUndefined(machine, value) ? machine.terms.constant(otherwise) : toText(machine, value);
}
