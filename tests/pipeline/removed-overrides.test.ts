import { expect, test } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import { TemporaryRepository } from '../project/temporary-repository';

/** What a class below overrides, and no longer does; the class above; who is given one. */
const cases = [
  ['a getter', 'get v() { return 2; }', 'get v() { return 1; }', 'export const f = (a: A) => a.v;'],
  [
    'a setter',
    'set v(n: number) { this.n = n * 2; }',
    'set v(n: number) { this.n = n; }',
    'export function f(a: A) { a.v = 2; return a.n; }',
  ],
  ['a method', 'm() { return 2; }', 'm() { return 1; }', 'export const f = (a: A) => a.m();'],
  ['its text', "toString() { return 'B'; }", "toString() { return 'A'; }", 'export const f = (a: A) => `${a}`;'],
  ['its value', 'valueOf() { return -this.n; }', 'valueOf() { return this.n; }', 'export const f = (a: A) => +a;'],
  ['its JSON', 'toJSON() { return 2; }', 'toJSON() { return 1; }', 'export const f = (a: A) => JSON.stringify({ a });'],
  [
    'what it goes through',
    '*[Symbol.iterator]() { yield 2; }',
    '*[Symbol.iterator]() { yield 1; }',
    'export const f = (a: A) => [...a];',
  ],
] as const;

test.each(cases)(
  'who takes instances sees that a class below does not override %s any more',
  async (_, below, above, use) => {
    const text = (member: string): string =>
      `export class A { n = 1; ${above} }\nexport class B extends A { ${member} }\n${use}\n`;
    const repository = new TemporaryRepository();
    repository.commit({ 'package.json': '{}', 'a.ts': text(below) });
    repository.write({ 'a.ts': text('') });
    const { entryPoints } = await analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 10_000 });
    expect(entryPoints.find(({ id }) => id === 'a.ts#f')?.verdict.kind).toBe('differs');
  },
);
