import { afterAll, describe, expect, it } from 'vitest';
import { explored } from './library/explored-model';
import { PathReplayer } from './replayed-paths';

const replayer = new PathReplayer();
afterAll(() => replayer.dispose());

/** What an async function gives, and what happened in which order, beside a row of jobs that count. */
async function agreesLater(body: string, ...calls: readonly (readonly unknown[])[]): Promise<void> {
  const { agreesLater: agrees } = explored(
    `async function f(n: number) {
      const log: unknown[] = [];
      const say = (x: unknown) => { log.push(x); return x; };
      let turns = 0;
      const count = async () => { for (let i = 0; i < 24; i++) { await null; turns++; } };
      const turn = (x: unknown) => { log.push([x, turns]); return x; };
      void count();
      const result: unknown = await (async () => { ${body} })().catch((e) => ['failed', e instanceof Error ? e.message : e]);
      for (let i = 0; i < 24; i++) await null;
      return [result, log];
    }`,
  );
  for (const args of calls.length === 0 ? [[1]] : calls) await agrees(...args);
}

describe('an async generator', () => {
  it.each([
    'async function* g() { turn("in"); yield n; turn("again"); return 2; } const it = g(); return [await it.next(), turn(1), await it.next(), turn(2), await it.next(), turn(3)];',
    'async function* g() { const x = yield Promise.resolve(n); turn(x); return Promise.resolve(x); } const it = g(); return [turn(await it.next("lost")), turn(await it.next("x")), turn(await it.next())];',
    'async function* g() { yield 1; yield 2; yield 3; } const it = g(); const all = [it.next(), it.next(), it.next(), it.next(), it.next()]; all.forEach((p, i) => p.then((r) => turn([i, r]))); return Promise.all(all);',
    'async function* g() { try { yield Promise.reject(new Error("operand")); } catch (e) { turn((e as Error).message); yield "caught"; } } const it = g(); return [await it.next(), await it.next()];',
    'async function* g() { yield 1; throw new Error("body"); } const it = g(); const a = it.next(), b = it.next(), c = it.next(); return [await a, await b.catch((e) => [e.message]), await c];',
    'async function* g() { try { return Promise.reject(new Error("returned")); } catch (e) { return [(e as Error).message]; } } return g().next();',
    'async function* g() { await null; turn("waited"); yield await Promise.resolve(5); } const it = g(); const p = it.next(); say("asked"); return [await p, await it.next()];',
    'async function* g() {} return [await g().next(1), await g().return(2), await g().throw(new Error("t")).catch((e) => e.message)];',
    'async function* g() { yield 1; } return [typeof g().next, Object.prototype.toString.call(g()), g()[Symbol.asyncIterator]() instanceof Object];',
    'async function* g() { yield 1; } return (g().next as any).call({}).catch((e: Error) => [e.constructor.name, e.message]);',
    'async function* g(a = say("default"), b = n) { say("body"); yield [a, b]; } const it = g(); say("made"); return it.next();',
    'async function* g(a = (() => { throw new Error("early"); })()) { yield a; } try { g(); } catch (e) { return [(e as Error).message]; }',
  ])('%s', (body) => agreesLater(body));
});

describe('return and throw of an async generator', () => {
  it.each([
    'async function* g() { try { yield 1; yield 2; } finally { turn("finally"); } } const it = g(); return [await it.next(), turn(await it.return(n)), await it.next()];',
    'async function* g() { yield 1; yield 2; } const it = g(); return [await it.next(), turn(await it.return(Promise.resolve(7))), turn(await it.return(8))];',
    'async function* g() { yield 1; } return [turn(await g().return(Promise.resolve(3))), await g().return(Promise.reject(new Error("r"))).catch((e) => turn(e.message))];',
    'async function* g() { try { yield 1; } catch (e) { turn(["caught", (e as Error).message]); yield 2; } finally { await null; turn("f"); } } const it = g(); return [await it.next(), await it.throw(new Error("t")), await it.next()];',
    'async function* g() { try { yield 1; } catch (e) { yield [(e as Error).message]; } } const it = g(); return [await it.next(), await it.return(Promise.reject(new Error("bad"))), await it.next()];',
    'async function* g() { try { yield 1; } finally { yield "kept"; } } const it = g(); return [await it.next(), await it.return(5), await it.next(), await it.next()];',
    'async function* g() { try { yield 1; } finally { return "other"; } } const it = g(); return [await it.next(), await it.return(5), await it.next()];',
    'async function* g() { yield 1; yield 2; } const it = g(); const all = [it.next(), it.return(Promise.resolve("r")), it.next(), it.throw(new Error("late")), it.return("again")]; return Promise.all(all.map((p, i) => p.then((r) => turn([i, r]), (e) => turn([i, e.message]))));',
    'async function* g() { yield 1; } const it = g(); const all = [it.return(1), it.return(2), it.next(), it.throw(3)]; return Promise.allSettled(all.map((p, i) => p.then((r) => turn([i, r]), (e) => turn([i, e]))));',
    'async function* g() { yield 1; } const it = g(); return [await it.throw(new Error("first")).catch((e) => e.message), await it.next()];',
    'async function* g() { yield 1; throw 5; } const it = g(); const all = [it.next(), it.next(), it.return(Promise.reject(6)), it.next()]; return Promise.all(all.map((p, i) => p.then((r) => turn([i, r]), (e) => turn([i, "no", e]))));',
    'const bad = Promise.resolve(1); Object.defineProperty(bad, "constructor", { get() { throw new Error("constructor"); } }); async function* g() { yield 1; } return g().return(bad).catch((e) => turn(e.message));',
  ])('%s', (body) => agreesLater(body));
});

