import { afterAll, describe, expect, it } from 'vitest';
import { comparedBy, toldBy } from './told-of';
import { VersionComparer } from './version-comparer';

const comparer = new VersionComparer();
afterAll(() => comparer.dispose());

const compared = comparedBy.bind(null, comparer);
const told = toldBy.bind(null, comparer);

/** Null where nothing differs, and nothing is left open but what is stated. */
async function doubtIn(text: string, before: string | number, now: string | number): Promise<string | null> {
  const { behaviours, gaps, unconfirmed, complete } = await compared(text, before, now);
  const open = gaps.find(({ kind }) => kind === 'unknown');
  if (open !== undefined) return JSON.stringify(open.why);
  return behaviours.length === 0 && unconfirmed.length === 0 && complete ? null : 'a difference';
}

const each = 'each: (g: (x: number) => void) => void';

describe('functions that a function handed in is given', () => {
  it.each([
    [
      'is called before it returns, and writes a variable that is read then',
      `export function f(${each}) { let n = 1; each(() => { n = 2; }); return □; }`,
      ['n', '1'],
      'f((...args) => { args[0](); }): returns 2 → returns 1',
    ],
    [
      'reads a variable that is written after the call',
      `export function f(${each}) { let n = □; each(() => n); n = 2; return n; }`,
      [1, 5],
      'f((...args) => { args[0](); }): each(#0) gets 1 → each(#0) gets 5',
    ],
    [
      'reads a property that is written after the call',
      `export function f(${each}) { const o = { n: □ }; each(() => o.n); o.n = 2; }`,
      [1, 5],
      'f((...args) => { args[0](); }): each(#0) gets 1 → each(#0) gets 5',
    ],
    [
      'fills a list',
      `export function f(${each}) { const all: number[] = []; each((x) => { all.push(x); }); return all.length □ 1; }`,
      ['>', '>='],
      'f((...args) => { args[0](0); }): returns false → returns true',
    ],
    [
      'is a property of an object',
      'export function f(o: { subscribe(s: { next(x: number): void }): void }) { let n = 0; o.subscribe({ next(x) { n = x; } }); return n □ n; }',
      ['+', '*'],
      'f({ subscribe: (...args) => { args[0].next(1); } }): returns (x given by o.subscribe(#0) to next of argument 1) * 2 → returns (x given by o.subscribe(#0) to next of argument 1) * (x given by o.subscribe(#0) to next of argument 1)',
    ],
    [
      'is bound',
      `class A { n = 0; add(x: number) { this.n = x □ 2; } } export function f(${each}) { const a = new A(); each(a.add.bind(a)); return a.n; }`,
      ['+', '-'],
      'f((...args) => { args[0](0); }): returns (x given by each(#0)) + 2 → returns (x given by each(#0)) - 2',
    ],
    [
      'throws',
      `export function f(${each}) { let n = 0; try { each((x) => { n = x; if (x □ 3) throw new Error('late'); }); } catch {} return n; }`,
      ['>', '>='],
      "f((...args) => { args[0](3); }): each(#0) gets undefined → each(#0) catches new Error('late')",
    ],
    [
      'gives something to who calls it',
      'export function f(use: (g: (x: number) => number) => void) { use((x) => x □ 1); }',
      ['+', '-'],
      'const given = []; f((...args) => { given.push(args); }); given[0][0](0): given[0][0](x) returns x + 1 → given[0][0](x) returns x - 1',
    ],
    [
      'is called after all is done',
      'export interface R { send(text: string): void } export function f(app: { get(path: string, h: (id: number, r: R) => void): void }) { app.get("/", (id, r) => { if (id □ 0) r.send("bad"); }); }',
      ['<', '<='],
      "const given = []; f({ get: (...args) => { given.push(args); } }); given[0][1](0, { send: (...args) => { given.push(args); } }): calls nothing → r.send('bad')",
    ],
    [
      'lies deeper in an object',
      'export function f(use: (o: { a: { cb: () => void }[] }) => void) { let n = 1; use({ a: [{ cb: () => { n = 2; } }] }); return □; }',
      ['n', '1'],
      'f((...args) => { args[0].a[0].cb(); }): returns 2 → returns 1',
    ],
    [
      'is a method of an instance',
      'class A { n = 1; set() { this.n = 2; } } export function f(use: (a: object) => void) { const a = new A(); use(a); return □; }',
      ['a.n', '1'],
      'f((...args) => { args[0].set(); }): returns 2 → returns 1',
    ],
    [
      'is called in a later call of another function',
      'export function f(on: (g: () => number) => void, emit: () => void) { let n = 0; on(() => n); n = □; emit(); n = 2; }',
      [1, 5],
      'const given = []; f((...args) => { given.push(args); }, (...args) => { given.push(args); given[0][0](); }): emit(#0) gets 1 → emit(#0) gets 5',
    ],
    [
      'is called while the function waits',
      'export async function f(each: (g: () => void) => Promise<void>) { let n = 0; const p = each(() => { n++; }); const m = n; await p; return □; }',
      ['n', 'm'],
      'f((...args) => { queueMicrotask(() => { args[0](); }); return Promise.resolve(undefined); }): resolves to 1 → resolves to 0',
    ],
    [
      'settles the promise that was returned',
      'export function f(on: (g: (x: number) => void) => void) { return new Promise<number>((resolve) => { on((x) => resolve(x □ 1)); }); }',
      ['+', '-'],
      'f((...args) => { args[0](0); }): resolves to (x given by on(#0)) + 1 → resolves to (x given by on(#0)) - 1',
    ],
  ] as const)('%s', async (_, text, [before, now], said) => {
    expect(await told(text, before, now)).toBe(said);
  });
});

