import { runInThisContext } from 'node:vm';
import { tmpdir } from 'node:os';
import { transformSync } from 'oxc-transform';
import { afterAll, describe, expect, it } from 'vitest';
import { mineValues } from '#behaviour/mine-values';
import { ArgumentPool } from '#behaviour/trials/argument-pool';
import { TellingCalls } from '#behaviour/trials/telling-calls';
import { ValuesWithin } from '#behaviour/values-within';
import { trialsOfPair } from '#behaviour/trials/trials-of-pair';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { Replayer } from '#replay/replay';
import { isAlike, runnerOf } from '../run-version';
import { versionsOf } from '../versions-of';

const limits = { timeoutMs: 2_000, memoryMb: 256 };
const replayers = { base: new Replayer(limits), head: new Replayer(limits) };
afterAll(async () => {
  await replayers.base.dispose();
  await replayers.head.dispose();
});

/** Calls that both versions of `f` answer differently, found by making some. */
async function tryVersions(
  base: string,
  head: string,
  tests = '',
  most = 1_500,
  name = 'f',
  isNews = false,
  newTest = '',
) {
  const loaded = [base, head].map((text) => loadProgram(openTexts(tmpdir(), { 'a.ts': text, 'a.test.ts': tests })));
  const [before, now] = loaded;
  if (before === undefined || now === undefined) throw new Error('two versions');
  const indexIn = (text: (typeof loaded)[number]): number =>
    text.module('a.ts')?.functions.findIndex(({ qualifiedName }) => qualifiedName === name) ?? -1;
  const files = [
    { snapshot: now.snapshot, path: 'a.test.ts', isCode: false },
    { snapshot: now.snapshot, path: 'a.ts', isCode: true },
  ];
  const pair = {
    base: { loaded: before, path: 'a.ts', index: indexIn(before) },
    head: { loaded: now, path: 'a.ts', index: indexIn(now) },
  };
  const isOwn = (_: string, fn: number): boolean => fn === pair.head.index;
  const start = tests.indexOf(newTest);
  const news = [
    ...(isNews ? [{ path: 'a.ts', start: 0, end: head.length }] : []),
    ...(newTest === '' ? [] : [{ path: 'a.test.ts', start, end: start + newTest.length }]),
  ];
  const trials = trialsOfPair(pair, new ArgumentPool(mineValues(files, news)), {
    preconditions: {},
    replayers,
    strict: false,
    telling: new TellingCalls(),
    written: new ValuesWithin((path) => now.textOf(path)),
    seen: { isChanged: isOwn, isOnlyChange: isOwn, mayRun: isOwn, maySee: isOwn },
  });
  if (trials === null) return null;
  await trials.go(most, () => false);
  return trials.found;
}

const differing: readonly (readonly [what: string, text: string, before: string, now: string, tests: string])[] = [
  ['a bound', 'export function f(n: number) { return n □ 300 ? 1 : 0; }', '>', '>=', ''],
  ['a pattern', 'export function f(s: string) { return /^\\d+□$/.test(s); }', '', '\\.?', "f('1.5'); f('12');"],
  ['a separator', "export function f(s: string) { return s.split('□').length; }", ',', ';', "f('a,b'); f('a;b');"],
  ['a flag', 'export function f(o: { loose?: boolean }) { return o.loose ? □ : 0; }', '1', '2', ''],
  ['a case', "export function f(kind: 'a' | 'b' | 'c') { return kind === □; }", "'a'", "'b'", ''],
  ['an element', 'export function f(list: number[]) { return list.□; }', 'at(0)', 'at(-1)', ''],
  ['a mutation', 'export function f(o: { a: number }) { □ return 1; }', '', 'o.a = 7;', ''],
  ['a call', 'export function f(g: () => number) { return g() □; }', '', '+ g()', ''],
  ['a length', 'export function f(s: string) { □ return s.length; }', '', 'if (s.length > 10000) return -1;', ''],
  [
    'a kind',
    "export function f(v: unknown) { return Object.prototype.toString.call(v) === '[object □]'; }",
    'Map',
    'Set',
    '',
  ],
  ['a view', 'export function f(v) { return □; }', 'ArrayBuffer.isView(v)', 'false', ''],
  [
    'a prototype',
    'export function f(v: unknown) { return v !== null && typeof v === "object" && □; }',
    'Object.getPrototypeOf(v) === Object.prototype',
    '(v as any).constructor === Object',
    '',
  ],
  [
    'a key that callers choose',
    'export function f<T, K extends keyof T>(o: T, key: K) { return □; }',
    'o[key]',
    'key in (o as object) ? undefined : o[key]',
    '',
  ],
  [
    'keys that callers choose',
    'export function f<T extends object>(o: T, keys: (keyof T)[]) { const r = { ...o }; for (const k of keys) □; return r; }',
    'delete r[k]',
    'r[k] = undefined as never',
    '',
  ],
  [
    'what a map holds',
    'export function f(scores: Map<string, number>) { return [...scores].filter(([, n]) => n □ 0).length; }',
    '>',
    '>=',
    '',
  ],
  ['what a set holds', 'export function f(s: ReadonlySet<number>) { return □; }', 's.size', '[...s].length % 2', ''],
  ['many elements', 'export function f(list: number[]) { return list.slice(0, □).length; }', '100', '200', ''],
  ['many objects', 'export function f(list: { a: string }[]) { return list.length > □; }', '64', '65', ''],
  ['bytes', 'export function f(b: Uint8Array) { return b.reduce((n, x) => n + □, 0); }', 'x', '(x & 127)', ''],
  ['letters of two characters', 'export function f(s: string) { return s.□; }', 'length', 'normalize().length', ''],
  ['an error', "export function f(v) { if (v === null) throw new Error('□'); return 1; }", 'no', 'none', ''],
];

