import fc from 'fast-check';

/** A program of integers: many ways through `f`, and helpers that it calls. */
export interface BranchingProgram {
  readonly text: string;
}

const { number, truth } = fc.letrec<{ number: string; truth: string }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom('a', 'b', 'c', 'x', 'y', '0', '1', '2', '3'),
    fc.tuple(tie('number'), fc.constantFrom('+', '-'), tie('number')).map(([l, op, r]) => `(${l} ${op} ${r})`),
  ),
  truth: fc
    .tuple(tie('number'), fc.constantFrom('<', '<=', '>', '===', '!=='), tie('number'))
    .map(([l, op, r]) => `${l} ${op} ${r}`),
}));

const plain = fc.oneof(
  fc.tuple(fc.constantFrom('x', 'y'), number).map(([v, value]) => `${v} = ${value};`),
  fc.tuple(fc.constantFrom('x', 'y', 'state'), number).map(([v, value]) => `${v} = ${value};`),
);
const call = fc
  .tuple(fc.constantFrom('x', 'y'), fc.constantFrom('g', 'h'), number)
  .map(([v, fn, value]) => `${v} = ${fn}(${value});`);

function statements(simple: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const { statement } = fc.letrec<{ statement: string; block: string }>((tie) => ({
    statement: fc.oneof(
      { maxDepth: 2 },
      simple,
      fc.tuple(truth, tie('block'), tie('block')).map(([c, yes, no]) => `if (${c}) {\n${yes}\n} else {\n${no}\n}`),
      fc.tuple(truth, tie('block')).map(([c, yes]) => `if (${c}) {\n${yes}\n}`),
      fc
        .tuple(number, tie('block'))
        .map(([v, body]) => `switch (${v}) {\ncase 1:\n${body}\ncase 2: x = 7; break;\ndefault: y = 8;\n}`),
      tie('block').map((body) => `for (let k = 0; k < 2; k++) {\n${body}\n}`),
      fc.tuple(truth, tie('block')).map(([c, body]) => `while (${c}) {\n${body}\nx = x + 1;\nif (x > 4) break;\n}`),
      fc.tuple(truth, number).map(([c, value]) => `if (${c}) return ${value};`),
      fc
        .tuple(truth, tie('block'))
        .map(([c, body]) => `try {\nif (${c}) throw new Error('e');\n${body}\n} catch {\ny = 5;\n}`),
    ),
    block: fc.array(tie('statement'), { minLength: 1, maxLength: 2 }).map((body) => body.join('\n')),
  }));
  return statement;
}

const body = (simple: fc.Arbitrary<string>, most: number): fc.Arbitrary<string> =>
  fc.array(statements(simple), { minLength: 1, maxLength: most }).map((all) => all.join('\n'));

function helper(name: string, code: string): string {
  return `function ${name}(a: int): int {\nlet b = 1;\nlet c = a;\nlet x = 0;\nlet y = 0;\n${code}\nreturn x + y;\n}`;
}

/** Functions that call each other: f calls g and h, g calls h. */
export const branchingPrograms: fc.Arbitrary<BranchingProgram> = fc
  .record({
    f: body(fc.oneof(plain, plain, call), 4),
    g: body(
      fc.oneof(
        plain,
        call.map((text) => text.replace('g(', 'h(')),
      ),
      2,
    ),
    h: body(plain, 2),
    result: number,
  })
  .map(({ f, g, h, result }) => {
    return {
      text: [
        `import type { int } from 'wingbeat';\nlet state = 0;`,
        helper('h', h),
        helper('g', g),
        `export function f(a: int, b: int, c: int): int {\nlet x = 0;\nlet y = 0;\n${f}\nreturn ${result};\n}`,
      ].join('\n'),
    };
  });
