import assert from 'node:assert';
import type { Term } from '#smt/term';
import { argument, isNullish, toText, truth } from '../conversions';
import { looseEquals, sameValue } from '../equality';
import { stackProperty } from '../errors';
import type { Machine } from '../machine';
import { defineData, defineProperty } from '../properties';
import { settle } from '../settle';
import { ThrowSignal } from '../signals';
import { isTerm, undefinedValue, type SettledValue, type Value } from '../value';
import { deepStrictlyEqual, plainData } from './deep-equality';
import { bounded, exact, type LibraryCall, type LibraryModel, type LibraryPart } from './library-model';

/**
 * `node:assert`. An assertion that fails throws, with the message of the engine. What the engine would quote of the source in a
 * message is no behaviour: it shows the value instead, as it does where it has no source.
 */
export const assertions: LibraryPart = {
  assert: exact(assertTrue),
  'assert.ok': exact(assertTrue),
  'assert.equal': comparing('==', (machine, a, b) => loosely(machine, a, b)),
  'assert.notEqual': comparing('!=', (machine, a, b) => !loosely(machine, a, b)),
  'assert.strictEqual': comparing('strictEqual', (machine, a, b) => machine.decide(sameValue(machine, a, b))),
  'assert.notStrictEqual': comparing('notStrictEqual', (machine, a, b) => !machine.decide(sameValue(machine, a, b))),
  'assert.deepStrictEqual': comparing('deepStrictEqual', deepStrictlyEqual),
  'assert.notDeepStrictEqual': comparing('notDeepStrictEqual', (machine, a, b) => !deepStrictlyEqual(machine, a, b)),
  'assert.fail': exact((machine, { args }) => {
    if (args.length > 1) return machine.unsupported('assert.fail with several arguments');
    const failure = { actual: undefinedValue, expected: undefinedValue, operator: 'fail' };
    return fail(machine, failure, argument(args, 0), (given) => given ?? machine.terms.constant('Failed'));
  }),
  'assert.throws': exact((machine, { args }) => {
    if (args.length !== 1) return machine.unsupported('assert.throws with an expectation');
    if (doesThrow(machine, argument(args, 0))) return undefinedValue;
    const failure = { actual: undefinedValue, expected: undefinedValue, operator: 'throws' };
    return fail(
      machine,
      failure,
      machine.terms.constant('Missing expected exception.'),
      (given) => given ?? machine.terms.constant(''),
    );
  }),
};

interface Failure {
  readonly actual: Value;
  readonly expected: Value;
  readonly operator: string;
}

function assertTrue(machine: Machine, { args }: LibraryCall): Value {
  const value = argument(args, 0);
  if (args.length > 0 && machine.decide(truth(machine, value))) return undefinedValue;
  const { terms } = machine;
  const failure = { actual: value, expected: terms.true, operator: '==' };
  if (args.length === 0) {
    const message = terms.constant('No value argument passed to `assert.ok()`');
    return fail(machine, failure, undefinedValue, () => message);
  }
  return fail(
    machine,
    failure,
    argument(args, 1),
    (given) =>
      given ?? terms.apply('str.concat', [shownFalsy(machine, settle(machine, value)), terms.constant(' == true')]),
  );
}

/** One of the few values that are not true, as the engine shows it. */
function shownFalsy(machine: Machine, value: SettledValue): Term {
  const { terms } = machine;
  if (!isTerm(value)) return terms.constant(value.kind);
  switch (value.sort) {
    case 'bool':
      return terms.false;
    case 'str':
      return terms.constant("''");
    case 'big':
      return terms.constant('0n');
    case 'num': {
      const isNegative = terms.apply('num.same', [value, terms.constant(-0)]);
      const zero = terms.choice(isNegative, terms.constant('-0'), terms.constant('0'));
      return terms.choice(terms.apply('num.isNaN', [value]), terms.constant('NaN'), zero);
    }
  }
}

type Comparison = (machine: Machine, actual: Value, expected: Value) => boolean;