describe('differences are found by trial', () => {
  it.each(differing)('%s', async (_, text, before, now, tests) => {
    const [base, head] = versionsOf(text, before, now);
    const found = await tryVersions(base, head, tests, 1_500, 'f', true);
    expect(found?.length).toBeGreaterThan(0);
    const runners = [runnerOf(base, []), runnerOf(head, [])];
    for (const { input, call } of found ?? []) {
      const [a, b] = runners.map((run) => run(input));
      if (a === undefined || b === undefined) throw new Error('two runs');
      expect([call, isAlike(a, b)]).toEqual([call, false]);
    }
  });

  it('near what came with the change, however many calls others have written', async () => {
    const [base, head] = versionsOf(
      `const numeric = /^[0-9]+$/;
       export function f(a, b) {
         □
         const [x, y] = [numeric.test(a), numeric.test(b)];
         if (x && y) [a, b] = [+a, +b];
         return a === b ? 0 : x && !y ? -1 : y && !x ? 1 : a < b ? -1 : 1;
       }`,
      '',
      "if (typeof a === 'number' && typeof b === 'number') return a === b ? 0 : a < b ? -1 : 1;",
    );
    const written = Array.from({ length: 300 }, (_, index) => `f('1.${index}', 'a${index}');`).join('\n');
    const found = await tryVersions(base, head, `${written}\nf(1, 2);`, 600, 'f', false, 'f(1, 2)');
    expect(found?.length).toBeGreaterThan(0);
  });

  it('of promises, too', async () => {
    const [base, head] = versionsOf('export async function f(n: number) { return n + □; }', 1, 2);
    expect((await tryVersions(base, head))?.length).toBeGreaterThan(0);
  });

  it.each([
    [
      'a list of functions',
      `export async function f(tasks: (() => Promise<number>)[], size: number) {
        const out: number[] = [];
        let next = 0;
        const worker = async () => { while (next < tasks.length) { const k = next++; □ await tasks[k]!()□; } };
        await Promise.all(Array.from({ length: Math.min(size, tasks.length) }, worker));
        return out;
      }`,
    ],
    [
      'several functions',
      `export async function f(a: () => Promise<string>, b: () => Promise<string>) {
        const out: string[] = [];
        await Promise.all([a, b].map(async (load, k) => { □ await load()□; }));
        return out;
      }`,
    ],
    [
      'one function that is called several times',
      `export async function f(ids: string[], load: (id: string) => Promise<number>) {
        const out: number[] = [];
        await Promise.all(ids.map(async (id, k) => { □ await load(id)□; }));
        return out;
      }`,
    ],
  ])('of promises that settle in another order than they are made: %s', async (_, text) => {
    const [base, head] = [
      ['out[k] =', ''],
      ['out.push(', ')'],
    ].map(([first = '', last = '']) => text.replace('□', first).replace('□', last));
    expect(await tryVersions(base ?? '', head ?? '')).not.toEqual([]);
  });
});

