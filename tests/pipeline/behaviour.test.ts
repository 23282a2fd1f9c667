import { describe, expect, it } from 'vitest';
import type { ChangeOptions } from '../../src/options';
import { analyzeChange } from '../../src/pipeline';
import type { Result } from '../../src/result/result';
import type { Verdict } from '../../src/result/verdict';
import { TemporaryRepository } from '../project/temporary-repository';

type Files = Readonly<Record<string, string>>;

async function change(before: Files, after: Files, told: Partial<ChangeOptions> = {}): Promise<Result> {
  const repository = new TemporaryRepository();
  repository.commit({ 'package.json': '{ "type": "module" }', ...before });
  repository.write(after);
  return analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 60_000, ...told });
}

/** For what is searched for as long as there is time. */
const shortly = { budgetMs: 20_000 };

/** What is said of each entry point, by its name. */
function entries(result: Result): Record<string, string> {
  return Object.fromEntries(result.entryPoints.map(({ id, verdict }) => [id, words(verdict)]));
}

function functions(result: Result): Record<string, string> {
  return Object.fromEntries(result.functions.map(({ id, verdict }) => [id, words(verdict)]));
}

function words(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'differs':
      return `differs ${verdict.witness.call}`;
    case 'same':
      return verdict.bound === null ? 'same' : 'same up to a bound';
    case 'unknown':
      return `unknown: ${verdict.reason}`;
  }
}

function withTotal(by: string): string {
  return `
      export class Item { constructor(public price: number) {} total(): number { return this.price ${by}; } }
      export function f(item: Item) { return item.total() > 100; }`;
}

function withInner(least: number): string {
  return `
      function inner(n: number) { return n > ${least} ? 1 : 0; }
      export function outer(n: number) { if (n > 100) return inner(n); return 7; }`;
}

function withHash(flag: string): string {
  return `export function f(s) { return String(s).split('').map((c) => c.charCodeAt(0)).reduce((a, b) => (a * 31 + b) % 1000003, 7) === 565482 ? ${flag} : 'no'; }`;
}

function withWeight(body: string): string {
  return `
      function weigh(s: string): number {
        let sum = 0;
        for (let i = 0; i < s.length; i++) sum = (sum * 31 + s.charCodeAt(i)) % 1000003;
        return sum;
      }
      export function f(s: string, n: number) { ${body} }`;
}