/** Bounded as the comparison of what is in objects is; the text of a message may be left open, which the path says. */
function comparing(operator: string, holds: Comparison): LibraryModel {
  return bounded((machine, { name, args }) => {
    const [actual, expected, message = undefinedValue] = args;
    if (actual === undefined || expected === undefined) return machine.unsupported(`${name} of fewer than two values`);
    if (holds(machine, actual, expected)) return undefinedValue;
    const failure = { actual, expected, operator };
    return fail(machine, failure, message, (given) =>
      given === null || isExtended(name) ? engineMessage(machine, name, failure, given) : given,
    );
  });
}

function loosely(machine: Machine, actual: Value, expected: Value): boolean {
  const [a, b] = [settle(machine, actual), settle(machine, expected)];
  if (machine.decide(looseEquals(machine, a, b))) return true;
  if (!isTerm(a) || !isTerm(b) || a.sort !== 'num' || b.sort !== 'num') return false;
  const { terms } = machine;
  return machine.decide(terms.and([terms.apply('num.isNaN', [a]), terms.apply('num.isNaN', [b])]));
}

/** What the engine says of values that are known; of open ones, some text that depends on nothing else. */
function engineMessage(machine: Machine, name: string, { actual, expected }: Failure, given: Term | null): Term {
  const [a, b] = [plainData(machine, actual), plainData(machine, expected)];
  const added = given === null ? [] : given.kind === 'constant' ? [given.value] : null;
  if (a !== null && b !== null && added !== null) {
    return machine.terms.constant(messageOf(name, [a.data, b.data, ...added]));
  }
  const values = [settle(machine, actual), settle(machine, expected), ...(given === null ? [] : [given])];
  const isOfParts = values.every((value) => isTerm(value) || value.kind !== 'object');
  machine.note({
    kind: 'assumed',
    what: isOfParts ? `what the message of ${name} gives` : `some text for the message of ${name}`,
  });
  const kinds = values.map((value) => (isTerm(value) ? value.sort : value.kind)).join(', ');
  return machine.terms.application(`message of ${name} of ${kinds}`, 'str', values.filter(isTerm));
}

/** The engine's own words. */
function messageOf(name: string, args: readonly unknown[]): string {
  const compare: unknown = Reflect.get(assert, name.slice('assert.'.length));
  try {
    if (typeof compare === 'function') Reflect.apply(compare, assert, args);
  } catch (error) {
    return (error as Error).message;
  }
  throw new RangeError(`invariant: ${name} fails for values for which its model does`);
}

/** Some versions of the engine add how the values differ to a message that they are given. */
function isExtended(name: string): boolean {
  return /\.not/.test(name)
    ? messageOf(name, [1, 1, 'given']) !== 'given'
    : messageOf(name, [1, 2, 'given']) !== 'given';
}

function doesThrow(machine: Machine, fn: Value): boolean {
  try {
    machine.call(fn, undefinedValue, []);
    return false;
  } catch (signal) {
    if (signal instanceof ThrowSignal) return true;
    throw signal;
  }
}

/** `text`: what the error says, by the message that it was given; null when none was. */
function fail(machine: Machine, failure: Failure, message: Value, text: (given: Term | null) => Term): never {
  const isGenerated = isNullish(machine, message);
  const given = isGenerated ? undefinedValue : settle(machine, message);
  if (given.kind === 'object' && machine.object(given.ref).internal.kind === 'error') return machine.throwValue(given);
  if (!isGenerated && !isTerm(given)) return machine.unsupported('a message of an assertion that is no text');
  const { terms, world } = machine;
  const error = machine.create({ kind: 'error' }, world.realm.ref('AssertionError.prototype'));
  defineProperty(machine, error.ref, 'stack', stackProperty(machine));
  defineData(machine, error.ref, 'message', text(isGenerated ? null : toText(machine, given)), { enumerable: false });
  defineData(machine, error.ref, 'generatedMessage', terms.constant(isGenerated));
  defineData(machine, error.ref, 'code', terms.constant('ERR_ASSERTION'));
  defineData(machine, error.ref, 'actual', failure.actual);
  defineData(machine, error.ref, 'expected', failure.expected);
  defineData(machine, error.ref, 'operator', terms.constant(failure.operator));
  defineData(machine, error.ref, 'name', terms.constant('AssertionError'), { enumerable: false });
  return machine.throwValue(error);
}