describe('differences of functions that a call gives are found by trial', () => {
  it.each([
    ['an untyped one', 'export function f(glob, options) { return (s) => s.endsWith(glob) === □; }', 'true', 'false'],
    ['a typed one', 'export function f(a: number) { return (b: number) => a + b > □; }', '3', '4'],
    [
      'one of a method',
      'export class K { constructor(readonly a: number) {} m() { return (b: string) => b.length > □; } }',
      '3',
      '4',
    ],
  ])('%s', async (_, text, before, now) => {
    const [base, head] = versionsOf(text, before, now);
    const isMethod = text.includes('class K');
    const found = await tryVersions(
      base,
      head,
      "f('.js', {}); g('a.js', '.js'); new K(1)",
      800,
      isMethod ? 'K.m' : 'f',
    );
    expect(found?.length).toBeGreaterThan(0);
    for (const { call } of found ?? []) {
      const [a, b] = [base, head].map((code) => {
        const script = transformSync('a.ts', code, { lang: 'ts' }).code.replaceAll('export ', '');
        return new Function(`${script}\nreturn ${call};`)() as unknown;
      });
      expect([call, a]).not.toEqual([call, b]);
    }
  });
});

describe('nothing is found', () => {
  it.each([
    ['versions that do the same', 'export function f(n: number) { return □; }', 'n + n', '2 * n'],
    ['time', 'export function f(n: number) { let i = 0; while (i < n * □) i++; return n; }', '1', '2'],
    [
      'what differs only because calls were made before',
      'let c = 0; export function f(n: number) { c += □; return n; }',
      '1',
      '2',
    ],
    [
      'functions that cannot be called',
      "import 'absent-package'; export function f(n: number) { return □; }",
      '1',
      '2',
    ],
  ])(
    'in %s',
    async (_, text, before, now) => {
      const [base, head] = versionsOf(text, before, now);
      expect(await tryVersions(base, head, '', 200)).toEqual([]);
    },
    30_000,
  );

  it('where something is demanded of the inputs', async () => {
    const [base, head] = versionsOf('/** @pre n > 0 */ export function f(n: number) { return n + □; }', 1, 2);
    expect(await tryVersions(base, head)).toBeNull();
  });
});

it('many elements that are the same are told by their number', async () => {
  const [base, head] = versionsOf('export function f(list: string[]) { return list.length > □; }', '50', '60');
  const found = await tryVersions(base, head, '', 1_500, 'f', true);
  expect(found?.map(({ call }) => call)).toContain('f(Array(51).fill(""))');
});

it('what was drawn is made as simple as it gets, and what people wrote is left as it is', async () => {
  const [base, head] = versionsOf("export function f(s: string) { return s.includes('q') ? □ : 0; }", 1, 2);
  const drawn = await tryVersions(base, head, "g('wxyzq');");
  expect(drawn?.map(({ call }) => call)[0]).toBe("f('wxyzq')");
  const [was, is] = versionsOf('export function f(s: string) { return s.length > 40 ? □ : 0; }', 1, 2);
  const long = await tryVersions(was, is, `g('${'ab'.repeat(15)}');`);
  expect(runInThisContext(long?.[0]?.input.args[0] ?? '')).toHaveLength(41);
});

/** Calls that tell apart what comes of putting one text or another for the mark. */
async function callsFor(text: string, change: readonly [before: string, now: string], tests: string): Promise<string> {
  const [before, now] = change.map((part) => text.replace('□', part));
  const found = await tryVersions(before ?? '', now ?? '', tests);
  return (found ?? []).map(({ call }) => call).join('\n');
}

describe('parts of what a call gives', () => {
  it('are called, by their names', async () => {
    const text =
      'export function f(by) { function left(list, x) { return list.indexOf(x) + by; } return { left, right: (list) => list.length □ }; }';
    expect(await callsFor(text, ['', '- by'], 'f(2).right([1]);')).toMatch(/\.right\(/);
  });

  it('are called one after the other, for what they keep', async () => {
    const text =
      'export function f() { const all = new Set(); return { add(x) { □ }, has(x) { return all.has(x); } }; }';
    const tests = "const s = f(); s.add('a'); s.add('b'); s.has('b');";
    const calls = await callsFor(text, ['all.add(x);', 'if (x !== "b") all.add(x);'], tests);
    expect(calls).toContain("const result = f(); result.add('b'); result.has('b')");
  });
});
