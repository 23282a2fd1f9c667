import { getIndex, indices, lengthTerm } from '../array-like';
import { noteKindOfValue } from '../asked-kind';
import { argument } from '../conversions';
import { throwTypeError } from '../errors';
import { ordinaryHasInstance } from '../instance-of';
import { emptyObject } from '../empty-object';
import type { Machine } from '../machine';
import { functionProperties } from '../native-function';
import { hasOwn } from '../own-keys';
import { getFrom, isCallable } from '../properties';
import { settle } from '../settle';
import { opaqueText } from '../text-of-input';
import { isTerm, objectValue, undefinedValue, type Ref, type Value } from '../value';
import { bounded, exact, type LibraryCall, type LibraryPart } from './library-model';

export const functionMethods: LibraryPart = {
  'Function.prototype': exact(() => undefinedValue),
  'Function.prototype.call': exact((machine, call) =>
    callOn(machine, receiverFunction(machine, call), argument(call.args, 0), call.args.slice(1)),
  ),
  'Function.prototype.apply': bounded((machine, call) => {
    const fn = receiverFunction(machine, call);
    const list = settle(machine, argument(call.args, 1));
    const args = list.kind === 'undefined' || list.kind === 'null' ? [] : listOf(machine, list);
    return callOn(machine, fn, argument(call.args, 0), args);
  }),
  'Function.prototype.bind': exact((machine, call) => {
    const target = settle(machine, call.receiver);
    if (!isCallable(machine, target)) throwTypeError(machine, 'Bind must be called on a function');
    return bind(machine, target.ref, argument(call.args, 0), call.args.slice(1));
  }),
  'Function.prototype.toString': exact((machine, call) => {
    const receiver = settle(machine, call.receiver);
    if (!isCallable(machine, receiver))
      throwTypeError(machine, "Function.prototype.toString requires that 'this' be a Function");
    const { input } = machine.object(receiver.ref);
    return input === null ? machine.unsupported(call.name) : opaqueText(machine, input.location.name);
  }),
  'Function.prototype[Symbol.hasInstance]': exact((machine, call) => {
    const receiver = settle(machine, call.receiver);
    if (!isCallable(machine, receiver)) return machine.terms.false;
    return ordinaryHasInstance(machine, argument(call.args, 0), receiver.ref);
  }),
};

/** Who calls `Object.prototype.toString` on something wants to know what it is; a conversion to text does not. */
function callOn(machine: Machine, fn: Value, receiver: Value, args: readonly Value[]): Value {
  const isTagAsked = fn.kind === 'object' && machine.world.realm.nameOf(fn.ref) === 'Object.prototype.toString';
  if (isTagAsked) noteKindOfValue(machine, receiver);
  return machine.call(fn, receiver, args);
}

/** CreateListFromArrayLike. */
export function listOf(machine: Machine, value: Value): Value[] {
  const settled = settle(machine, value);
  if (settled.kind !== 'object') throwTypeError(machine, 'CreateListFromArrayLike called on non-object');
  const { ref } = settled;
  return [...indices(machine, lengthTerm(machine, ref))].map((index) => getIndex(machine, ref, index));
}

function receiverFunction(machine: Machine, call: LibraryCall): Value {
  const receiver = settle(machine, call.receiver);
  return isCallable(machine, receiver) ? receiver : machine.unsupported(`${call.name} of what is no function`);
}

function bind(machine: Machine, target: Ref, receiver: Value, args: readonly Value[]): Value {
  const { terms } = machine;
  const name = settle(machine, getFrom(machine, target, 'name', objectValue(target)));
  const ownName = isTerm(name) && name.sort === 'str' ? name : terms.constant('');
  const boundName = terms.apply('str.concat', [terms.constant('bound '), ownName]);
  const properties = functionProperties(machine, leftOver(machine, target, args.length), boundName);
  const bound = { kind: 'bound', target, receiver, args } as const;
  const { proto } = machine.object(target);
  return objectValue(machine.allocate({ ...emptyObject(bound, proto), properties, nextOrder: 2 }));
}

/** How many arguments the bound function still expects. */
function leftOver(machine: Machine, target: Ref, given: number): Value {
  const { terms } = machine;
  if (!hasOwn(machine, target, 'length')) return terms.constant(0);
  const length = settle(machine, getFrom(machine, target, 'length', objectValue(target)));
  if (!isTerm(length) || length.sort !== 'num') return terms.constant(0);
  const left = terms.apply('num.sub', [terms.apply('num.integer', [length]), terms.constant(given)]);
  return terms.apply('num.max', [left, terms.constant(0)]);
}
