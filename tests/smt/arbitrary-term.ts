import fc, { type Arbitrary } from 'fast-check';
import { datePartNames } from '../../src/smt/date-operations';
import type { Model } from '../../src/smt/model';
import { operationNames, operations, type OperationName } from '../../src/smt/operations';
import { regExpData } from '../../src/smt/regexp-operations';
import type { Scalar, Sort } from '../../src/smt/sorts';
import { anyDouble, integersFrom, type Domain, type Term, type Unknown } from '../../src/smt/term';
import { isUnknown, type Terms } from '../../src/smt/terms';

/** A term before it is made: the same recipe can be made with and without rewriting. */
export type Recipe =
  | { readonly kind: 'constant'; readonly value: Scalar }
  | { readonly kind: 'symbol'; readonly name: string; readonly sort: Sort }
  | {
      readonly kind: 'operation';
      readonly operation: OperationName;
      readonly args: readonly Recipe[];
      readonly data: string;
    }
  | { readonly kind: 'choice'; readonly args: readonly Recipe[] };

const finite: Domain = { ...anyDouble, min: -Number.MAX_VALUE, max: Number.MAX_VALUE, nan: false };

/** Symbols of every sort, numbers with domains that let rules apply and others that do not. */
export const symbols: readonly { name: string; sort: Sort; domain?: Domain }[] = [
  { name: 'b', sort: 'bool' },
  { name: 'c', sort: 'bool' },
  { name: 'd', sort: 'bool' },
  { name: 'x', sort: 'num' },
  { name: 'y', sort: 'num' },
  { name: 'finite', sort: 'num', domain: finite },
  { name: 'positive', sort: 'num', domain: { ...finite, min: 0, negativeZero: false } },
  { name: 'fraction', sort: 'num', domain: { ...finite, min: -1, max: 1 } },
  { name: 'whole', sort: 'num', domain: { ...anyDouble, integer: true } },
  { name: 'i', sort: 'num', domain: integersFrom(-10, 10) },
  { name: 'j', sort: 'num', domain: integersFrom(0, 2 ** 31 - 1) },
  { name: 'k', sort: 'num', domain: integersFrom(1, 5) },
  { name: 'safe', sort: 'num', domain: integersFrom(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) },
  { name: 'size', sort: 'num', domain: integersFrom(0, Number.MAX_SAFE_INTEGER) },
  { name: 's', sort: 'str' },
  { name: 't', sort: 'str' },
  { name: 'm', sort: 'big' },
  { name: 'n', sort: 'big' },
];

const plainNumbers = [0, -0, 1, -1, 2, -2, 3, 5, 10, 16, 31, 32, 255, 0.5, -0.5, 1.5, -1.5, 2.5, 0.1, 100.25];
const extremeNumbers = [Number.NaN, Infinity, -Infinity, Number.MIN_VALUE, -Number.MIN_VALUE, Number.MAX_VALUE];
const bitNumbers = [
  65535,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 31 + 1,
  -(2 ** 31),
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 32 - 1,
  2 ** 32 + 1,
];
const largeNumbers = [2 ** 53, 2 ** 53 - 1, 2 ** 53 + 2, -(2 ** 53), -(2 ** 53) + 1, 1e21, -1e21, 1e-7, 2 ** 60];

const plainTexts = ['', 'a', 'b', 'ab', 'abc', 'abcabc', 'A', 'aB', 'x', 'xy', ' ', ' a ', 'a b'];
const numericTexts = [
  '0',
  '-0',
  '1',
  '-1',
  '10',
  ' 12 ',
  '1e3',
  '1e+21',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '1.5',
];
const oddTexts = [
  'true',
  '007',
  '9007199254740993',
  '\ud800',
  '\udc00',
  '\u{1f600}',
  'ß',
  'İ',
  'ΑΣ',
  '\u00a0\ufeff',
  '\n',
];
const quotedTexts = ["it's", '"', '\\', '$&', '\u2028', '\0'];

export const boundaries: Readonly<Record<Sort, readonly Scalar[]>> = {
  bool: [true, false],
  num: [...plainNumbers, ...extremeNumbers, ...bitNumbers, ...largeNumbers, -Number.MAX_VALUE, Number.EPSILON],
  str: [...plainTexts, ...numericTexts, ...oddTexts, ...quotedTexts],
  big: [
    0n,
    1n,
    -1n,
    2n,
    -2n,
    3n,
    10n,
    255n,
    2n ** 31n,
    2n ** 53n,
    2n ** 53n + 1n,
    -(2n ** 53n) - 1n,
    2n ** 64n,
    10n ** 30n,
  ],
};

