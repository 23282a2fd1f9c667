import fc from 'fast-check';

/** A function of typed inputs, as source, without types for the engine and with them for us. */
export interface GeneratedFunction {
  readonly source: string;
  /** The same for `new Function`. */
  readonly script: string;
  readonly params: readonly ParamName[];
}

export type ParamName = keyof typeof parameterTypes;

const parameterTypes = {
  m: 'number',
  n: 'number',
  i: 'int32',
  s: 'string',
  t: 'string',
  b: 'boolean',
  g: 'bigint',
  u: 'number | string | undefined',
  o: '{ p: number; q?: string }',
  a: 'number[]',
  l: "'x' | 'y' | 3",
} as const;

/** Values for each parameter, boundary cases among them. */
export const parameterValues: { readonly [Name in ParamName]: fc.Arbitrary<unknown> } = {
  m: anyNumber(),
  n: anyNumber(),
  i: fc.oneof(fc.constantFrom(0, 1, -1, 2 ** 31 - 1, -(2 ** 31)), fc.integer()),
  s: anyString(),
  t: anyString(),
  b: fc.boolean(),
  g: fc.oneof(fc.constantFrom(0n, 1n, -1n, 10n), fc.bigInt({ min: -1000n, max: 1000n })),
  u: fc.oneof(fc.constant(undefined), anyNumber(), anyString()),
  o: fc.record({ p: anyNumber(), q: anyString() }, { requiredKeys: ['p'] }),
  a: fc.array(anyNumber(), { maxLength: 3 }),
  l: fc.constantFrom('x', 'y', 3),
};

function anyNumber(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(0, -0, 1, -1, 2, 3, 0.5, Number.NaN, Infinity, -Infinity, 2 ** 31, 2 ** 53),
    fc.integer({ min: -5, max: 5 }),
    fc.double(),
  );
}

function anyString(): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom('', 'a', 'ab', 'abc', '0', '-1', ' 1', '1e2', 'x'), fc.string({ maxLength: 4 }));
}

const { number, text, truth, any } = fc.letrec<{ number: string; text: string; truth: string; any: string }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('m', 'n', 'i', '0', '1', '2', '(-1)', '0.5', 'o.p', 's.length', 'a.length', 'x'),
    fc
      .tuple(tie('number'), fc.constantFrom('+', '-', '*', '/', '%', '|', '&', '>>', '>>>', '^'), tie('number'))
      .map(binary),
    tie('number').map((value) => `(-(${value}))`),
    tie('number').map((value) => `Math.abs(${value})`),
    tie('number').map((value) => `Math.floor(${value})`),
    fc.tuple(tie('truth'), tie('number'), tie('number')).map(([c, y, n]) => `(${c} ? ${y} : ${n})`),
    fc.tuple(tie('text'), tie('text')).map(([s, t]) => `${s}.indexOf(${t})`),
    tie('any').map((value) => `Number(${value})`),
    tie('number').map((index) => `a[${index}]`),
  ),
  text: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('s', 't', "''", "'a'", "'ab'", "'x'", 'y'),
    fc.tuple(tie('text'), tie('any')).map(([s, v]) => `(${s} + ${v})`),
    fc.tuple(tie('text'), tie('number'), tie('number')).map(([s, from, to]) => `${s}.slice(${from}, ${to})`),
    tie('text').map((s) => `${s}.trim()`),
    tie('number').map((value) => `String(${value})`),
    tie('any').map((value) => `(typeof ${value})`),
  ),
  truth: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('b', 'true'),
    fc.tuple(tie('number'), fc.constantFrom('<', '<=', '>', '>=', '===', '!=='), tie('number')).map(binary),
    fc.tuple(tie('text'), fc.constantFrom('===', '!==', '<'), tie('text')).map(binary),
    fc.tuple(tie('any'), fc.constantFrom('===', '==', '!='), tie('any')).map(binary),
    fc.tuple(tie('truth'), fc.constantFrom('&&', '||'), tie('truth')).map(binary),
    tie('truth').map((c) => `!${c}`),
    fc.tuple(tie('text'), tie('text')).map(([s, t]) => `${s}.startsWith(${t})`),
    fc.tuple(tie('text'), tie('text')).map(([s, t]) => `${s}.includes(${t})`),
    fc.constantFrom("'q' in o", "o.hasOwnProperty('q')", 'o.q === undefined'),
  ),
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('u', 'o.q', 'undefined', 'null', 'g', 'l', 'x', 'y'),
    tie('number'),
    tie('text'),
    tie('truth'),
  ),
}));

function binary([left, operator, right]: readonly [string, string, string]): string {
  return `(${left} ${operator} ${right})`;
}

const { statement } = fc.letrec<{ statement: string; block: string }>((tie) => ({
  statement: fc.oneof(
    { maxDepth: 2 },
    number.map((value) => `x = ${value};`),
    text.map((value) => `y = ${value};`),
    any.map((value) => `return ${value};`),
    fc.tuple(truth, tie('block'), tie('block')).map(([c, yes, no]) => `if (${c}) ${yes} else ${no}`),
    fc.tuple(any, tie('block')).map(([c, yes]) => `if (${c}) ${yes}`),
    fc
      .tuple(tie('block'), tie('block'))
      .map(([body, after]) => `try ${body} catch (e) { y = e.message; } finally ${after}`),
    any.map((value) => `throw new RangeError(String(${value}));`),
    number.map((value) => `o.p = ${value};`),
    number.map((value) => `a.push(${value});`),
    fc
      .tuple(any, tie('block'))
      .map(([value, body]) => `switch (${value}) { case 1: ${body} case 'x': y = 'sw'; break; default: x = 9; }`),
    tie('block').map((body) => `for (let k = 0; k < 2; k++) ${body}`),
    any.map((value) => `x = [1, 2].map((z) => z + x).length; y = \`\${y}\${${value}}\`;`),
  ),
  block: fc.array(tie('statement'), { maxLength: 2 }).map((body) => `{ ${body.join(' ')} }`),
}));

/** Functions over all kinds of scalars, objects and arrays, whose loops end by themselves. */
export const arbitraryFunction: fc.Arbitrary<GeneratedFunction> = fc
  .tuple(fc.array(statement, { minLength: 1, maxLength: 4 }), any)
  .map(([body, result]) => {
    const code = `let x = 0; let y = ''; ${body.join(' ')} return [x, y, ${result}];`;
    const params = (Object.keys(parameterTypes) as ParamName[]).filter((name) =>
      new RegExp(String.raw`\b${name}\b`).test(code),
    );
    const declared = params.map((name) => `${name}: ${parameterTypes[name]}`);
    const source = `import type { int32 } from 'wingbeat';\nexport function f(${declared.join(', ')}) { ${code} }`;
    return { source, script: `return function f(${params.join(', ')}) { 'use strict'; ${code} }`, params };
  });
