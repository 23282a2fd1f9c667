import { afterAll, describe, expect, it } from 'vitest';
import { describeValue } from '#symbolic/describe-value';
import { exploreSource } from './explore-source';
import { PathReplayer } from './replayed-paths';

const replayer = new PathReplayer();
afterAll(() => replayer.dispose());

/** All paths end, and the engine does what they say. */
async function agrees(source: string, ...expected: readonly string[]): Promise<void> {
  const { outcomes, cuts } = await replayer.paths(source);
  expect(cuts).toEqual([]);
  expect(outcomes).toEqual(expected);
}

describe('a generator as the function under analysis', () => {
  it('gives its values in order, then what it returns', () =>
    agrees(
      'export function* f(n: number) { yield 1; if (n === 4) yield n; return "end"; }',
      'returns (function* () { yield 1; yield 4; return "end"; })()',
      'returns (function* () { yield 1; return "end"; })()',
    ));

  it('may throw after some values', () =>
    agrees(
      'export function* f(b: boolean) { yield "a"; if (b) throw new RangeError("no"); }',
      'returns (function* () { yield "a"; throw new RangeError("no"); })()',
      'returns (function* () { yield "a"; })()',
    ));

  it('is seen as it was at each value, also where it gives the same object again', () =>
    agrees(
      'export function* f() { const o = { n: 1 }; yield o; o.n = 2; yield o; o.n = 3; return o; }',
      'returns (function* () { yield { n: 1 }; yield { n: 2 }; return { n: 3 }; })()',
    ));

  it('shows an argument as it was at each value', () =>
    agrees(
      'export function* f(o: { n: 5 }) { yield 0; yield o; o.n = 6 as never; yield o; }',
      'returns (function* () { yield 0; yield { n: 5 }; yield { n: 6 }; })()',
    ));

  it('binds its parameters before its caller has the generator', async () => {
    await agrees(
      'export function* f(a: number, b: number = fail(a)) { console.log("body"); yield b; }\nfunction fail(a: number) { console.log("default"); if (a > 3) throw new Error("early"); return a; }',
      'returns (function* () { yield 0; })()',
      'throws new Error("early")',
      'returns (function* () { yield 0; })()',
    );
    await agrees(
      'function* g(a = say("default")) { say("body"); yield a; }\nfunction say(x: string) { console.log(x); return x; }\nexport function f() { const made = g(); say("made"); return [...made]; }',
      'returns ["default"]',
    );
  });

  it('gets its rest parameter as it was handed in', () =>
    agrees(
      'export function* f(...list: [number, string]) { yield list.length; yield* list; }',
      'returns (function* () { yield 2; yield 0; yield ""; })()',
    ));

  it('delegates', () =>
    agrees(
      'export function* f(n: number) { const got = yield* inner(n); yield got; return yield* [n]; }\nfunction* inner(n: number) { yield n + 1; return "got"; }',
      'returns (function* () { yield 1; yield "got"; yield 0; })()',
    ));

  it('has its loops bounded', async () => {
    const { outcomes, cuts } = await replayer.paths(
      'export function* f(n: number) { for (let i = 0; i < n; i++) yield i; }',
      'f',
      { loops: 2 },
    );
    expect(outcomes).toEqual(['returns (function* () { yield 0; })()', 'returns (function* () {  })()']);
    expect(cuts).toEqual(['loop-bound']);
  });

  it('that never ends is left at the bound', async () => {
    const { outcomes, cuts } = await replayer.paths('export function* f() { for (;;) yield 1; }');
    expect([outcomes, cuts]).toEqual([[], ['loop-bound']]);
  });

  it('may be a method', async () => {
    const { outcomes, cuts } = await replayer.paths(
      'export class Numbers { constructor(readonly from: number) {} *all(b: boolean) { yield this.from; if (b) yield this; } }',
      'Numbers.all',
    );
    expect(cuts).toEqual([]);
    expect(outcomes).toEqual([
      'returns (function* () { yield 0; yield Object.assign(Object.create(Numbers.prototype), { from: 0 }); })()',
      'returns (function* () { yield 0; })()',
    ]);
  });

  it('runs before anything that waits', () =>
    agrees(
      'export function* f() { Promise.resolve().then(() => console.log("later")); yield 1; console.log("between"); yield 2; }',
      'returns (function* () { yield 1; yield 2; })()',
    ));
});

describe('a function that returns a generator', () => {
  it('is seen with its values', () =>
    agrees(
      'export function f(n: number) { return g(n); }\nfunction* g(n: number) { yield n; console.log("in g"); }',
      'returns (function* () { yield 0; })()',
    ));

  it('later', () =>
    agrees(
      'export async function f(n: number) { await null; return g(n); }\nfunction* g(n: number) { yield n; return 7; }',
      'returns (function* () { yield 0; return 7; })()',
    ));

  it('that was begun already', () =>
    agrees(
      'export function f() { const it = g(); it.next(); return it; }\nfunction* g() { yield 1; yield 2; }',
      'returns (function* () { yield 2; })()',
    ));

  it('inside of something else: that it is one is all that is seen', () =>
    agrees(
      'export function f() { return { it: g() }; }\nfunction* g() { yield 1; }',
      'returns { it: {} /* Generator */ }',
    ));
});

it('puts the values of a generator into words', () => {
  const source = 'export function* f(n: number) { yield [n]; if (n > 3) throw new Error("no"); return n + 1; }';
  const { world, ends } = exploreSource(source, 'f', { solver: { core: 'none' } });
  const words = ends.map((end) =>
    end.completion?.kind === 'returns' ? describeValue(world, end, end.completion.value) : null,
  );
  expect(words).toEqual([
    "(function* () { yield [n]; throw new Error('no'); })()",
    '(function* () { yield [n]; return n + 1; })()',
  ]);
});
