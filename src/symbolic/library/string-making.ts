import { longestString } from '#smt/string-operations';
import type { OperationName } from '#smt/operations';
import type { Term } from '#smt/term';
import { argument, isUndefined, toInteger, toText } from '../conversions';
import { throwError } from '../errors';
import type { Machine } from '../machine';
import { settle } from '../settle';
import { throwShown } from '../shown';
import { exact, type LibraryCall, type LibraryModel, type LibraryPart } from './library-model';
import { receiverScalar, receiverText } from './receivers';
import { lengthOfText } from './string-positions';

/** Longest string of the engine. */
const engineLongest = 2 ** 29 - 24;

/** Methods of strings that make another string. */
export const stringMaking: LibraryPart = {
  'String.prototype.concat': exact((machine, call) => {
    const parts = [receiverText(machine, call)];
    for (const arg of call.args) parts.push(toText(machine, arg));
    return machine.terms.apply('str.concat', parts);
  }),
  'String.prototype.repeat': exact((machine, call) => {
    const { terms } = machine;
    const text = receiverText(machine, call);
    const given = argument(call.args, 0);
    const count = toInteger(machine, given);
    const isNegative = terms.apply('num.lt', [count, terms.constant(0)]);
    if (machine.decide(terms.or([isNegative, terms.apply('num.eq', [count, terms.constant(Infinity)])]))) {
      throwShown(machine, 'RangeError', ['Invalid count value: ', { of: given }]);
    }
    checkLength(machine, terms.apply('num.mul', [lengthOfText(machine, text), count]));
    return terms.apply('str.repeat', [text, count]);
  }),
  'String.prototype.padStart': exact((machine, call) => pad(machine, call, 'str.padStart')),
  'String.prototype.padEnd': exact((machine, call) => pad(machine, call, 'str.padEnd')),
  'String.prototype.toLowerCase': unary('str.toLowerCase'),
  'String.prototype.toUpperCase': unary('str.toUpperCase'),
  'String.prototype.trim': unary('str.trim'),
  // In its complaints the engine goes by the older names.
  'String.prototype.trimStart': unary('str.trimStart', 'String.prototype.trimLeft'),
  'String.prototype.trimEnd': unary('str.trimEnd', 'String.prototype.trimRight'),
  'String.prototype.toString': exact((machine, call) => receiverScalar(machine, call, 'str')),
  'String.prototype.valueOf': exact((machine, call) => receiverScalar(machine, call, 'str')),
};

function unary(operation: OperationName, method?: string): LibraryModel {
  return exact((machine, call) => machine.terms.apply(operation, [receiverText(machine, call, method)]));
}

function pad(machine: Machine, call: LibraryCall, operation: 'str.padStart' | 'str.padEnd'): Term {
  const { terms } = machine;
  const text = receiverText(machine, call);
  const wanted = toInteger(machine, argument(call.args, 0));
  const isLongEnough = terms.apply('num.le', [wanted, lengthOfText(machine, text)]);
  const filler = settle(machine, argument(call.args, 1));
  // What fills is converted only where it is needed, which matters where the conversion runs code or throws.
  if ((filler.kind === 'object' || filler.kind === 'unique') && machine.decide(isLongEnough)) return text;
  const fill = isUndefined(machine, filler) ? terms.constant(' ') : toText(machine, filler);
  const grows = terms.and([terms.not(isLongEnough), terms.not(terms.apply('str.eq', [fill, terms.constant('')]))]);
  checkLength(machine, wanted, grows);
  return terms.apply(operation, [text, wanted, fill]);
}

/** Strings have a longest length, in the engine and, below that, here. */
function checkLength(machine: Machine, length: Term, applies: Term = machine.terms.true): void {
  const { terms } = machine;
  const exceeds = (most: number): Term => terms.apply('num.lt', [terms.constant(most), length]);
  if (!machine.decide(terms.and([applies, exceeds(longestString)]))) return;
  if (machine.decide(exceeds(engineLongest))) throwError(machine, 'RangeError', 'Invalid string length');
  machine.unsupported('a string of millions of characters');
}
