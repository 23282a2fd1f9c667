import type { Term } from '#smt/term';
import {
  arrayLike,
  clampedIndex,
  decideIndex,
  getIndex,
  hasIndex,
  indices,
  isArray,
  knownLength,
  lengthTerm,
  newArray,
} from '../array-like';
import { argument, isNullish, isUndefined, toInteger, toNumber, toText, truth } from '../conversions';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { getFrom, isCallable } from '../properties';
import { settle, settleBy } from '../settle';
import { throwShown } from '../shown';
import { textOfInput } from '../text-of-input';
import { objectValue, wellKnownSymbol, type Ref, type Value } from '../value';
import { speciesArray } from './array-species';
import { bounded, type LibraryCall, type LibraryPart } from './library-model';
import { rejoined } from './text-pieces';

/** Methods of arrays that make something new of the elements. */
export const arrayCopy: LibraryPart = {
  'Array.prototype.concat': bounded((machine, call) => {
    const made: (Value | null)[] = [];
    const first = objectValue(arrayLike(machine, call.receiver, call.name));
    for (const item of [first, ...call.args]) {
      const spread = spreadable(machine, item);
      if (spread === null) made.push(item);
      else
        for (const index of indices(machine, lengthTerm(machine, spread))) made.push(elementAt(machine, spread, index));
    }
    return speciesArray(machine, first.ref, machine.terms.constant(0), true)(made);
  }),
  'Array.prototype.slice': bounded((machine, call) => {
    const { terms } = machine;
    const ref = arrayLike(machine, call.receiver, call.name);
    const length = lengthTerm(machine, ref);
    const from = clampedIndex(machine, argument(call.args, 0), length, terms.constant(0));
    const to = clampedIndex(machine, argument(call.args, 1), length, length);
    const start = decideIndex(machine, from, length);
    const count = terms.apply('num.sub', [to, terms.constant(start)]);
    const made: (Value | null)[] = [];
    for (const index of indices(machine, count)) made.push(elementAt(machine, ref, start + index));
    return speciesArray(machine, ref, terms.constant(made.length), true)(made);
  }),
  'Array.prototype.flat': bounded((machine, call) => {
    const ref = arrayLike(machine, call.receiver, call.name);
    const depth = argument(call.args, 0);
    const levels = isUndefined(machine, depth) ? machine.terms.constant(1) : toInteger(machine, depth);
    const made: Value[] = [];
    flatten(machine, ref, levels, made);
    return speciesArray(machine, ref, machine.terms.constant(0))(made);
  }),
  'Array.prototype.flatMap': bounded((machine, call) => {
    const ref = arrayLike(machine, call.receiver, call.name);
    const length = lengthTerm(machine, ref);
    const fn = settle(machine, argument(call.args, 0));
    if (!isCallable(machine, fn)) throwTypeError(machine, 'flatMap mapper function is not callable');
    const fill = speciesArray(machine, ref, machine.terms.constant(0));
    const made: Value[] = [];
    for (const index of indices(machine, length)) {
      if (!hasIndex(machine, ref, index)) continue;
      const args = [getIndex(machine, ref, index), machine.terms.constant(index), objectValue(ref)];
      const answer = machine.call(fn, argument(call.args, 1), args);
      const nested = asArray(machine, answer);
      if (nested === null) made.push(answer);
      else flatten(machine, nested, machine.terms.constant(0), made);
    }
    return fill(made);
  }),
  'Array.prototype.join': bounded((machine, call) => {
    const ref = arrayLike(machine, call.receiver, call.name);
    const length = lengthTerm(machine, ref);
    const separator = argument(call.args, 0);
    return join(
      machine,
      ref,
      length,
      isUndefined(machine, separator) ? machine.terms.constant(',') : toText(machine, separator),
    );
  }),
  'Array.prototype.toString': bounded((machine, call) => {
    const ref = arrayLike(machine, call.receiver, call.name);
    const method = settle(machine, getFrom(machine, ref, 'join', objectValue(ref)));
    const used = isCallable(machine, method) ? method : machine.world.realm.value('Object.prototype.toString');
    return machine.call(used, objectValue(ref), []);
  }),
  'Array.prototype.toReversed': bounded((machine, call) =>
    newArray(machine, denseElements(machine, call).toReversed()),
  ),
  'Array.prototype.toSpliced': bounded((machine, call) => {
    const { terms } = machine;
    const ref = arrayLike(machine, call.receiver, call.name);
    const length = knownLength(machine, ref);
    const size = terms.constant(length);
    const start = decideIndex(machine, clampedIndex(machine, argument(call.args, 0), size, terms.constant(0)), size);
    const count = deleteCount(machine, call.args, start, length);
    const values = Array.from({ length }, (_, index) => index)
      .filter((index) => index < start || index >= start + count)
      .map((index) => ({ index, value: getIndex(machine, ref, index) }));
    const before = values.filter(({ index }) => index < start);
    const after = values.filter(({ index }) => index >= start);
    return newArray(machine, [
      ...before.map(({ value }) => value),
      ...call.args.slice(2),
      ...after.map(({ value }) => value),
    ]);
  }),
  'Array.prototype.with': bounded((machine, call) => {
    const { terms } = machine;
    const ref = arrayLike(machine, call.receiver, call.name);
    const length = lengthTerm(machine, ref);
    const given = toNumber(machine, argument(call.args, 0));
    const relative = terms.apply('num.integer', [given]);
    const fromEnd = terms.apply('num.add', [length, relative]);
    const index = terms.choice(terms.apply('num.lt', [relative, terms.constant(0)]), fromEnd, relative);
    const inside = terms.and([
      terms.apply('num.le', [terms.constant(0), index]),
      terms.apply('num.lt', [index, length]),
    ]);
    if (!machine.decide(inside)) throwShown(machine, 'RangeError', ['Invalid index : ', { of: given }]);
    const at = decideIndex(machine, index, length);
    const values = Array.from({ length: knownLength(machine, ref) }, (_, position) =>
      position === at ? argument(call.args, 1) : getIndex(machine, ref, position),
    );
    return newArray(machine, values);
  }),
};

