import { describe, it } from 'vitest';
import { explored } from './explored-model';

/** What an async function gives, and what happened in which order until then. */
async function agreesLater(body: string, ...calls: readonly (readonly unknown[])[]): Promise<void> {
  const { agreesLater: agrees } = explored(
    `async function f(n: number) { const log: unknown[] = []; const say = (x: unknown) => { log.push(x); return x; }; const result: unknown = await (async () => { ${body} })().catch((e) => ['failed', e instanceof Error ? e.message : e, e instanceof AggregateError ? e.errors : 0]); for (let i = 0; i < 8; i++) await null; return [result, log]; }`,
  );
  for (const args of calls.length === 0 ? [[1]] : calls) await agrees(...args);
}

describe('one promise', () => {
  it.each([
    'return new Promise((resolve) => resolve(n));',
    'return new Promise((_, reject) => reject(n));',
    'return new Promise((resolve, reject) => { resolve(n); reject(2); resolve(3); throw new Error("late"); });',
    'return new Promise(() => { throw new Error("early"); });',
    'return Promise.resolve(n).then((x) => x + 1);',
    'return Promise.reject(n).catch((x) => [x]);',
    'return Promise.resolve(n).then(5 as never).then(null).then((x) => x);',
    'return Promise.reject(n).then((x) => x);',
    'return Promise.resolve(Promise.resolve(n));',
    'return Promise.resolve({ then(f: (x: number) => void) { f(n); } });',
    'return Promise.resolve({ then() { throw new Error("then"); } });',
    'return Promise.resolve({ get then() { throw new Error("getter"); } });',
    'return Promise.resolve({ then: n });',
    'return Promise.resolve({ then(f: (x: number) => void) { f(n); f(2); throw new Error("late"); } });',
    'const p: Promise<unknown> = Promise.resolve(n).then(() => p); return p;',
    'let r!: (x: unknown) => void; const p = new Promise((resolve) => { r = resolve; }); r(p); return p;',
    'const p = Promise.resolve(n); return [Promise.resolve(p) === p, p.then() === p, p instanceof Promise];',
    'return new Promise(n as never);',
    'return (Promise as never as () => void)();',
    'return Promise.prototype.then.call({} as never);',
    'return Promise.prototype.catch.call({ then: (a: unknown, b: unknown) => [a, b] } as never, n as never);',
    'return Promise.prototype.finally.call(n as never);',
  ])('%s', (body) => agreesLater(body));

  it.each([
    'return Promise.resolve(n).finally(() => { say("f"); return 7; });',
    'return Promise.reject(n).finally(() => say("f"));',
    'return Promise.resolve(n).finally(() => { throw new Error("f"); });',
    'return Promise.reject(n).finally(() => Promise.reject(9));',
    'return Promise.resolve(n).finally(5 as never);',
    'return Promise.resolve(n).finally(() => new Promise((r) => { say("wait"); r(3); })).then(say);',
  ])('%s', (body) => agreesLater(body));
});

describe('order', () => {
  it.each([
    'Promise.resolve().then(() => say(1)).then(() => say(2)); Promise.resolve().then(() => say(3)).then(() => say(4)); say(0);',
    'Promise.resolve().then(() => Promise.resolve()).then(() => say("late")); Promise.resolve().then(() => say(1)).then(() => say(2)).then(() => say(3)).then(() => say(4));',
    'new Promise((r) => r(Promise.resolve())).then(() => say("adopted")); Promise.resolve().then(() => say(1)).then(() => say(2)).then(() => say(3));',
    'const t = { then(f: () => void) { say("then"); f(); } }; new Promise((r) => r(t)).then(() => say("after")); Promise.resolve().then(() => say(1)).then(() => say(2));',
    'Promise.reject(1).catch(() => say("c")).finally(() => say("f")).then(() => say("t")); Promise.resolve().then(() => say(1)).then(() => say(2)).then(() => say(3)).then(() => say(4)).then(() => say(5));',
    'Promise.all([1, Promise.resolve(2)]).then(() => say("all")); Promise.resolve().then(() => say(1)).then(() => say(2)).then(() => say(3));',
    'Promise.race([Promise.resolve(2), 1]).then((x) => say(["race", x])); Promise.resolve().then(() => say(1)).then(() => say(2)).then(() => say(3));',
    'const g = async () => { say("g"); await null; say("g1"); return 5; }; g().then(() => say("g2")); (async () => { await g(); say("a"); })(); Promise.resolve().then(() => say(1)).then(() => say(2)).then(() => say(3));',
    'const g = async () => Promise.resolve(say("r")); g().then(() => say("g")); Promise.resolve().then(() => say(1)).then(() => say(2)).then(() => say(3)).then(() => say(4));',
  ])('%s', (body) => agreesLater(body));
});

describe('several promises', () => {
  const lists = [
    '[]',
    '[n]',
    '[n, Promise.resolve(2), { then(f: (x: number) => void) { f(3); f(4); } }]',
    '[Promise.reject(new Error("a")), n]',
    '[n, Promise.reject(new Error("a")), Promise.reject(new Error("b"))]',
    '[Promise.reject(1), Promise.reject(new Error("b"))]',
    '[new Promise((r) => setLater.push(() => r(n))), Promise.resolve(2)]',
    'new Set([n, Promise.resolve(3)])',
    'n as never',
    '[{ get then() { throw new Error("getter"); } }]',
  ];

  it.each(['all', 'allSettled', 'any', 'race'])('Promise.%s', async (name) => {
    for (const list of lists) {
      if (name === 'race' && list === '[]') continue;
      await agreesLater(
        `const setLater: (() => void)[] = []; const p = Promise.${name}(${list} as never); Promise.resolve().then(() => setLater.forEach((s) => s())); return p;`,
      );
    }
    await agreesLater(`return Promise.${name}.call(n as never, []);`);
  });

  it('closes an iterator when something fails', () =>
    agreesLater(
      'function* items() { try { yield n; yield 2; } finally { say("closed"); } } const resolve = Promise.resolve; Promise.resolve = (() => { throw new Error("no"); }) as never; try { return await Promise.all(items()); } finally { Promise.resolve = resolve; }',
    ));
});
