import fc from 'fast-check';
import { constant, expression, mutantsOf, rewritesOf } from './text-versions';

function simple(scope: readonly string[]): fc.Arbitrary<string> {
  const value = expression(scope, 1);
  return fc.oneof(
    fc.tuple(fc.constantFrom('n', 'o.v'), value).map(([name, text]) => `${name} = ${text};`),
    fc.tuple(fc.constantFrom('n', 'o.v'), constant).map(([name, text]) => `${name} += ${text};`),
    fc.tuple(value, constant, value).map(([left, at, text]) => `if (${left} < ${at}) n = ${text};`),
    value.map((text) => `log(${text});`),
  );
}

const around = ['a', 'n', 'o.v'];

const given = fc
  .tuple(fc.array(simple([...around, 'x']), { maxLength: 2 }), expression([...around, 'x'], 1))
  .map(([statements, result]) => `(x: number) => { ${statements.join(' ')} return ${result}; }`);

function outer(isAsync: boolean): fc.Arbitrary<string> {
  const timed = fc
    .tuple(fc.array(simple(around), { minLength: 1, maxLength: 2 }), constant)
    .map(([statements, ms]) => `setTimeout(() => { ${statements.join(' ')} }, 1 + ${ms});`);
  const plain = fc.oneof(
    { weight: 3, arbitrary: simple(around) },
    { weight: 3, arbitrary: given.map((fn) => `use(${fn});`) },
    { weight: 1, arbitrary: timed },
  );
  if (!isAsync) return plain;
  return fc.oneof(
    { weight: 3, arbitrary: plain },
    { weight: 1, arbitrary: fc.constant('await null;') },
    {
      weight: 1,
      arbitrary: constant.map((ms) => `await new Promise<void>((resolve) => setTimeout(resolve, 1 + ${ms}));`),
    },
  );
}

/** `f` gives functions to the outside: to one that is handed in, and to timers. */
const program = fc.boolean().chain((isAsync) =>
  fc.tuple(fc.array(outer(isAsync), { minLength: 1, maxLength: 3 }), expression(around, 1)).map(
    ([statements, result]) =>
      `export ${isAsync ? 'async ' : ''}function f(a: number, use: (g: (x: number) => number) => void, log: (x: number) => void): any {
  let n = 1; const o = { v: 0 };
  ${statements.join('\n  ')}
  return ${result};
}`,
  ),
);

export const givingMutants = mutantsOf(program);

export const givingRewrites = rewritesOf(program);
