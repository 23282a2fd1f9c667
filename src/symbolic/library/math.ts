import type { OperationName } from '#smt/operations';
import type { Term } from '#smt/term';
import { argument, toNumber } from '../conversions';
import type { Machine } from '../machine';
import { defineProperty, ownProperty } from '../properties';
import type { Value } from '../value';
import { concretised, exact, type LibraryModel, type LibraryPart } from './library-model';

export const math: LibraryPart = {
  'Math.abs': unary('num.abs'),
  'Math.ceil': unary('num.ceil'),
  'Math.floor': unary('num.floor'),
  'Math.round': unary('num.round'),
  'Math.trunc': unary('num.trunc'),
  'Math.sign': unary('num.sign'),
  'Math.sqrt': unary('num.sqrt'),
  'Math.fround': unary('num.fround'),
  'Math.clz32': unary('num.clz32'),
  'Math.pow': binary('num.pow'),
  'Math.imul': binary('num.imul'),
  'Math.atan2': binary('num.atan2'),
  ...functionsOfOneNumber(),
  'Math.max': exact((machine, { args }) => fold(machine, numbersOf(machine, args), 'num.max', -Infinity)),
  'Math.min': exact((machine, { args }) => fold(machine, numbersOf(machine, args), 'num.min', Infinity)),
  'Math.hypot': exact((machine, { args }) => hypotenuse(machine, numbersOf(machine, args))),
  'Math.random': concretised((machine) => {
    machine.note({ kind: 'assumed', what: 'the random numbers of a replay' });
    return machine.terms.constant(nextRandom(machine));
  }),
};

function unary(operation: OperationName): LibraryModel {
  return exact((machine, { args }) => machine.terms.apply(operation, [toNumber(machine, argument(args, 0))]));
}

function binary(operation: OperationName): LibraryModel {
  return exact((machine, { args }) => {
    const left = toNumber(machine, argument(args, 0));
    return machine.terms.apply(operation, [left, toNumber(machine, argument(args, 1))]);
  });
}

/** Functions of which no theory knows more than their name. */
function functionsOfOneNumber(): LibraryPart {
  const names = 'acos acosh asin asinh atan atanh cbrt cos cosh exp expm1 log log10 log1p log2 sin sinh tan tanh'.split(
    ' ',
  );
  return Object.fromEntries(
    names.map((name) => [
      `Math.${name}`,
      exact((machine, { args }) => machine.terms.apply('num.math', [toNumber(machine, argument(args, 0))], name)),
    ]),
  );
}

/** All arguments are converted before any is looked at. */
function numbersOf(machine: Machine, args: readonly Value[]): Term[] {
  return args.map((arg) => toNumber(machine, arg));
}

function fold(machine: Machine, numbers: readonly Term[], operation: 'num.max' | 'num.min', start: number): Term {
  const [first, ...others] = numbers;
  if (first === undefined) return machine.terms.constant(start);
  return others.reduce((result, number) => machine.terms.apply(operation, [result, number]), first);
}

/** As the engine computes it: scaled by the largest, summed with Kahan's compensation. */
function hypotenuse(machine: Machine, numbers: readonly Term[]): Term {
  const { terms } = machine;
  const zero = terms.constant(0);
  const sizes = numbers.map((number) => terms.apply('num.abs', [number]));
  if (sizes.length === 0) return zero;
  const isInfinite = terms.or(sizes.map((size) => terms.apply('num.eq', [size, terms.constant(Infinity)])));
  // NaN among the numbers makes this NaN, and then all that is computed from it.
  const largest = fold(machine, sizes, 'num.max', 0);
  let sum = zero;
  let compensation = zero;
  for (const size of sizes) {
    const scaled = terms.apply('num.div', [size, largest]);
    const summand = terms.apply('num.sub', [terms.apply('num.mul', [scaled, scaled]), compensation]);
    const preliminary = terms.apply('num.add', [sum, summand]);
    compensation = terms.apply('num.sub', [terms.apply('num.sub', [preliminary, sum]), summand]);
    sum = preliminary;
  }
  const result = terms.apply('num.mul', [terms.apply('num.sqrt', [sum]), largest]);
  const orZero = terms.choice(terms.apply('num.eq', [largest, zero]), zero, result);
  return terms.choice(isInfinite, terms.constant(Infinity), orZero);
}

/** Where `Math` keeps how many random numbers were drawn: a key that programs cannot name. */
const drawnKey = '\u0000drawn';

/** The n-th random number of every replay. */
function nextRandom(machine: Machine): number {
  const ref = machine.world.realm.ref('Math');
  const own = ownProperty(machine, ref, drawnKey);
  const drawn = own?.kind === 'data' && own.value.kind === 'constant' ? Number(own.value.value) : 0;
  const value = machine.terms.constant(drawn + 1);
  defineProperty(machine, ref, drawnKey, {
    kind: 'data',
    value,
    writable: true,
    enumerable: false,
    configurable: true,
    order: 0,
  });
  return randomNumber(drawn + 1);
}

const seed = 0x5eed;

/** Mulberry32, as replays are seeded. */
export function randomNumber(count: number): number {
  const state = (seed + Math.imul(count, 0x6d2b79f5)) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