/** An async generator that passes on what another gives, and what is then asked of it. */
function delegating(inner: string, rest: string): string {
  return `async function* g(): any { const got = yield* ${inner}; turn(["got", got]); return got; } const it = g(); ${rest}`;
}

describe('yield* in an async generator', () => {
  const all =
    'return [turn(await it.next()), turn(await it.next("a")), turn(await it.next("b")), turn(await it.next())];';
  it.each([
    delegating('(async function* () { const x = yield 1; turn(x); yield Promise.resolve(2); return 3; })()', all),
    delegating('[Promise.resolve(1), 2]', all),
    delegating(
      '(function* () { const x: unknown = yield Promise.resolve(1); turn(x); return Promise.resolve(4); })()',
      all,
    ),
    delegating('[Promise.reject(new Error("element"))]', all),
    delegating(
      '{ [Symbol.asyncIterator]: () => ({ next: (x: unknown) => { turn(x); return { done: false, value: Promise.resolve(9) }; } }) }',
      'const a = await it.next(); return [typeof a.value.then, await (await it.next("x")).value];',
    ),
    delegating('{ [Symbol.asyncIterator]: () => ({ next: () => 5 }) }', all),
    delegating('{ [Symbol.asyncIterator]: () => 5 }', all),
    delegating('n', all),
    delegating('null as never', all),
    delegating(
      '(async function* () { try { yield 1; } finally { turn("inner"); } })()',
      'return [await it.next(), turn(await it.return(n)), await it.next()];',
    ),
    delegating(
      '(async function* () { try { yield 1; } catch (e) { yield [e]; } })()',
      'return [await it.next(), turn(await it.throw(n)), await it.next()];',
    ),
    delegating(
      '{ [Symbol.asyncIterator]: () => ({ next: () => ({ done: false, value: 1 }) }) }',
      'return [await it.next(), turn(await it.return(Promise.resolve(n))), await it.next()];',
    ),
    delegating(
      '{ [Symbol.asyncIterator]: () => ({ next: () => ({ done: false, value: 1 }), return: () => { turn("closed"); return {}; } }) }',
      'return [await it.next(), await it.throw(n).catch((e: Error) => turn(e.message)), await it.next()];',
    ),
    delegating(
      '{ [Symbol.asyncIterator]: () => ({ next: () => ({ done: false, value: 1 }) }) }',
      'return [await it.next(), await it.throw(n).catch((e: Error) => turn(e.message)), await it.next()];',
    ),
    delegating(
      '{ [Symbol.asyncIterator]: () => ({ next: () => ({ done: false, value: 1 }), return: (x: unknown) => ({ done: false, value: x }) }) }',
      'return [await it.next(), turn(await it.return(n)), turn(await it.next())];',
    ),
    delegating('[1, 2]', 'return [await it.next(), turn(await it.return(n)), await it.next()];'),
    delegating(
      '(function* () { try { yield 1; } finally { turn("sync"); } })()',
      'return [await it.next(), turn(await it.return(Promise.resolve(n))), await it.next()];',
    ),
    delegating(
      '(function* () { try { yield 1; } catch (e) { turn(e); yield 2; } })()',
      'return [await it.next(), turn(await it.throw(n)), await it.next()];',
    ),
  ])('%s', (body) => agreesLater(body));
});

describe('yield* in a generator', () => {
  it.each([
    'const inner = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }), return() { say("closed"); return {}; } }) }; function* g() { yield* inner as Iterable<number>; } const it = g(); it.next(); try { it.throw(n); } catch (e) { return [(e as Error).message]; }',
    'const inner = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) }; function* g() { yield* inner as Iterable<number>; } const it = g(); it.next(); try { it.throw(n); } catch (e) { return [(e as Error).message, it.next()]; }',
  ])('%s', (body) => agreesLater(body));
});