describe('functions that a function handed in is given, the same in both versions', () => {
  it.each([
    [
      'adds up',
      `export function f(${each}) { let n = 0; each((x) => { □; }); return () => n; }`,
      ['n += x', 'n = n + x'],
    ],
    [
      'fills a list',
      `export function f(${each}) { const all: number[] = []; each((x) => { □; }); return all; }`,
      ['all.push(x)', 'all[all.length] = x'],
    ],
    [
      'is called later',
      'export function f(on: (name: string, g: (x: number) => void) => void, log: (x: number) => void) { on("a", (x) => log(□)); }',
      ['x + 1', '1 + x'],
    ],
    [
      'settles a promise',
      'export function f(on: (g: (x: number) => void) => void) { return new Promise<number>((resolve) => { on((x) => resolve(□)); }); }',
      ['x + 1', '1 + x'],
    ],
    [
      'fills a list while the function waits',
      'export async function f(s: { on(g: (x: string) => void): void; end(): Promise<void> }) { const all: string[] = []; s.on((x) => { all.push(x); }); await s.end(); return □; }',
      ["all.join('')", "[...all].join('')"],
    ],
  ] as const)('%s', async (_, text, [before, now]) => {
    expect(await doubtIn(text, before, now)).toBeNull();
  });
});

describe('timers', () => {
  it.each([
    [
      'a function waits for one',
      'const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)); export async function f(n: number) { await sleep(10); return n □ 1; }',
      ['+', '-'],
      'f(0): resolves to n + 1 → resolves to n - 1',
    ],
    [
      'settles the promise that is returned',
      'export function f(n: number) { return new Promise<number>((resolve) => { setTimeout(() => resolve(n □ 1), 5); }); }',
      ['+', '-'],
      'f(0): resolves to n + 1 → resolves to n - 1',
    ],
    [
      'passes something on',
      'export function f(n: number) { return new Promise<number>((resolve) => { setTimeout(resolve, 5, n □ 1); }); }',
      ['+', '-'],
      'f(0): resolves to n + 1 → resolves to n - 1',
    ],
    [
      'fires when all is done',
      'export function f(n: number, log: (x: number) => void) { setTimeout(() => { log(n □ 1); }, 5); }',
      ['+', '-'],
      'f(0, () => (undefined)); await new Promise((done) => setTimeout(done, 5)): log(n + 1) → log(n - 1)',
    ],
    [
      'in order of time',
      'export async function f(log: (x: string) => void) { setTimeout(log, □, "a"); await new Promise<void>((resolve) => setTimeout(resolve, 20)); log("b"); }',
      [10, 30],
      "f(() => (undefined)): log('a') → calls nothing more",
    ],
    [
      'is stopped by the next call',
      'export function f(fn: (n: number) => void, ms: number) { let timer: unknown; return (n: number) => { □ timer = setTimeout(() => fn(n), ms); }; }',
      ['clearTimeout(timer as number);', ''],
      'const result = f(() => undefined, 0); result(0); result(0): args[0](0) → args[0](0), args[0](0)',
    ],
    [
      'that was handed in is not stopped any more',
      'export function f(id: number) { □; }',
      ['clearTimeout(id + 1)', 'id + 1'],
      'unknown',
    ],
    [
      'again and again, until it is stopped',
      'export function f() { let n = 0; return new Promise<number>((resolve) => { const timer = setInterval(() => { n++; if (n □ 3) { clearInterval(timer); resolve(n); } }, 5); }); }',
      ['>', '>='],
      'f(): resolves to 4 → resolves to 3',
    ],
    [
      'a microtask',
      'export async function f(n: number) { let m = n; queueMicrotask(() => { m = m □ 1; }); await null; return m; }',
      ['+', '-'],
      'f(0): resolves to n + 1 → resolves to n - 1',
    ],
  ] as const)('%s', async (_, text, [before, now], said) => {
    expect(await told(text, before, now)).toBe(said);
  });

  it.each([
    [
      'a function waits for one',
      'const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)); export async function f(n: number) { □ return n; }',
      ['await sleep(10);', 'const wait = sleep(10); await wait;'],
    ],
    [
      'set after a call',
      'export function f(fn: (n: number) => void, ms: number) { let timer: unknown; return (n: number) => { clearTimeout(timer as number); timer = setTimeout(() => fn(□), ms); }; }',
      ['n + 1', '1 + n'],
    ],
  ] as const)('the same: %s', async (_, text, [before, now]) => {
    expect(await doubtIn(text, before, now)).toBeNull();
  });

  it('fire before functions of process.nextTick, and these before promises, as the engine has it', async () => {
    const log = await ticks();
    const text = `${ticks.toString()} export async function f() { const log = await ticks(); return □; }`;
    expect(await doubtIn(text, 'log', `'${log}'`)).toBeNull();
    expect(await told(text, 'log', `'${log} '`)).toBe(`f(): resolves to '${log}' → resolves to '${log} '`);
  });

  it.each([
    ['after', "Promise.resolve().then(() => log.push('p')); □(() => log.push('n'));"],
    ['before', "□(() => log.push('n')); Promise.resolve().then(() => log.push('p'));"],
  ])('leave it open whether process.nextTick comes first in the turn of a call: %s', async (_, set) => {
    const text = `export async function f() { const log: string[] = []; ${set} await new Promise((done) => setTimeout(done, 5)); return log.join(); }`;
    expect(await doubtIn(text, 'process.nextTick', 'queueMicrotask')).not.toBeNull();
  });

  it('leave nothing open where process.nextTick is all there is', async () => {
    const text = 'export function f(n: number, log: (n: number) => void) { process.nextTick(log, □); }';
    expect(await doubtIn(text, 'n + 1', '1 + n')).toBeNull();
  });
});

