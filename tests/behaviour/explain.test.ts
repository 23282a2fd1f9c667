import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WingbeatError } from '../../src/core/diagnostics';
import { explain } from '../../src/explain-job';
import type { ExplainOptions } from '../../src/options';
import type { ExplainedCallResult, ExplainResult } from '../../src/result/explain-result';
import { TemporaryFolder, TemporaryRepository } from '../project/temporary-repository';

type Files = Readonly<Record<string, string>>;

/** `a.ts` as it is, with `old.ts` in its place before. */
async function explainFiles(
  before: string,
  now: string,
  call: string,
  options: Partial<ExplainOptions> = {},
  more: Files = {},
): Promise<ExplainedCallResult> {
  const files = { 'package.json': '{ "type": "module" }', 'a.ts': now, 'old.ts': before, ...more };
  const folder = new TemporaryFolder().write(files);
  const target = `a.ts#${call}`;
  const { calls } = await explain({ cwd: folder.root, target, against: 'old.ts', cache: false, ...options });
  const [only] = calls;
  if (only === undefined || calls.length !== 1) throw new Error(`${calls.length} calls`);
  return only;
}

async function explainCommit(before: Files, now: Files, target: string): Promise<ExplainResult> {
  const repository = new TemporaryRepository();
  repository.commit({ 'package.json': '{ "type": "module" }', ...before });
  repository.write(now);
  return explain({ cwd: repository.root, target, base: 'HEAD', cache: false });
}