describe('for await', () => {
  it.each([
    'for await (const x of [n, Promise.resolve(2)]) turn(x); turn("end");',
    'async function* g() { yield 1; yield Promise.resolve(2); } for await (const x of g()) turn(x); turn("end");',
    'async function* g() { try { yield 1; yield 2; } finally { await null; turn("closed"); } } for await (const x of g()) { turn(x); break; } turn("end");',
    'async function* g() { try { yield 1; yield 2; } finally { turn("closed"); } } for await (const x of g()) { turn(x); return "left"; }',
    'async function* g() { try { yield 1; } finally { turn("closed"); throw new Error("closing"); } } try { for await (const x of g()) throw new Error("body" + x); } catch (e) { return [(e as Error).message]; }',
    'async function* g() { try { yield 1; } finally { turn("closed"); throw new Error("closing"); } } try { for await (const x of g()) break; } catch (e) { return [(e as Error).message]; }',
    'const it = { next: () => Promise.resolve({ done: false, value: 1 }), return() { turn("asked"); return Promise.resolve(5); } }; for await (const x of { [Symbol.asyncIterator]: () => it } as any) break;',
    'const it = { next: () => Promise.resolve({ done: false, value: 1 }), return() { turn("asked"); return Promise.reject(new Error("r")); } }; for await (const x of { [Symbol.asyncIterator]: () => it } as any) throw new Error("first");',
    'const it = { next: () => Promise.reject(new Error("next")), return() { say("never"); } }; for await (const x of { [Symbol.asyncIterator]: () => it } as any) say(x);',
    'const it = { next: () => 5 }; for await (const x of { [Symbol.asyncIterator]: () => it } as any) say(x);',
    'const it = { next() { throw new Error("sync"); }, return() { say("never"); } }; for await (const x of { [Symbol.asyncIterator]: () => it } as any) say(x);',
    'for await (const x of [Promise.reject(new Error("element")), 2]) turn(x);',
    'function* g() { try { yield Promise.resolve(1); yield 2; } finally { turn("closed"); } } for await (const x of g()) { turn(x); break; } turn("end");',
    'for await (const [a, { b }] of [Promise.resolve([1, { b: 2 }]), [3, { b: 4 }]] as any) turn([a, b]);',
    'for await (const x of n as any) say(x);',
    'for await (const x of undefined as any) say(x);',
    'for await (const x of say(n) as any) say(x);',
    'for await (const x of (n ? n : say(n)) as any) say(x);',
    'for await (const x of { [Symbol.asyncIterator]: n } as any) say(x);',
    'outer: for (const y of [1, 2]) for await (const x of [y, 5]) { if (x === 5) continue outer; turn(x); }',
    'const fs: (() => number)[] = []; for await (const x of [1, 2]) fs.push(() => x); return fs.map((g) => g());',
  ])('%s', (body) => agreesLater(body));

  it('decides on what is open', async () => {
    const source =
      'export async function f(list: readonly (number | Promise<number>)[]) { let sum = 0; for await (const x of list) sum += x; return sum; }';
    const { outcomes, cuts } = await replayer.paths(source, 'f', { loops: 2, elements: 2 });
    expect(outcomes.length).toBeGreaterThan(4);
    expect(new Set(cuts)).toEqual(new Set(['loop-bound']));
  });
});

describe('an async generator as the function under analysis', () => {
  it('gives its values in order, each waited for', async () => {
    const { outcomes, cuts } = await replayer.paths(
      'export async function* f(b: boolean) { yield 1; await null; if (b) throw new Error("no"); yield Promise.resolve(2); console.log("end"); return Promise.resolve(3); }',
    );
    expect(cuts).toEqual([]);
    expect(outcomes).toEqual([
      'returns (function* () { yield 1; throw new Error("no"); })()',
      'returns (function* () { yield 1; yield 2; return 3; })()',
    ]);
  });

  it('runs what else is waiting between two values', async () => {
    const { outcomes, cuts } = await replayer.paths(
      'let n = 0;\nexport async function* f() { void (async () => { for (let i = 0; i < 5; i++) { await null; n++; } console.log("done"); })(); yield n; yield n; }',
    );
    expect(cuts).toEqual([]);
    expect(outcomes).toEqual(['returns (function* () { yield 0; yield 5; })()']);
  });

  it('may wait forever', async () => {
    const { outcomes, cuts } = await replayer.paths(
      'export async function* f() { yield 1; await new Promise(() => {}); yield 2; }',
    );
    expect([outcomes, cuts]).toEqual([[], ['never-settles']]);
  });

  it('may come of a promise', async () => {
    const { outcomes } = await replayer.paths(
      'async function* g(n: number) { yield n; }\nexport async function f(n: number) { return g(n); }',
    );
    expect(outcomes).toEqual(['returns (function* () { yield 0; })()']);
  });
});
