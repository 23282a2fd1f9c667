import fc from 'fast-check';

/** Declarations that generated types refer to. */
export const prelude = `
interface Point { x: number; y?: string }
interface Tree { value: number; children: Tree[] }
interface Named extends Point { readonly name: 'n' | 'm' }
type Shape = { kind: 'circle'; r: number } | { kind: 'square'; side: number; tag?: true };
enum Level { Low, High = 5 }
interface Box<T> { value: T }
type Pair<A, B = A> = [A, B];
type Flat<T> = T extends (infer U)[] ? U : T;
type IsString<T> = T extends string ? 'yes' : 'no';
type Wrapped<T> = { [K in keyof T]: { wrapped: T[K] } };
type Setters<T> = { [K in keyof T as \`set\${Capitalize<string & K>}\`]?: T[K] };
type Json = string | number | null | Json[] | { [key: string]: Json };
const list = ['a', 'b', 3] as const;
const config = { mode: 'fast', size: 2, deep: { on: true } } as const;
`;

const scalars = [
  'string',
  'number',
  'boolean',
  'bigint',
  'null',
  'undefined',
  "'a'",
  "'b'",
  '1',
  '2',
  'true',
  '10n',
  '-1',
];
const names = [
  'Point',
  'Tree',
  'Named',
  'Shape',
  'Level',
  'Level.High',
  'Json',
  '(typeof list)[number]',
  'typeof config',
];
const widest = ['unknown', '{}', 'object', 'symbol', 'Date', 'RegExp', 'never'];

const union = fc.uniqueArray(fc.constantFrom(...scalars), { minLength: 1, maxLength: 3 }).map((all) => all.join(' | '));

interface Texts {
  readonly type: string;
  /** A type with properties. */
  readonly shape: string;
  /** A union of scalars. */
  readonly scalar: string;
}

/** Texts of types, small enough that their values can be listed. */
export const typeText: fc.Arbitrary<string> = fc.letrec<Texts>((tie) => {
  const type = tie('type') as fc.Arbitrary<string>;
  const shape = tie('shape') as fc.Arbitrary<string>;
  const scalar = tie('scalar') as fc.Arbitrary<string>;
  return {
    scalar: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      fc.constantFrom(...scalars),
      fc.tuple(scalar, scalar).map(([a, b]) => `(${a} | ${b})`),
      fc.tuple(scalar, scalar).map(([a, b]) => `(${a} & ${b})`),
      fc.tuple(scalar, scalar).map(([a, b]) => `Exclude<${a}, ${b}>`),
      fc.tuple(scalar, scalar).map(([a, b]) => `Extract<${a}, ${b}>`),
      scalar.map((a) => `NonNullable<${a}>`),
      scalar.map((a) => `IsString<${a}>`),
      shape.map((a) => `keyof ${a}`),
      fc.constant("`${'x' | 'y'}-${1 | true}`"),
    ),
    shape: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      fc.constantFrom('Point', 'Named', 'Tree', 'typeof config'),
      fc.tuple(type, type).map(([a, b]) => `{ p: ${a}; q?: ${b} }`),
      fc.tuple(type, type).map(([a, b]) => `{ readonly p?: ${a}; m(): ${b} }`),
      type.map((a) => `Box<${a}>`),
      scalar.map((a) => `Record<'p' | 'r', ${a}>`),
      shape.map((a) => `Partial<${a}>`),
      shape.map((a) => `Required<${a}>`),
      shape.map((a) => `Wrapped<${a}>`),
      shape.map((a) => `Setters<${a}>`),
      shape.map((a) => `Omit<${a}, 'p'>`),
      type.map((a) => `Pick<{ p: ${a} } & Point, 'p'>`),
      fc.tuple(shape, type).map(([a, b]) => `(${a} & { own: ${b} })`),
      fc.constantFrom('(Point & Named)', '(Named & Tree)'),
    ),
    type: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom(...scalars, ...names, ...widest),
      scalar,
      shape,
      fc.tuple(type, type).map(([a, b]) => `(${a} | ${b})`),
      fc.tuple(union, union).map(([a, b]) => `({ p: ${a} } & { p: ${b} })`),
      type.map((a) => `(${a})[]`),
      type.map((a) => `readonly (${a})[]`),
      fc.tuple(type, type).map(([a, b]) => `[${a}, (${b})?]`),
      fc.tuple(type, type).map(([a, b]) => `[${a}, ...(${b})[]]`),
      type.map((a) => `Pair<${a}>`),
      type.map((a) => `{ [key: string]: ${a} }`),
      type.map((a) => `(() => ${a})`),
      scalar.map((a) => `Promise<${a}>`),
      type.map((a) => `Awaited<Promise<${a}>>`),
      type.map((a) => `Set<${a}>`),
      type.map((a) => `Map<'k' | 'l', ${a}>`),
      type.map((a) => `Flat<${a}>`),
      type.map((a) => `ReturnType<() => ${a}>`),
      fc.tuple(type, type).map(([a, b]) => `Parameters<(a: ${a}, b?: ${b}) => void>`),
      type.map((a) => `{ p: ${a}; other: 1 }['p']`),
      type.map((a) => `NonNullable<${a}>`),
    ),
  };
}).type;