/** Arguments that operations are never given otherwise: their callers see to it, or the result would be enormous. */
const restricted: Partial<Record<OperationName, Readonly<Record<number, readonly Scalar[]>>>> = {
  'big.pow': { 1: [0n, 1n, 2n, 3n, -1n] },
  'big.shl': { 1: [0n, 1n, 5n, 64n, -3n] },
  'big.shr': { 1: [0n, 1n, 5n, 64n, -3n] },
  'big.asIntN': { 0: [0, 1, 8, 32, 64, 2.5] },
  'big.asUintN': { 0: [0, 1, 8, 32, 64, 2.5] },
  'str.repeat': { 1: [0, 1, 2, 3, 2.5, -1, Number.NaN] },
  'str.padStart': { 1: [0, 1, 3, 5.5, -1, 10, Number.NaN] },
  'str.padEnd': { 1: [0, 1, 3, 5.5, -1, 10, Number.NaN] },
};

const datas: Partial<Record<OperationName, readonly string[]>> = {
  'num.utcPart': datePartNames,
  'num.localPart': [...datePartNames, 'TimezoneOffset'],
  'num.math': [
    'acos',
    'acosh',
    'asin',
    'atan',
    'cos',
    'cosh',
    'exp',
    'expm1',
    'log',
    'sin',
    'sinh',
    'tan',
    'tanh',
    'cbrt',
  ],
  'regexp.test': regExps(),
  'regexp.index': regExps(),
  'regexp.capture': regExps(),
  'regexp.participates': regExps(),
};

function regExps(): string[] {
  const patterns = ['^abc$', 'abc', '^a', 'b$', '(a)(b)?', '[0-9]+', 'x*', '^', 'a b', '(?<=a)b', '\\/|,', ''];
  const flags = ['', 'g', 'i', 'y', 'm', 'u', 'gd'];
  return patterns.flatMap((source) =>
    flags.flatMap((each) => [0, 1, 2].map((group) => regExpData({ source, flags: each, group }))),
  );
}

export function constantOf(sort: Sort): Arbitrary<Scalar> {
  const fromList = fc.constantFrom(...boundaries[sort]);
  switch (sort) {
    case 'bool':
      return fromList;
    case 'num':
      return fc.oneof(
        { arbitrary: fromList, weight: 6 },
        { arbitrary: fc.constantFrom(...extremeNumbers, -Number.MAX_VALUE, 0, -0), weight: 3 },
        fc.double(),
        fc.integer({ min: -20, max: 40 }),
      );
    case 'str':
      return fc.oneof({ arbitrary: fromList, weight: 6 }, fc.string({ maxLength: 4, unit: 'binary' }));
    case 'big':
      return fc.oneof({ arbitrary: fromList, weight: 3 }, fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }));
  }
}

function leafOf(sort: Sort): Arbitrary<Recipe> {
  const names = symbols.filter((symbol) => symbol.sort === sort).map(({ name }) => name);
  return fc.oneof(
    { arbitrary: constantOf(sort).map((value): Recipe => ({ kind: 'constant', value })), weight: 2 },
    { arbitrary: fc.constantFrom(...names).map((name): Recipe => ({ kind: 'symbol', name, sort })), weight: 3 },
  );
}

const operationsBySort = new Map<Sort, OperationName[]>();
for (const name of operationNames) {
  const { result } = operations[name];
  operationsBySort.set(result, [...(operationsBySort.get(result) ?? []), name]);
}

const recipes = new Map<string, Arbitrary<Recipe>>();

export function recipeOf(sort: Sort, depth: number): Arbitrary<Recipe> {
  const key = `${sort} ${depth}`;
  const known = recipes.get(key);
  if (known !== undefined) return known;
  const made = depth === 0 ? leafOf(sort) : fc.oneof({ arbitrary: leafOf(sort), weight: 2 }, ...compound(sort, depth));
  recipes.set(key, made);
  return made;
}

function compound(sort: Sort, depth: number): { arbitrary: Arbitrary<Recipe>; weight: number }[] {
  const names = operationsBySort.get(sort) ?? [];
  const operation = fc.constantFrom(...names).chain((name) => operationRecipe(name, depth));
  return [
    { arbitrary: operation, weight: 4 },
    { arbitrary: choiceRecipe(sort, depth), weight: 1 },
  ];
}

export function choiceRecipe(sort: Sort, depth: number): Arbitrary<Recipe> {
  return fc
    .tuple(recipeOf('bool', depth - 1), recipeOf(sort, depth - 1), recipeOf(sort, depth - 1))
    .map((args): Recipe => ({ kind: 'choice', args }));
}

export function operationRecipe(operation: OperationName, depth: number): Arbitrary<Recipe> {
  const { params, variadic } = operations[operation];
  const [first = 'bool'] = params;
  const args = variadic
    ? fc.array(recipeOf(first, depth - 1), { minLength: 0, maxLength: 4 })
    : fc.tuple(...params.map((param, index) => argument(operation, index, param, depth))).chain(sometimesTheSame);
  return fc
    .tuple(args, dataOf(operation))
    .map(([made, data]): Recipe => ({ kind: 'operation', operation, args: made, data }));

  /** Rules about equal arguments would hardly be met otherwise. */
  function sometimesTheSame(made: Recipe[]): Arbitrary<Recipe[]> {
    const [a, b] = made;
    if (a === undefined || b === undefined || params[0] !== params[1] || restricted[operation] !== undefined)
      return fc.constant(made);
    return fc.oneof({ arbitrary: fc.constant(made), weight: 7 }, fc.constant<Recipe[]>([a, a, ...made.slice(2)]));
  }
}

