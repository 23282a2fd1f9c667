import type { Term } from '#smt/term';
import { concretise } from '../concretise';
import { argument, isUndefined, toText } from '../conversions';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { settle } from '../settle';
import { shown, throwShown } from '../shown';
import { opaqueText } from '../text-of-input';
import {
  freshSymbol,
  isInputSymbol,
  registeredSymbol,
  registeredText,
  undefinedValue,
  type UniqueValue,
  type Value,
} from '../value';
import { concretised, exact, type LibraryCall, type LibraryPart } from './library-model';
import { unboxed } from './receivers';

export const symbols: LibraryPart = {
  Symbol: concretised((machine, call) => {
    if (call.newTarget !== null) throwTypeError(machine, 'Symbol is not a constructor');
    const given = argument(call.args, 0);
    const description = isUndefined(machine, given) ? null : knownText(machine, given);
    const number = machine.effect((state) => state.nextSymbol++);
    return { kind: 'unique', key: freshSymbol(number), description };
  }),
  'Symbol.for': concretised((machine, { args }) => {
    const description = knownText(machine, argument(args, 0));
    return { kind: 'unique', key: registeredSymbol(description), description };
  }),
  'Symbol.keyFor': exact((machine, { args }) => {
    const symbol = settle(machine, argument(args, 0));
    if (symbol.kind !== 'unique') return throwShown(machine, 'TypeError', [{ of: symbol }, ' is not a symbol']);
    if (isInputSymbol(symbol))
      machine.note({ kind: 'assumed', what: `that ${symbol.description ?? 'a symbol'} is not registered` });
    const text = registeredText(symbol.key);
    return text === null ? undefinedValue : machine.terms.constant(text);
  }),
  'Symbol.prototype.toString': exact((machine, call) => symbolText(machine, receiverSymbol(machine, call, call.name))),
  'Symbol.prototype.valueOf': exact((machine, call) => receiverSymbol(machine, call, call.name)),
  'Symbol.prototype[Symbol.toPrimitive]': exact((machine, call) => {
    return receiverSymbol(machine, call, 'Symbol.prototype [ @@toPrimitive ]');
  }),
  'get Symbol.prototype.description': exact((machine, call) => {
    const symbol = receiverSymbol(machine, call, 'Symbol.prototype.description');
    noteDescription(machine, symbol);
    const { description } = symbol;
    return description === null ? undefinedValue : machine.terms.constant(description);
  }),
};

/** `String(symbol)`. */
export function symbolText(machine: Machine, symbol: UniqueValue): Term {
  return isInputSymbol(symbol) ? opaqueText(machine, symbol.description ?? 'a symbol') : shown(machine, symbol);
}

/** One that was handed in may have any, or none. */
function noteDescription(machine: Machine, symbol: UniqueValue): void {
  if (!isInputSymbol(symbol)) return;
  machine.note({ kind: 'concretised', what: `the description of ${symbol.description ?? 'a symbol'}` });
}

function knownText(machine: Machine, value: Value): string {
  return String(concretise(machine, toText(machine, value), 'the description of a symbol'));
}

function receiverSymbol(machine: Machine, call: LibraryCall, method: string): UniqueValue {
  const receiver = settle(machine, call.receiver);
  const symbol = receiver.kind === 'object' ? unboxed(machine, receiver.ref) : receiver;
  if (symbol?.kind === 'unique') return symbol;
  return throwTypeError(machine, `${method} requires that 'this' be a Symbol`);
}