/** How many elements `splice` and `toSpliced` take away. */
export function deleteCount(machine: Machine, args: readonly Value[], start: number, length: number): number {
  if (args.length === 0) return 0;
  if (args.length === 1) return length - start;
  const { terms } = machine;
  const most = terms.constant(length - start);
  const wanted = terms.apply('num.max', [toInteger(machine, argument(args, 1)), terms.constant(0)]);
  return decideIndex(machine, terms.apply('num.min', [wanted, most]), most);
}

/** All elements, holes as undefined. */
export function denseElements(machine: Machine, call: LibraryCall): Value[] {
  const ref = arrayLike(machine, call.receiver, call.name);
  return Array.from({ length: knownLength(machine, ref) }, (_, index) => getIndex(machine, ref, index));
}

function elementAt(machine: Machine, ref: Ref, index: number): Value | null {
  return hasIndex(machine, ref, index) ? getIndex(machine, ref, index) : null;
}

/** The array, if the value is one; of an open input no more is decided than that. */
function asArray(machine: Machine, value: Value): Ref | null {
  const found = settleBy(machine, value, (kind) => (kind === 'array' || kind === 'tuple' ? 1 : 0));
  if ('class' in found && found.class === 0) return null;
  const settled = 'settled' in found ? found.settled : settle(machine, value);
  return settled.kind === 'object' && isArray(machine, settled.ref) ? settled.ref : null;
}

/** IsConcatSpreadable. */
function spreadable(machine: Machine, value: Value): Ref | null {
  const found = settleBy(machine, value, (kind) => {
    if (kind === 'array' || kind === 'tuple') return 'array';
    return kind === 'object' || kind === 'function' ? 'object' : 'other';
  });
  if ('class' in found && found.class === 'other') return null;
  const settled = 'settled' in found ? found.settled : settle(machine, value);
  if (settled.kind !== 'object') return null;
  const flag = getFrom(machine, settled.ref, wellKnownSymbol('isConcatSpreadable'), settled);
  const spreads = isUndefined(machine, flag) ? isArray(machine, settled.ref) : machine.decide(truth(machine, flag));
  return spreads ? settled.ref : null;
}

function flatten(machine: Machine, ref: Ref, depth: Term, into: Value[]): void {
  const { terms } = machine;
  for (const index of indices(machine, lengthTerm(machine, ref))) {
    if (!hasIndex(machine, ref, index)) continue;
    const value = getIndex(machine, ref, index);
    const nested = depth === terms.constant(0) ? null : asArray(machine, value);
    if (nested !== null && machine.decide(terms.apply('num.lt', [terms.constant(0), depth]))) {
      flatten(machine, nested, terms.apply('num.sub', [depth, terms.constant(1)]), into);
    } else into.push(value);
  }
}

function join(machine: Machine, ref: Ref, length: Term, separator: Term): Term {
  const whole = textOfInput(machine, ref, separator);
  if (whole !== null) return whole;
  if (nestingOf(machine, ref) > machine.world.limits.loops) machine.cut({ kind: 'loop-bound', at: machine.site });
  const within = joining.get(machine) ?? [];
  if (within.includes(ref)) machine.unsupported('the text of an array that contains itself');
  joining.set(machine, [...within, ref]);
  try {
    return joined(machine, ref, length, separator);
  } finally {
    joining.set(machine, within);
  }
}

/** Arrays whose texts are being made of those of their elements. */
const joining = new WeakMap<Machine, readonly Ref[]>();

function joined(machine: Machine, ref: Ref, length: Term, separator: Term): Term {
  const { terms } = machine;
  const parts: Term[] = [];
  const values: Value[] = [];
  for (const index of indices(machine, length)) {
    if (index > 0) parts.push(separator);
    const value = getIndex(machine, ref, index);
    values.push(value);
    if (!isNullish(machine, value)) parts.push(toText(machine, value));
  }
  const replaced = rejoined(machine, values, separator);
  if (replaced !== null) return replaced;
  return parts.length === 0 ? terms.constant('') : terms.apply('str.concat', parts);
}

/** In how many arrays of the input it lies: what nothing is known of may be an array of arrays, without end. */
function nestingOf(machine: Machine, ref: Ref): number {
  let nesting = 0;
  for (let at = machine.object(ref).input?.location ?? null; at !== null; at = at.parent) {
    if (at.step.kind === 'element') nesting++;
  }
  return nesting;
}
