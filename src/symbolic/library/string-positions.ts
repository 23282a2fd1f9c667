import type { Term } from '#smt/term';
import { argument, isUndefined, toInteger } from '../conversions';
import type { Machine } from '../machine';
import { undefinedValue, type Value } from '../value';
import { exact, type LibraryCall, type LibraryPart } from './library-model';
import { receiverText } from './receivers';

/** Methods of strings that take a piece by its position. */
export const stringPositions: LibraryPart = {
  'String.prototype.at': exact((machine, call) => {
    const text = receiverText(machine, call);
    const position = fromEnd(machine, lengthOfText(machine, text), toInteger(machine, argument(call.args, 0)));
    return machine.decide(isInside(machine, text, position)) ? unitAt(machine, text, position) : undefinedValue;
  }),
  'String.prototype.charAt': exact((machine, call) => {
    const text = receiverText(machine, call);
    return unitAt(machine, text, toInteger(machine, argument(call.args, 0)));
  }),
  'String.prototype.charCodeAt': exact((machine, call) => {
    const text = receiverText(machine, call);
    return machine.terms.apply('str.codeAt', [text, toInteger(machine, argument(call.args, 0))]);
  }),
  'String.prototype.codePointAt': exact((machine, call) => {
    const text = receiverText(machine, call);
    const position = toInteger(machine, argument(call.args, 0));
    if (!machine.decide(isInside(machine, text, position))) return undefinedValue;
    return machine.terms.apply('str.codePointAt', [text, position]);
  }),
  'String.prototype.slice': exact((machine, call) => {
    const text = receiverText(machine, call);
    const length = lengthOfText(machine, text);
    const from = fromEnd(machine, length, toInteger(machine, argument(call.args, 0)));
    const to = endOf(machine, call, length, (end) => fromEnd(machine, length, end));
    return machine.terms.apply('str.slice', [text, from, to]);
  }),
  'String.prototype.substring': exact((machine, call) => {
    const { terms } = machine;
    const text = receiverText(machine, call);
    const length = lengthOfText(machine, text);
    const start = toInteger(machine, argument(call.args, 0));
    const end = endOf(machine, call, length, (given) => given);
    // Clamping to the string keeps the order of the two, so that it may be left to the operation.
    const from = terms.apply('num.min', [start, end]);
    return terms.apply('str.slice', [text, from, terms.apply('num.max', [start, end])]);
  }),
  'String.prototype.substr': exact((machine, call) => {
    const { terms } = machine;
    const text = receiverText(machine, call);
    const length = lengthOfText(machine, text);
    const zero = terms.constant(0);
    const start = fromEnd(machine, length, toInteger(machine, argument(call.args, 0)));
    // Where it begins behind the end there is nothing to take, whatever the size.
    const from = terms.apply('num.max', [start, zero]);
    const to = endOf(machine, call, length, (size) => {
      return terms.apply('num.add', [from, terms.apply('num.max', [size, zero])]);
    });
    return terms.apply('str.slice', [text, from, to]);
  }),
};

export function lengthOfText(machine: Machine, text: Term): Term {
  return machine.terms.apply('str.length', [text]);
}

function unitAt(machine: Machine, text: Term, position: Term): Term {
  const { terms } = machine;
  return terms.apply('str.slice', [text, position, terms.apply('num.add', [position, terms.constant(1)])]);
}

/** A position that counts from the end where it is negative. */
function fromEnd(machine: Machine, length: Term, position: Term): Term {
  const { terms } = machine;
  const isNegative = terms.apply('num.lt', [position, terms.constant(0)]);
  return terms.choice(isNegative, terms.apply('num.add', [length, position]), position);
}

function isInside(machine: Machine, text: Term, position: Term): Term {
  const { terms } = machine;
  const notBefore = terms.apply('num.le', [terms.constant(0), position]);
  return terms.and([notBefore, terms.apply('num.lt', [position, lengthOfText(machine, text)])]);
}

/** The second argument as a position; the length of the string where it is not given. */
function endOf(machine: Machine, call: LibraryCall, length: Term, adjust: (end: Term) => Term): Term {
  const end: Value = argument(call.args, 1);
  return isUndefined(machine, end) ? length : adjust(toInteger(machine, end));
}
