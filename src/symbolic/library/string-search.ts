import type { Term } from '#smt/term';
import { argument, isUndefined, toInteger, toNumber, toText, truth } from '../conversions';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { getFrom } from '../properties';
import { settle } from '../settle';
import { wellKnownSymbol, type Value } from '../value';
import { exact, type LibraryCall, type LibraryPart } from './library-model';
import { receiverText } from './receivers';
import { lengthOfText } from './string-positions';

/** Methods of strings that look for a text. */
export const stringSearch: LibraryPart = {
  'String.prototype.includes': exact((machine, call) => {
    const [text, part] = textAndPart(machine, call);
    return machine.terms.apply('str.includes', [fromStart(machine, text, argument(call.args, 1)), part]);
  }),
  'String.prototype.startsWith': exact((machine, call) => {
    const [text, part] = textAndPart(machine, call);
    return machine.terms.apply('str.startsWith', [fromStart(machine, text, argument(call.args, 1)), part]);
  }),
  'String.prototype.endsWith': exact((machine, call) => {
    const [text, part] = textAndPart(machine, call);
    const end = argument(call.args, 1);
    if (isUndefined(machine, end)) return machine.terms.apply('str.endsWith', [text, part]);
    const upTo = machine.terms.apply('str.slice', [text, machine.terms.constant(0), toInteger(machine, end)]);
    return machine.terms.apply('str.endsWith', [upTo, part]);
  }),
  'String.prototype.indexOf': exact((machine, call) => {
    const text = receiverText(machine, call);
    const part = toText(machine, argument(call.args, 0));
    return machine.terms.apply('str.indexOf', [text, part, toInteger(machine, argument(call.args, 1))]);
  }),
  'String.prototype.lastIndexOf': exact((machine, call) => {
    const { terms } = machine;
    const text = receiverText(machine, call);
    const part = toText(machine, argument(call.args, 0));
    const given = toNumber(machine, argument(call.args, 1));
    const isNaN = terms.apply('num.isNaN', [given]);
    const from = terms.choice(isNaN, terms.constant(Infinity), terms.apply('num.integer', [given]));
    return terms.apply('str.lastIndexOf', [text, part, from]);
  }),
};

function textAndPart(machine: Machine, call: LibraryCall): [Term, Term] {
  const text = receiverText(machine, call);
  const part = argument(call.args, 0);
  if (isRegExp(machine, part)) {
    throwTypeError(machine, `First argument to ${call.name} must not be a regular expression`);
  }
  return [text, toText(machine, part)];
}

/** What the language takes for a regular expression: anything that says how it is matched. */
export function isRegExp(machine: Machine, value: Value): boolean {
  const settled = settle(machine, value);
  if (settled.kind !== 'object') return false;
  const matcher = getFrom(machine, settled.ref, wellKnownSymbol('match'), settled);
  if (!isUndefined(machine, matcher)) return machine.decide(truth(machine, matcher));
  return machine.object(settled.ref).internal.kind === 'regexp';
}

function fromStart(machine: Machine, text: Term, start: Value): Term {
  if (isUndefined(machine, start)) return text;
  return machine.terms.apply('str.slice', [text, toInteger(machine, start), lengthOfText(machine, text)]);
}