function argument(operation: OperationName, index: number, sort: Sort, depth: number): Arbitrary<Recipe> {
  if (restricted[operation]?.[index] === undefined) return recipeOf(sort, depth - 1);
  return argumentOf(operation, index, sort).map((value): Recipe => ({ kind: 'constant', value }));
}

/** A value that the operation may be given. */
export function argumentOf(operation: OperationName, index: number, sort: Sort): Arbitrary<Scalar> {
  const allowed = restricted[operation]?.[index];
  return allowed === undefined ? constantOf(sort) : fc.constantFrom(...allowed);
}

export function dataOf(operation: OperationName): Arbitrary<string> {
  const data = datas[operation];
  return data === undefined ? fc.constant('') : fc.constantFrom(...data);
}

/** By `apply`, in canonical form; or as it stands. */
export function make(terms: Terms, recipe: Recipe, canonical = true): Term {
  switch (recipe.kind) {
    case 'constant':
      return terms.constant(recipe.value);
    case 'symbol':
      return symbolNamed(terms, recipe.name);
    case 'operation': {
      const args = recipe.args.map((arg) => make(terms, arg, canonical));
      return canonical
        ? terms.apply(recipe.operation, args, recipe.data)
        : terms.operation(recipe.operation, args, recipe.data);
    }
    case 'choice': {
      const [condition, yes, no] = recipe.args.map((arg) => make(terms, arg, canonical));
      if (condition === undefined || yes === undefined || no === undefined) throw new Error('a choice has three parts');
      return terms.choice(condition, yes, no);
    }
  }
}

export function symbolNamed(terms: Terms, name: string): Term {
  const symbol = symbols.find((each) => each.name === name);
  if (symbol === undefined) throw new Error(`no symbol ${name}`);
  return terms.symbol(symbol.name, symbol.sort, symbol.domain ?? anyDouble);
}

/** The value of a recipe by the operations alone, as the engine computes it. */
export function valueOf(recipe: Recipe, values: ReadonlyMap<string, Scalar>): Scalar {
  switch (recipe.kind) {
    case 'constant':
      return recipe.value;
    case 'symbol': {
      const value = values.get(recipe.name);
      if (value === undefined) throw new Error(`no value for ${recipe.name}`);
      return value;
    }
    case 'operation':
      return operations[recipe.operation].evaluate(
        recipe.args.map((arg) => valueOf(arg, values)),
        recipe.data,
      );
    case 'choice': {
      const [condition, yes, no] = recipe.args;
      if (condition === undefined || yes === undefined || no === undefined) throw new Error('a choice has three parts');
      return valueOf(valueOf(condition, values) === true ? yes : no, values);
    }
  }
}

export function isIn({ integer, min, max, nan, negativeZero }: Domain, value: Scalar): boolean {
  if (typeof value !== 'number') return false;
  if (Number.isNaN(value)) return nan;
  if (Object.is(value, -0) && !negativeZero) return false;
  return min <= value && value <= max && (!integer || !Number.isFinite(value) || Number.isInteger(value));
}

/** Values of all symbols: boundary and random ones, each in its domain; first rows with numbers at their bounds. */
export function valuesOfSymbols(count: number, seed: number): ReadonlyMap<string, Scalar>[] {
  const columns = symbols.map(({ name, sort, domain = anyDouble }, index) => {
    const inside = (value: Scalar): boolean => sort !== 'num' || isIn(domain, value);
    const edges = sort === 'num' ? [domain.min, domain.max].filter(inside) : [];
    const whole = fc.integer({ min: Math.max(domain.min, -20), max: Math.min(domain.max, 40) });
    const arbitrary = fc.oneof(
      { arbitrary: constantOf(sort).filter(inside), weight: 3 },
      ...(sort === 'num' ? [fc.constantFrom(...edges, 1, 0).filter(inside), whole] : []),
    );
    const values = fc.sample(arbitrary, { numRuns: count, seed: seed + index }) as Scalar[];
    const [low, high] = edges;
    if (low !== undefined && high !== undefined) {
      // All at one bound, then neighbours in the list at opposite ones: sums that cancel or overflow.
      values.splice(0, 4, low, high, ...(index % 2 === 0 ? [low, high] : [high, low]));
    }
    return { name, values: values.slice(0, count) };
  });
  return Array.from({ length: count }, (_, row) => new Map(columns.map((column) => valueInRow(column, row))));
}

function valueInRow({ name, values }: { name: string; values: Scalar[] }, row: number): [string, Scalar] {
  const value = values[row];
  if (value === undefined) throw new Error(`no value for ${name}`);
  return [name, value];
}

export function modelOf(terms: Terms, values: ReadonlyMap<string, Scalar>): Model {
  const model = new Map<Unknown, Scalar>();
  for (const [name, value] of values) {
    const term = symbolNamed(terms, name);
    if (isUnknown(term)) model.set(term, value);
  }
  return model;
}
