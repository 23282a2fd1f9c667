import fc from 'fast-check';
import { constant, expression, mutantsOf, rewritesOf, type TextVersions } from './text-versions';

const scope = ['n', 'o.a', 'o.in.v', 'o.xs.length', 'e.s'];

const call = fc.constantFrom('look(o);', 'look(o.in);', 'look(e);', 'tell();', 'look(o.xs);');

const statement = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('n', 'o.a', 'o.in.v', 'e.s'), expression(scope, 1))
      .map(([to, text]) => `${to} = ${text};`),
  },
  { weight: 2, arbitrary: call },
  { weight: 1, arbitrary: constant.map((text) => `o.xs.push(${text});`) },
  {
    weight: 1,
    arbitrary: fc.tuple(expression(scope, 0), constant, expression(scope, 1)).map(([left, at, text]) => {
      return `if (${left} < ${at}) n = ${text};`;
    }),
  },
  { weight: 1, arbitrary: fc.constant('for (const x of o.xs) { n = n + x; tell(); }') },
);

function written(statements: readonly string[], result: string): string {
  return `interface O { a: number; in: { v: number }; xs: number[] }
export function f(o: O, look: (x: object) => void, tell: () => void): number {
  let n = 0; const e = { s: 1 };
  ${statements.join('\n  ')}
  return ${result};
}`;
}

const statements = fc.array(statement, { minLength: 2, maxLength: 4 });

/** `f` gives objects to the outside, which may change them, and others that were handed in. */
const program = fc.tuple(statements, expression(scope, 1)).map(([list, result]) => written(list, result));

export const changedMutants = mutantsOf(program);

export const changedRewrites = rewritesOf(program);

/** Versions of which one is the other with a statement before a call that was behind it: it may see what the call changes. */
export const changedMoves: fc.Arbitrary<TextVersions> = fc
  .tuple(
    statements,
    fc.oneof(
      statement,
      expression(scope, 1).map((text) => `n = n + ${text};`),
    ),
    call,
    fc.nat(),
    constant,
  )
  .map(([list, moved, made, number, result]) => {
    const versions = [
      [moved, made],
      [made, moved],
    ].map((both) => written(list.toSpliced(number % list.length, 0, ...both), `(n + ${result})`));
    return { base: versions[0] ?? '', head: versions[1] ?? '' };
  });
