import fc from 'fast-check';
import { constant, expression, mutantsOf, rewritesOf, type TextVersions } from './text-versions';

/** Numbers that a method can read; `x` is its parameter. */
const readable = [
  'x',
  'this.#n',
  'this.most',
  'this.#at.v',
  '(this.#xs[0] ?? 0)',
  'this.#xs.length',
  'this.m',
  '(this.#known.get(x) ?? 1)',
];

const value = expression(readable, 1);

const statement: fc.Arbitrary<string> = fc.oneof(
  value.map((text) => `this.#n = ${text};`),
  constant.map((text) => `this.#n += ${text};`),
  value.map((text) => `this.#xs.push(${text});`),
  fc.constantFrom('this.#xs.pop();', 'this.#xs.shift();', 'this.#xs = [];'),
  value.map((text) => `this.#at.v = ${text};`),
  value.map((text) => `this.#at = { v: ${text} };`),
  value.map((text) => `this.m = ${text};`),
  value.map((text) => `this.#known.set(x, ${text});`),
  fc.constant('this.#known.delete(x);'),
  value.map((text) => `this.#last = () => ${text};`),
  fc.tuple(value, constant).map(([left, at]) => `if (${left} < ${at}) throw new Error('low');`),
  fc.tuple(value, constant, value).map(([left, at, text]) => `if (${left} < ${at}) this.#n = ${text};`),
);

const result = fc.oneof(
  expression(readable, 2),
  fc.constantFrom('this.#xs', 'this.#at', 'this', '[...this.#xs]', 'this.#last?.()', 'this.add(x)', 'this.#step(x)'),
);

const body = fc
  .tuple(fc.array(statement, { maxLength: 3 }), result)
  .map(([statements, text]) => `const y = (x + 1); ${statements.join(' ')} return [y, ${text}];`);

/** The others are called before and after: `f` is what has changed. */
const rest = fc.tuple(constant, constant, fc.array(statement, { maxLength: 2 }), body, body);

/** What private members are called, nobody can see. */
function renamed(text: string): string {
  return text.replaceAll('#n', '#count').replaceAll('#step', '#next');
}

function versions(texts: fc.Arbitrary<TextVersions>): fc.Arbitrary<TextVersions> {
  return fc.tuple(rest, texts, fc.boolean()).map(([[n, m, made, add, step], { base, head }, isRenamed]) => {
    const program = (f: string): string => `export class C {
  #n = ${n}; #xs: number[] = []; #at = { v: ${m} }; #known = new Map<number, number>(); #last: (() => number) | undefined; m = ${m};
  constructor(readonly most: number) { const x = most; ${made.join(' ')} }
  add(x: number): any { if (x > 2) return x; ${add.replaceAll('this.add(x)', 'x').replaceAll('this.#step(x)', 'x')} }
  #step(x: number): any { ${step.replaceAll('this.add(x)', 'x').replaceAll('this.#step(x)', 'x')} }
  get size(): number { return this.#xs.length + this.#n; }
  f(x: number): any { ${f} }
}`;
    return { base: program(base), head: isRenamed ? renamed(program(head)) : program(head) };
  });
}

/** The same with members that only TypeScript keeps private: their names can be seen when the code runs. */
function visibly(text: string): string {
  return text.replaceAll('this.#', 'this.own').replaceAll('#', 'private own');
}

function visible(texts: fc.Arbitrary<TextVersions>): fc.Arbitrary<TextVersions> {
  return versions(texts).map(({ base, head }) => ({ base: visibly(base), head: visibly(renamed(head)) }));
}

/** What the head calls members of the base. */
export const visibleNames = { C: { ownn: 'owncount' } };

export const visibleMutants = visible(mutantsOf(body));

export const visibleRewrites = visible(rewritesOf(body));

export const instanceMutants = versions(mutantsOf(body));

export const instanceRewrites = versions(rewritesOf(body));
