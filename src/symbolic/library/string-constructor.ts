import type { Term } from '#smt/term';
import { argument, toInteger, toNumber, toObject, toText } from '../conversions';
import type { Machine } from '../machine';
import { decideInteger } from '../elements';
import { makeError } from '../errors';
import { getFrom } from '../properties';
import { settle } from '../settle';
import { symbolText } from './symbols';
import { objectValue, type Value } from '../value';
import { instancePrototype } from './instance-prototype';
import { bounded, exact, type LibraryPart } from './library-model';

export const stringConstructor: LibraryPart = {
  String: exact((machine, call) => {
    const { args, newTarget } = call;
    const text = args.length === 0 ? machine.terms.constant('') : textOf(machine, argument(args, 0), newTarget);
    if (newTarget === null) return text;
    return machine.create({ kind: 'boxed', value: text }, instancePrototype(machine, call, 'String.prototype'));
  }),
  'String.fromCharCode': exact((machine, { args }) => {
    const { terms } = machine;
    return terms.apply(
      'str.concat',
      args.map((arg) => terms.apply('str.fromCode', [toNumber(machine, arg)])),
    );
  }),
  'String.fromCodePoint': exact((machine, { args }) => {
    const { terms } = machine;
    return terms.apply(
      'str.concat',
      args.map((arg) => {
        const code = toNumber(machine, arg);
        if (!machine.decide(isCodePoint(machine, code))) throwInvalid(machine, code);
        return terms.apply('str.fromCodePoint', [code]);
      }),
    );
  }),
  'String.raw': bounded((machine, { args }) => {
    const { terms } = machine;
    const cooked = toObject(machine, argument(args, 0));
    const raw = toObject(machine, getFrom(machine, cooked, 'raw', objectValue(cooked)));
    const open = toInteger(machine, getFrom(machine, raw, 'length', objectValue(raw)));
    const length = decideInteger(machine, terms.apply('num.max', [open, terms.constant(0)]), 0);
    const parts: Term[] = [];
    for (let index = 0; index < length; index++) {
      parts.push(toText(machine, getFrom(machine, raw, String(index), objectValue(raw))));
      const inserted = args[index + 1];
      if (index + 1 < length && inserted !== undefined) parts.push(toText(machine, inserted));
    }
    return terms.apply('str.concat', parts);
  }),
};

/** Without `new`, a symbol may be turned into text. */
function textOf(machine: Machine, value: Value, newTarget: Value | null): Term {
  const settled = settle(machine, value);
  return newTarget === null && settled.kind === 'unique' ? symbolText(machine, settled) : toText(machine, settled);
}

function isCodePoint(machine: Machine, code: Term): Term {
  const { terms } = machine;
  return terms.and([
    terms.apply('num.isInteger', [code]),
    terms.apply('num.le', [terms.constant(0), code]),
    terms.apply('num.le', [code, terms.constant(0x10ffff)]),
  ]);
}

function throwInvalid(machine: Machine, code: Term): never {
  const { terms } = machine;
  const message = terms.apply('str.concat', [
    terms.constant('Invalid code point '),
    terms.apply('str.fromNum', [code]),
  ]);
  return machine.throwValue(makeError(machine, 'RangeError', message));
}