/** Functions of `process.nextTick` and promises amid each other, in the turn of a timer. */
async function ticks(): Promise<string> {
  const log: string[] = [];
  const later = (name: string, then?: () => void): void => {
    void Promise.resolve().then(() => {
      log.push(name);
      then?.();
    });
  };
  const tick = (name: string, then?: () => void): void =>
    process.nextTick(() => {
      log.push(name);
      then?.();
    });
  setTimeout(() => {
    later('p1', () => {
      tick('n3');
      later('p4');
    });
    tick('n1', () => {
      later('p3');
      tick('n2', () => later('p5'));
    });
    later('p2');
  }, 1);
  await new Promise((done) => {
    setTimeout(done, 5);
  });
  return log.join(' ');
}

describe('functions that the outside is given while modules load', () => {
  it.each([
    [
      'what it gave is called',
      'import { deprecate } from "node:util"; const total = deprecate((n: number) => n □ 1, "old"); export function f(a: number) { return total(a); }',
    ],
    [
      'what it gave is returned',
      'import { deprecate } from "node:util"; const total = deprecate((n: number) => n □ 1, "old"); export function f() { return total; }',
    ],
    [
      'what it gave is asked',
      'import { deprecate } from "node:util"; const total = deprecate((n: number) => n □ 1, "old"); export function f() { return total.name; }',
    ],
    [
      'it was given one that calls a changed one',
      'import { deprecate } from "node:util"; function plus(n: number) { return n □ 1; } const total = deprecate((n: number) => plus(n), "old"); export function f(a: number) { return total(a); }',
    ],
    [
      'it was given something else',
      'import { debuglog } from "node:util"; const log = debuglog("a" □ ""); export function f() { return log.enabled; }',
    ],
    [
      'it was given one in an object',
      'import { inspect } from "node:util"; const text = inspect({ get a() { return 2 □ 1; } }, { getters: true }); export function f() { return text.length; }',
    ],
  ])('unknown: %s', async (_, text) => {
    const { gaps, problem } = await compared(text, '+', '-');
    const why = gaps.map((gap) => JSON.stringify(gap.why, (key, value: unknown) => (key === 'at' ? null : value)));
    expect([...why, problem ?? ''].join('\n')).toContain('for it was given something that has changed');
  });

  it.each([
    [
      'what it gave is not used',
      'import { deprecate } from "node:util"; export const total = deprecate((n: number) => n □ 1, "old"); export function f(a: number) { return a; }',
    ],
    [
      'they are as they were',
      'import { deprecate } from "node:util"; const total = deprecate((n: number) => n, "old"); export function f(a: number) { return □ total(a); }',
    ],
  ])('the same: %s', async (_, text) => {
    const [before, now] = text.includes('return □') ? ['', '0 ||'] : ['+', '-'];
    expect(await doubtIn(text, before, now)).toBeNull();
  });

  it('compares handlers that a package was given', async () => {
    const text =
      'import { EventEmitter } from "node:events"; const app = new EventEmitter(); app.on("a", f); app.emit("b"); function f(n: number, r: { send(x: number): void }) { r.send(n □ 1); }';
    expect(await told(text, '+', '-')).toBe('f(0, { send: () => (undefined) }): r.send(n + 1) → r.send(n - 1)');
  });
});