async function refusal(work: Promise<unknown>): Promise<readonly [code: string, message: string, exitCode: number]> {
  const error: unknown = await work.catch((e: unknown) => e);
  if (!(error instanceof WingbeatError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return [error.diagnostic.code, error.diagnostic.message, error.exitCode];
}

function paper(name: string): string {
  return readFileSync(join(import.meta.dirname, '../fixtures/papers', name), 'utf8');
}

function causesOf({ causes }: ExplainedCallResult): readonly (readonly unknown[])[] {
  return causes
    .filter(({ nearest }) => nearest !== null)
    .map((c) => [c.in, c.place.line, c.condition, c.nearest?.call]);
}

const price = `export function cost(weight: number, express: boolean): number {
  let price = 450;
  if (weight > 2) price = 450 + weight * 100;
  if (express) price *= 2;
  return price;
}
`;

describe('a call that behaves otherwise since a change', () => {
  it('is explained by the condition that decides otherwise, the edit, and the nearest call that is as before', async () => {
    const found = await explainFiles(price, price.replace('> 2', '>= 2'), 'cost(2, true)');
    expect(found.base).toEqual({ kind: 'returns', value: '900' });
    expect(found.head).toEqual({ kind: 'returns', value: '1300' });
    expect(causesOf(found)).toEqual([['head', 3, 'weight >= 2', 'cost(1, true)']]);
    expect(found.causes[0]?.nearest).toMatchObject({
      outcome: { kind: 'returns', value: '900' },
      changes: [{ place: 'weight', before: '2', now: '1' }],
    });
    expect(found.edits).toMatchObject([{ edit: { id: found.causes[0]?.edits[0]?.id }, withoutIt: 'restores' }]);
    expect(found.gaps).toEqual([]);
  });

  it('is explained for the brake of DiSE Fig. 2', async () => {
    // PedalPos == 0 has become PedalPos <= 0: with −1 the pedal counts now, where its position did before.
    const [before, now] = [paper('wbs-before.ts'), paper('wbs-after.ts')];
    const found = await explainFiles(before, now, 'update(-1, 5, 0)');
    expect(found.differsIn).toEqual(['module state']);
    expect(found.effects).toEqual([{ kind: 'module state', place: 'AltPress', before: '0.5', now: '0' }]);
    expect(causesOf(found)[0]?.slice(0, 3)).toEqual(['head', 6, 'PedalPos <= 0']);
    expect(found.conditions.head.filter(({ impacted }) => impacted).map(({ line }) => line)).toEqual([6, 22]);
    expect(found.conditions.head.filter(({ impacted }) => !impacted).map(({ line }) => line)).toEqual([16, 18]);
  });

  it('is explained across calls, as in iDiSE II-D', async () => {
    const found = await explainFiles(paper('two-methods-before.ts'), paper('two-methods-after.ts'), 'A(1)');
    expect(found.base).toEqual({ kind: 'returns', value: '1' });
    expect(found.head).toEqual({ kind: 'returns', value: '0' });
    const [cause] = found.causes;
    expect(cause).toMatchObject({ in: 'head', place: { id: 'a.ts#B:1' }, nearest: { call: 'A(2)' } });
    expect(cause?.edits[0]?.because.length).toBeGreaterThan(0);
  });

  it('is explained by a condition of the base that is gone', async () => {
    const before = 'export function f(x: number) {\n  if (x < 0) return 0;\n  return x * x;\n}\n';
    const found = await explainFiles(before, before.replace('  if (x < 0) return 0;\n', ''), 'f(-4)');
    expect(causesOf(found)).toEqual([['base', 2, 'x < 0', 'f(0)']]);
  });

  it('has no condition to blame where a changed statement makes the difference', async () => {
    const found = await explainFiles(
      'export const f = (x: number) => x + 1;\n',
      'export const f = (x: number) => x + 2;\n',
      'f(3)',
    );
    expect(found.causes).toEqual([]);
    expect(found.edits).toMatchObject([{ withoutIt: 'restores' }]);
  });

  it('passes over conditions that the change cannot reach, unless all are asked for', async () => {
    const before = `export function f(a: number, b: number) {
      let s = '';
      if (b > 7) s += 'b';
      let n = 0;
      if (a > 3) n = 1;
      console.log(s);
      return n;
    }\n`;
    const now = before.replace('a > 3', 'a > 2');
    const few = await explainFiles(before, now, 'f(3, 8)');
    expect(few.causes.map(({ place }) => place.line)).toEqual([5]);
    expect(few.conditions.head.filter(({ impacted }) => !impacted).map(({ line }) => line)).toEqual([3]);
    const all = await explainFiles(before, now, 'f(3, 8)', { all: true });
    // Conditions that the change cannot reach are those of the other version, too: leaving them cannot be to blame.
    expect(all.causes).toEqual(few.causes);
  });

  it('tells the edit that is to blame from those that are not', async () => {
    const before = `export function f(a: number, b: number) {
      const x = a > 3 ? 1 : 2;
      const y = b > 3 ? 10 : 20;
      return x + y;
    }\n`;
    const found = await explainFiles(before, before.replace('a > 3', 'a > 4').replace('b > 3', 'b >= 3'), 'f(4, 9)');
    expect(found.edits.map(({ edit, withoutIt }) => [edit.hunks[0]?.kind, edit.summary, withoutIt])).toEqual([
      ['replace', expect.stringContaining('`4`'), 'restores'],
      ['replace', expect.stringContaining('b >= 3'), 'changes-nothing'],
    ]);
    expect(causesOf(found)).toEqual([['head', 2, '!(a > 4)', 'f(5, 9)']]);
  });

  it.each([
    ['methods', 'new Cart(0).add(5)', 'this.items.length <= this.limit'],
    ['methods of a variable of the module', 'shared.add(5)', 'this.items.length <= this.limit'],
    ['constructors', 'new Cart(100)', 'limit >= 100'],
    ['accessors', 'new Cart(1).full', 'this.limit < this.items.length'],
    ['static methods', 'Cart.of(7)', 'limit >= 7'],
  ])('may be one of %s', async (_, call, condition) => {
    const before = `export class Cart {
      items: number[] = [];
      limit: number;
      constructor(limit: number) { this.limit = limit > 100 ? 100 : limit + 0.5 - 0.5; if (limit > 100) this.items.push(0); }
      static of(limit: number) { return limit > 7 ? null : new Cart(limit); }
      add(price: number) { if (this.items.length < this.limit) this.items.push(price); return this.items.length; }
      get full() { if (this.items.length >= this.limit - 1) return 'full'; return 'open'; }
    }
    const shared = new Cart(0);\n`;
    const now = before
      .replace('if (limit > 100)', 'if (limit >= 100)')
      .replace('limit > 7', 'limit >= 7')
      .replace('length < this.limit', 'length <= this.limit')
      .replace('length >= this.limit - 1', 'length > this.limit');
    const found = await explainFiles(before, now, call);
    expect(found.conditions.head.map(({ text }) => text).join('\n')).toContain(condition);
  });

  it('may hand in functions, which are followed', async () => {
    const before = `const limit = 2;
    export function count(xs: number[], test: (x: number) => boolean) {
      let n = 0;
      for (const x of xs) if (test(x) && n < limit) n++;
      return n;
    }\n`;
    const found = await explainFiles(
      before,
      before.replace('n < limit', 'n <= limit'),
      'count([1, 2, 3, 4], (x) => x > limit - 1)',
    );
    expect(found.gaps).toEqual([]);
    expect(found.conditions.head.map(({ text }) => text)).toContain('xs[1] > 1');
  });

  it('says so when the path cannot be followed to its end', async () => {
    const before = 'export function f(x: number) { if (process.pid > 5) return x > 1; return false; }\n';
    const found = await explainFiles(before, before.replace('x > 1', 'x > 2'), 'f(2)');
    expect(found.gaps.join('\n')).toContain('followed only up to where');
    expect(found.edits).toMatchObject([{ withoutIt: 'restores' }]);
  });

  it('may be called with what its types do not allow', async () => {
    const found = await explainFiles(price, price.replace('> 2', '>= 2'), "cost('2' as any, false)");
    expect(found.gaps).toEqual(['weight is not of its declared type']);
    expect(causesOf(found).length).toBeGreaterThan(0);
  });
});

describe('a test', () => {
  const before = {
    'src/list.ts': 'export const above = (xs: number[], limit: number) => xs.filter((x) => x > limit).length;\n',
    'src/cart.ts': `export class Cart {
      items: number[] = [];
      add(price: number) { if (price > 0) this.items.push(price); return this; }
      size() { return this.items.length > 0 ? this.items.length : 0; }
    }\n`,
    'src/index.ts': "export { above as countAbove } from './list';\nexport * from './cart';\n",
  };
  const now = {
    'src/list.ts': before['src/list.ts'].replace('x > limit', 'x >= limit'),
    'src/cart.ts': before['src/cart.ts'].replace('price > 0', 'price >= 0'),
  };
  const test = `import { describe, expect, it } from 'vitest';
import { Cart, countAbove } from '../src/index';
const limit: number = 3;
describe('a cart', () => {
  it('counts', () => {
    const xs = [1, limit];
    expect(countAbove(xs, 9)).toBe(0);
    expect(countAbove(xs, limit)).toBe(0);
    expect(countAbove(expect.anything(), 1)).toBe(0);
  });
  it('takes no zeros', () => {
    const cart = new Cart();
    cart.add(0);
    expect(cart.size()).toBe(0);
  });
});
`;

  it('is explained call by call, from its source', async () => {
    const files = { ...before, 'test/cart.test.ts': test };
    const found = await explainCommit(files, now, 'test/cart.test.ts:8');
    expect(found.test).toMatchObject({ name: 'a cart > counts', line: 5, same: 1 });
    expect(found.test?.passedOver).toMatchObject([{ line: 9, reason: expect.stringContaining('expect') }]);
    expect(found.calls.map(({ call, line }) => [call, line])).toEqual([['countAbove(xs, limit)', 8]]);
    expect(found.calls[0]?.function).toBe('src/list.ts#above');
  });

  it('is found by its title; what comes before a call is run before it', async () => {
    const files = { ...before, 'test/cart.test.ts': test };
    const found = await explainCommit(files, now, 'test/cart.test.ts#takes no zeros');
    expect(found.calls.map(({ function: id, call }) => [id, call])).toEqual([['src/cart.ts#Cart.add', 'cart.add(0)']]);
    expect(found.calls[0]?.causes[0]).toMatchObject({ condition: 'price >= 0' });
    // The zero that is in the cart now is not the doing of the call that counts.
    expect(found.test?.passedOver).toMatchObject([{ call: 'cart.size()', reason: expect.stringContaining('already') }]);
  });

  it('is not refused where nothing has changed', async () => {
    const files = { ...before, 'test/cart.test.ts': test };
    const found = await explainCommit(files, {}, 'test/cart.test.ts:8');
    expect([found.calls, found.test?.same]).toEqual([[], 2]);
  });

  it('that makes no call which could be explained is refused, with what to do', async () => {
    const files = { ...before, 'test/cart.test.ts': test };
    const other = { 'src/other.ts': 'export const other = 1;\n' };
    const [code, message, exitCode] = await refusal(explainCommit(files, other, 'test/cart.test.ts:8'));
    expect([code, exitCode]).toEqual(['no-call-in-test', 2]);
    expect(message).toContain('2 of its calls do the same');
    expect((await refusal(explainCommit(files, now, 'test/cart.test.ts:3')))[0]).toBe('test-not-found');
    const [title, said] = await refusal(explainCommit(files, now, 'test/cart.test.ts#adds up what is not there'));
    expect(title).toBe('test-not-found');
    expect(said).toContain('adds up what is not there');
  });
});

describe('what cannot be explained', () => {
  const same = 'export function f(x: number) { return x; }\nexport class A { m() { return 1; } }\n';

  it.each([
    ['f(1', 'not-a-call'],
    ['f', 'not-a-call'],
    ['f(1) + 1', 'not-a-call'],
    ['f(...[1])', 'not-a-call'],
    ['A.m()', 'not-a-call'],
    ['g(1)', 'function-not-found'],
    ['new B()', 'function-not-found'],
    ['f(nothing)', 'call-not-run'],
    ['f(1)', 'no-difference'],
  ])('is refused: %s', async (call, code) => {
    const refused = await refusal(explainFiles(same, same, call));
    expect([refused[0], refused[2]]).toEqual([code, 2]);
  });

  it('is a function that the base does not have', async () => {
    const refused = await refusal(explainFiles(same, `${same}export const h = (x: number) => x;\n`, 'h(1)'));
    expect(refused[0]).toBe('not-in-base');
  });

  it('is a call whose arguments are made otherwise', async () => {
    const before = 'export class A { x = 1; m() { return this.x; } }\n';
    const refused = await refusal(explainFiles(before, before.replace('x = 1', 'x = 2'), 'new A().m()'));
    expect(refused[0]).toBe('input-differs');
  });

  it('is a file that is not there', async () => {
    const folder = new TemporaryFolder().write({ 'a.ts': same });
    const asked = explain({ cwd: folder.root, target: 'b.ts#f(1)', against: 'a.ts', cache: false });
    expect((await refusal(asked))[0]).toBe('file-not-found');
  });
});

describe('every nearest call', () => {
  it('does the same in both versions, and differs from the call', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryMutant, async ({ before, now, args }) => {
        const call = `f(${args.join(', ')})`;
        const [was, is] = [before, now].map((body) => (new Function(`${body} return ${call};`) as () => unknown)());
        if (Object.is(was, is)) return;
        const found = await explainFiles(typed(before), typed(now), call);
        const open = found.gaps.filter((gap) => !gap.includes('is a cause is not known'));
        expect(open, `${before}\n${now}\n${call}`).toEqual([]);
        for (const { nearest, condition } of found.causes) {
          if (nearest === null) continue;
          const says = `${before}\n${now}\n${call}\n${condition}: ${nearest.call}`;
          const [left, right] = [before, now].map((body) =>
            (new Function(`${body} return ${nearest.call};`) as () => unknown)(),
          );
          expect(Object.is(left, right), says).toBe(true);
          expect(nearest.call, says).not.toBe(call);
          expect(nearest.outcome, says).toEqual({ kind: 'returns', value: String(left) });
        }
        expect(
          found.edits.some(({ withoutIt }) => withoutIt === 'restores'),
          `${before}\n${now}`,
        ).toBe(true);
      }),
      { numRuns: 12 },
    );
  });
});