describe('the behaviour of a change', () => {
  it('is the same where parameters are renamed', async () => {
    const result = await change(
      { 'a.ts': 'export function f(a: number, b: number) { return a > b ? a : b; }' },
      { 'a.ts': 'export function f(x: number, y: number) { if (x > y) return x; return y; }' },
    );
    expect(functions(result)).toEqual({ 'a.ts#f': 'same' });
  });

  it('is that of the calls there were where a parameter with a default is added', async () => {
    const result = await change(
      { 'a.ts': 'export function f(a: number) { return a * 2; }' },
      { 'a.ts': 'export function f(a: number, factor = 2) { return a * factor; }' },
    );
    expect(functions(result)).toEqual({ 'a.ts#f': 'same' });
    const other = await change(
      { 'a.ts': 'export function f(a: number) { return a * 2; }' },
      { 'a.ts': 'export function f(a: number, factor = 3) { return a * factor; }' },
    );
    expect(functions(other)).toEqual({ 'a.ts#f': expect.stringMatching(/^differs f\(-?[\d.]+\)$/) });
  });

  it('differs for calls that still give a parameter that is gone', async () => {
    const result = await change(
      { 'a.ts': 'export function f(a: number, twice: boolean) { return twice ? a * 2 : a; }' },
      { 'a.ts': 'export function f(a: number) { return a; }' },
    );
    expect(functions(result)).toEqual({ 'a.ts#f': expect.stringMatching(/^differs f\(.*, true\)$/) });
  });

  it('is seen through a constant of the module, and through a file that is imported', async () => {
    const files = {
      'limits.ts': 'export const most = 10;',
      'a.ts': "import { most } from './limits'; export function f(n: number) { return n > most; }",
      'b.ts': 'export function g(n: number) { return n + 1; }',
    };
    const result = await change(files, { 'limits.ts': 'export const most = 11;' });
    expect(entries(result)).toMatchObject({ 'a.ts#f': expect.stringMatching(/^differs f\(1[01](?:\.\d+)?\)$/) });
    expect(Object.keys(entries(result))).not.toContain('b.ts#g');
    expect(functions(result)).toEqual({ 'limits.ts#<module>': 'differs import("./limits.ts")' });
  });

  it('is seen through the class of an argument', async () => {
    const result = await change({ 'a.ts': withTotal('* 1.2') }, { 'a.ts': withTotal('* 1.5') });
    expect(entries(result)).toMatchObject({ 'a.ts#f': expect.stringMatching(/^differs /) });
  });

  it('is found where code is only removed', async () => {
    const result = await change(
      { 'a.ts': "export function f(n: number) { if (n > 3) console.log('big'); return n; }" },
      { 'a.ts': 'export function f(n: number) { return n; }' },
    );
    expect(functions(result)).toEqual({ 'a.ts#f': expect.stringMatching(/^differs f\(/) });
    const checked = await change(
      { 'a.ts': "export function f(n: number) { if (n > 3) throw new Error('big'); return n > 5; }" },
      { 'a.ts': 'export function f(n: number) { return n > 5; }' },
    );
    expect(functions(checked)).toEqual({ 'a.ts#f': expect.stringMatching(/^differs f\(/) });
  });

  it('is masked where no caller can see it', async () => {
    const result = await change({ 'a.ts': withInner(3) }, { 'a.ts': withInner(4) });
    expect(functions(result)).toEqual({ 'a.ts#inner': expect.stringMatching(/^differs inner\(/) });
    expect(result.entryPoints).toMatchObject([{ id: 'a.ts#outer', verdict: { kind: 'same' }, masked: true }]);
  });

  it('is not judged for what is new, gone or part of a test', async () => {
    const result = await change(
      { 'a.ts': 'export function old() { return 1; }', 'a.test.ts': 'export function helper() { return 1; }' },
      {
        'a.ts': 'export function fresh() { return 1; }\nexport function more(n: number[]) { return n.length; }',
        'a.test.ts': 'export function helper() { return 2; }',
      },
    );
    const { 'a.ts#<module>': body, ...others } = functions(result);
    expect(body).toBe('unknown: it no longer exports old: who imports it breaks');
    const told = Object.values(others);
    expect(told.every((text) => text === 'same' || text.startsWith('unknown: it is '))).toBe(true);
    expect(told.some((text) => text.startsWith('differs'))).toBe(false);
  });

  it('follows a renamed file and a renamed function', async () => {
    const result = await change(
      { 'old.ts': 'export function before(n: number) { const twice = n * 2; return twice > 10 ? twice : n; }' },
      {
        'old.ts': '',
        'new.ts': 'export function after(n: number) { const twice = n * 2; return twice >= 10 ? twice : n; }',
      },
    );
    expect(functions(result)).toMatchObject({ 'new.ts#after': 'differs after(5)' });
  });

  it('uses values of the tests where a search gets nowhere', async () => {
    const result = await change(
      { 'a.js': withHash("'yes'"), 'a.test.js': "import { f } from './a.js'; f('hello');" },
      { 'a.js': withHash("'YES'") },
      { budgetMs: 20_000 },
    );
    expect(functions(result)).toMatchObject({ 'a.js#f': "differs f('hello')" });
  });

  it.each([
    ['a function that is returned', 'export function f(limit: number) { return (price: number) => price OP limit; }'],
    [
      'a method of an object that is returned',
      'export function f(limit: number) { return { fits(price: number) { return price OP limit; } }; }',
    ],
    [
      'a function that is given away',
      'export function f(give: (fits: (price: number) => boolean) => void) { give((price) => price OP 3); }',
    ],
    [
      'a function that is kept',
      'const kept: ((price: number) => boolean)[] = []; export function f() { kept.push((price) => price OP 3); }',
    ],
    [
      'a function of the module that is returned',
      'function fits(price: number) { return price OP 3; } export function f() { return fits; }',
    ],
    [
      'a function that calls what has changed',
      'function fits(price: number) { return price OP 3; } export function f() { return () => fits(3); }',
    ],
    [
      'an object of the module that is returned',
      'const api = { fits(price: number) { return price OP 3; } }; export function f() { return api; }',
    ],
  ])('is not called the same for %s', async (_, text) => {
    const result = await change({ 'a.ts': text.replace('OP', '<') }, { 'a.ts': text.replace('OP', '<=') }, shortly);
    const told = [...result.entryPoints, ...result.functions].map(({ id, verdict }) => `${id} ${verdict.kind}`);
    expect(told).not.toContain('a.ts#f same');
    expect(told.some((each) => each.endsWith('unknown') || each.endsWith('differs'))).toBe(true);
  });

  it('is not called the same where a changed function is read from an object that no variable shows', async () => {
    const method = `
      export class Item { constructor(public price: number) {} total(): number { return this.price * 2; } }
      export function f(item: Item, now: boolean) { if (now) return item.total() > 0; return item.total; }`;
    const required =
      "exports.f = (n) => { if (n === 1) return require('./b.cjs').g(5); return require('./b.cjs').g; };";
    const result = await change(
      { 'a.ts': method, 'b.cjs': 'exports.g = (n) => n < 3;', 'c.cjs': required },
      { 'a.ts': method.replace('* 2', '* 3'), 'b.cjs': 'exports.g = (n) => n <= 3;' },
      shortly,
    );
    for (const { id, verdict } of result.entryPoints.filter((entry) => entry.id.endsWith('#f'))) {
      expect([`${id} unknown`, `${id} differs`]).toContain(`${id} ${verdict.kind}`);
    }
  });

  it('is proved without following what did not change', async () => {
    const result = await change(
      { 'a.ts': withWeight('if (weigh(s) > n) return 1; return 2;') },
      { 'a.ts': withWeight('const heavy = weigh(s); return !(heavy > n) ? 2 : 1;') },
      { budgetMs: 20_000 },
    );
    expect(functions(result)).toEqual({ 'a.ts#f': 'same' });
    expect(result.functions[0]?.verdict).toMatchObject({ assumptions: ['weigh does the same in both versions'] });
    const other = await change(
      { 'a.ts': withWeight('if (weigh(s) > n) return 1; return 2;') },
      { 'a.ts': withWeight('if (weigh(s) >= n) return 1; return 2;') },
      { budgetMs: 20_000 },
    );
    expect(functions(other)).toEqual({ 'a.ts#f': expect.stringMatching(/^differs f\(/) });
  });

  it('is not looked at when it is not asked for', async () => {
    const result = await change(
      { 'a.ts': 'export function f() { return 1; }' },
      { 'a.ts': 'export function f() { return 2; }' },
      { behaviour: false },
    );
    expect(functions(result)).toEqual({ 'a.ts#f': expect.stringContaining('--no-behaviour') });
  });
});