/** A function of three whole numbers with branches and a loop, and the same with one thing changed. */
const arbitraryMutant = fc
  .record({
    limits: fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: -3, max: 3 }))),
    operators: fc.tuple(...Array.from({ length: 3 }, () => fc.constantFrom('<', '<=', '>', '>=', '==='))),
    changed: fc.nat({ max: 6 }),
    args: fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: -4, max: 4 }))),
  })
  .map(({ limits, operators, changed, args }) => {
    const otherLimits = limits.map((limit, index) => (index === changed ? limit + 1 : limit));
    const otherOperators = operators.map((operator, index) =>
      index === changed - 4 ? (operator.endsWith('=') ? '<' : '>=') : operator,
    );
    return { before: write(limits, operators), now: write(otherLimits, otherOperators), args };
  });

function typed(source: string): string {
  const params = '(a: int32, b: int32, c: int32)';
  return `import type { int32 } from 'wingbeat';\nexport ${source.replace('(a, b, c)', params)}\n`;
}

function write(numbers: readonly number[], signs: readonly string[]): string {
  return `function f(a, b, c) {
  let r = 0;
  if (a ${signs[0]} ${numbers[0]}) r = b + ${numbers[1]};
  for (let i = 0; i < 2; i++) {
    if (r ${signs[1]} c + i) r += 1;
    else r -= ${numbers[2]};
  }
  return b ${signs[2]} ${numbers[3]} ? r : r * 2;
}`;
}
