import { tmpdir } from 'node:os';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { mineValues, type MinedValues } from '#behaviour/mine-values';
import { ValuesWithin } from '#behaviour/values-within';
import { argumentText, undefinedLeaf } from '#behaviour/trials/argument';
import { ArgumentPool } from '#behaviour/trials/argument-pool';
import { CallSource } from '#behaviour/trials/call-source';
import { membersAround } from '#behaviour/trials/class-members';
import { TellingCalls } from '#behaviour/trials/telling-calls';
import { simplerCalls } from '#behaviour/trials/simpler-calls';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import { typeSourceOf } from '#symbolic/inputs/type-source';

function mined(tests: string, news: readonly (readonly [number, number])[] = []): MinedValues {
  const snapshot = openTexts(tmpdir(), { 'a.test.js': tests });
  return mineValues(
    [{ snapshot, path: 'a.test.js', isCode: false }],
    news.map(([start, end]) => ({ path: 'a.test.js', start, end })),
  );
}

function sourceOf(
  values: MinedValues,
  source: string,
  name: string,
  classNames: readonly string[] = [],
  telling = new TellingCalls(),
  partNames: readonly string[] = [],
): CallSource {
  const loaded = loadProgram(openTexts(tmpdir(), { 'a.ts': source }));
  const module = loaded.module('a.ts');
  const fn = module?.functions.find(({ qualifiedName }) => qualifiedName === name);
  if (module === null || fn === undefined) throw new Error(`no function ${name}`);
  const inputs = functionInputs(typeSourceOf(loaded), fn, module, { preconditions: {} });
  const made =
    fn.classIndex === null ? undefined : module.functions[module.classes[fn.classIndex]?.constructorFn ?? -1];
  const makes =
    made === undefined ? [] : functionInputs(typeSourceOf(loaded), made, module, { preconditions: {} }).params;
  const parts = partNames.map((part) => {
    const each = module.functions.find((candidate) => candidate.name === part);
    if (each === undefined) throw new Error(`no function ${part}`);
    const { params } = functionInputs(typeSourceOf(loaded), each, module, { preconditions: {} });
    return { root: null, name: part, how: 'call', isAsync: each.async, runsChange: false, params } as const;
  });
  const own = new ValuesWithin(() => source).of({ path: 'a.ts', start: fn.start, end: fn.end });
  const isOwn = (_: string, index: number): boolean => index === fn.index;
  const members = membersAround(
    { loaded, path: 'a.ts', index: fn.index },
    { isChanged: isOwn, isOnlyChange: isOwn, mayRun: isOwn, maySee: isOwn },
  );
  const surroundings = { classNames, makes, members, own, telling, results: [], parts, amid: [] };
  return new CallSource(new ArgumentPool(values), fn, inputs, surroundings);
}

/** Whether what a call gives is called; some values are made by calls, too. */
function isCalledOn(call: string): boolean {
  return call.replaceAll('})()', '}').includes(')(');
}

/** Calls as text, with the first that did something new kept to go on from. */
function calls(source: CallSource, count: number): string[] {
  const found: string[] = [];
  while (found.length < count) {
    const taken = source.take(50);
    if (taken.length === 0) break;
    for (const call of taken) source.keep(call);
    found.push(...taken.map((call) => source.written(call).call));
  }
  return found;
}

describe('mineValues', () => {
  it('reads arguments up to the first that is computed, and rows of tables', () => {
    const { rows, callsOf } = mined("f('a', -1, x, 2); const t = [['b', { c: [1] }], [y]];");
    expect(rows.map((row) => row.map(argumentText))).toEqual([
      ["'a'", '-1'],
      ["['b', { c: [1] }]"],
      ["'b'", '{ c: [1] }'],
      ['1'],
    ]);
    expect([...callsOf.keys()]).toEqual(['f']);
  });

  it('reads what is put together of literals, as it is written', () => {
    const { rows } = mined(
      "f('a' + 'b'.repeat(3) + 1, 60 * 1000, 2 ** 3 - 1); g('x'.repeat(1e9)); h(1 + x); k('a' - 1);",
    );
    const texts = rows.map((row) => row.map(argumentText));
    expect(texts[0]).toEqual(["'a' + 'b'.repeat(3) + 1", '60 * 1000', '2 ** 3 - 1']);
    expect(texts.flat().filter((text) => /x|k|'a' - 1/.test(text))).toEqual([]);
    expect(rows[0]?.map((value) => 'value' in value && value.value)).toEqual(['abbb1', 60_000, 7]);
  });

  it('reads what is put together of names, as the values that these stand for', () => {
    const { rows, callsOf } = mined(
      "const short = '1.1.1', n = 3n; f(short + '-a'.repeat(2), `${short}+${1 + 1}`, { short }, -n); g(`${x}`); h(short + y);",
    );
    expect(callsOf.get('f')?.map((row) => row.map(argumentText))).toEqual([
      ['"1.1.1-a-a"', '"1.1.1+2"', "{ short: '1.1.1' }", '-3n'],
    ]);
    expect(['g', 'h'].flatMap((name) => callsOf.get(name) ?? [])).toEqual([]);
    // Whatever is written must mean the same wherever it is put.
    for (const text of rows.flat().map(argumentText)) expect(() => runInNewContext(`(${text})`)).not.toThrow();
    expect(runInNewContext(argumentText(rows[0]?.[0] ?? undefinedLeaf))).toBe('1.1.1-a-a');
  });

  it('reads values that the language makes of others, and functions that mean the same elsewhere', () => {
    const { callsOf } = mined(
      `let n = 0; const add = (a, b) => a + b; f(new Map([['a', { b: 1 }]]), /x/, new Date(0), JSON.parse('{"__proto__":1}'));
       f(add, function (x) { return Math.max(x, 1); }, ({ key: k, ...rest }) => [k, rest.n]); f(vi.fn(), sinon.spy());
       f(() => n); f(() => import('x')); f(() => Math.random()); f(() => { n++; }); f(new Date()); f(new Server(1)); f(fn(1));`,
    );
    expect(callsOf.get('f')?.map((row) => row.map(argumentText))).toEqual([
      ["new Map([['a', { b: 1 }]])", '/x/', 'new Date(0)', `JSON.parse('{"__proto__":1}')`],
      ['(a, b) => a + b', 'function (x) { return Math.max(x, 1); }', '({ key: k, ...rest }) => [k, rest.n]'],
      ['() => (undefined)', '() => (undefined)'],
    ]);
  });

  it('passes over functions with types, which are erased only where they come from', () => {
    const path = 'a.test.ts';
    const snapshot = openTexts(tmpdir(), { [path]: 'f((x: number) => x); f((x) => x as number); f((x) => x);' });
    const { callsOf } = mineValues([{ snapshot, path, isCode: false }], []);
    expect(callsOf.get('f')?.map((row) => row.map(argumentText))).toEqual([['(x) => x']]);
  });

  it('passes over what runs code when it is evaluated', () => {
    const { literals } = mined('f({ get a() { return 1; } }, `${x}`, [...y], { [k]: 1 }, { m() {} });');
    expect(literals.map(argumentText).toSorted()).toEqual(['1']);
  });

  it('knows what came with the change, and what stands near a call', () => {
    const text = "f('old'); f('new');";
    const { fresh, rowsNear } = mined(text, [[text.indexOf("f('new"), text.length]]);
    expect(fresh.map((row) => row.map(argumentText))).toEqual([["'new'"]]);
    expect(rowsNear('f').map((row) => row.map(argumentText))).toEqual([["'old'"], ["'new'"]]);
    expect(rowsNear('g')).toEqual([]);
  });
});

/** Declared types, and what values of them are. */
const types: readonly (readonly [type: string, isOf: (value: unknown) => boolean])[] = [
  ['string', (value) => typeof value === 'string'],
  ['number', (value) => typeof value === 'number'],
  ['boolean | null', (value) => typeof value === 'boolean' || value === null],
  ["'up' | 'down' | 3", (value) => value === 'up' || value === 'down' || value === 3],
  ['number[]', (value) => Array.isArray(value) && value.every((each) => typeof each === 'number')],
  [
    '[string, number?]',
    (value) =>
      Array.isArray(value) &&
      (value.length === 1 || value.length === 2) &&
      typeof value[0] === 'string' &&
      (value[1] === undefined || typeof value[1] === 'number'),
  ],
  [
    '{ a: string; b?: number }',
    (value) =>
      isRecord(value) &&
      typeof value['a'] === 'string' &&
      (value['b'] === undefined || typeof value['b'] === 'number') &&
      Object.keys(value).every((key) => key === 'a' || key === 'b'),
  ],
  [
    'Record<string, boolean>',
    (value) => isRecord(value) && Object.values(value).every((each) => typeof each === 'boolean'),
  ],
  ['() => string', (value) => typeof value === 'function' && typeof (value as () => unknown)() === 'string'],
  ['bigint', (value) => typeof value === 'bigint'],
  ['Date | undefined', (value) => value instanceof Date || value === undefined],
];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const writings = `
f('up', 1); g(2, 'x-1', true); h({ a: 'y', b: 3 }); h({ a: 4 }); k([1, 'z'], [1, 2, 3]);
const rows = [[true, 'c', null], [3.5, 'd', { flag: true }], ['down', undefined, /e/], [-0, NaN, 7n]];`;

describe('calls on trial', () => {
  it.each(types)('are made with values of %s only', (type, isOf) => {
    const source = sourceOf(mined(writings), `export function f(v: ${type}, w: ${type}) {}`, 'f');
    const found = calls(source, 400);
    expect(found.length).toBeGreaterThan(2);
    const asArguments = new Function('text', 'f', 'return eval(text)') as (text: string, f: unknown) => unknown[];
    for (const call of found) {
      const args = asArguments(call, (...given: unknown[]) => given);
      expect([call, args.length <= 2 && [args[0], args[1]].every(isOf)]).toEqual([call, true]);
    }
  });

  it('are none twice, and the same every time', () => {
    const [found, again] = [1, 2].map(() => calls(sourceOf(mined(writings), 'export function f(v, w) {}', 'f'), 500));
    expect(new Set(found).size).toBe(found?.length);
    expect(again).toEqual(found);
  });

  it('begin with values that came with the change, then with those that others call it with', () => {
    const text = "f('old', 1); g('new');";
    const values = mined(text, [[text.indexOf("g('new"), text.length]]);
    const found = calls(sourceOf(values, 'export function f(s: string, n: number) {}', 'f'), 20);
    expect(found.slice(0, 2)).toEqual(["f('new', 1)", "f('old', 1)"]);
  });

  it('have one of each kind that others call it with, before a second of any', () => {
    const plain = Array.from({ length: 300 }, (_, i) => `f('a${i}');`).join(' ');
    const values = mined(`${plain} f('b', { deep: true }); f('c', { deep: false });`);
    const source = sourceOf(values, 'export function f(a, options) {}', 'f');
    const first = calls(source, 50).slice(0, 10);
    expect(first).toContain("f('b', { deep: true })");
    expect(first).toContain("f('c', { deep: false })");
  });

  it('hand in functions and regular expressions where nothing is declared, and where types allow any result', () => {
    const values = mined('f(/a/, (x) => x + 1);');
    const made = (source: string): string[] => calls(sourceOf(values, source, 'f'), 50);
    expect(made('export function f(a, b) {}')).toContain('f(/a/, (x) => x + 1)');
    expect(made('export function f(a: RegExp, b: (x: number) => void) {}')).toContain('f(/a/, (x) => x + 1)');
    expect(made('export function f(a: RegExp, b: (x: number) => string) {}')).not.toContain('f(/a/, (x) => x + 1)');
  });

  it('leave out a column of a table, which may be what is expected', () => {
    const values = mined("f('a', 'up'); const rows = [['a-1', 'up', 'a-2', false, 'id']];");
    const found = calls(sourceOf(values, 'export function f(version, release, options, id) {}', 'f'), 60);
    expect(found).toContain("f('a-1', 'up', false, 'id')");
  });

  it('make receivers as the tests do', () => {
    const values = mined("new Cart('x').add(2);");
    const source = 'export class Cart { constructor(readonly name: string) {} add(n: number) { return n; } }';
    expect(calls(sourceOf(values, source, 'Cart.add'), 1)[0]).toBe("(new Cart('x')).add(2)");
    const drawn = calls(sourceOf(mined(writings), source, 'Cart.add'), 200);
    expect(drawn.length).toBeGreaterThan(50);
    const made = /new Cart\((?:'[^']*'|"(?:[^"\\]|\\.)*")\)/u;
    const added = /\.add\([\w.+-]+\)/u;
    const amid = `const self = ${made.source};(?: self${added.source};)* self${added.source}(?:; self${added.source})*`;
    for (const call of drawn)
      expect(call).toMatch(new RegExp(`^(?:\\(${made.source}\\)${added.source}|${amid})$`, 'u'));
  });

  it('come amid calls of other members, with the same function more than once', () => {
    const source =
      'export class E { on(n: string, f: () => void) {} off(n: string, f: () => void) {} emit(n: string) {} }';
    const found = calls(sourceOf(mined(''), source, 'E.off'), 300);
    expect(
      found.some((call) => /^const f = .*; const self = new E\(\); self\.on\((.*), f\); self\.off\(\1, f\)/.test(call)),
    ).toBe(true);
    expect(found.some((call) => /; self\.off\(.*; self\.emit\(/.test(call))).toBe(true);
  });

  it('go on from what tests call on one instance', () => {
    const values = mined(
      "test('a', () => { const s = new S(3); s.push(1); s.push('b'); assert(s.pop(), 'b'); s.size(); });",
    );
    const source = 'export class S { constructor(n: number) {} push(x: unknown) {} pop() {} size() {} }';
    expect(calls(sourceOf(values, source, 'S.pop'), 4)).toContain(
      "const self = new S(3); self.push(1); self.push('b'); self.pop(); self.size()",
    );
  });

  it('hand in instances where nothing is declared, and where the class is', () => {
    const values = mined("new Box('x');");
    const untyped = calls(sourceOf(values, 'class Box {} export function f(b) {}', 'f', ['Box']), 300);
    expect(untyped).toContain("f(new Box('x'))");
    const typed = calls(sourceOf(values, 'class Box { v = 1 } export function f(b: Box) {}', 'f', ['Box']), 3);
    expect(typed).toContain("f(new Box('x'))");
  });

  it('begin with what made another function differ, by the names of the parameters', () => {
    const telling = new TellingCalls();
    const other = sourceOf(mined("g('~2', 'two')"), 'export function g(range, version) {}', 'g', [], telling);
    const [call] = other.take(1);
    if (call === undefined) throw new Error('no call');
    other.tell(call);
    const values = mined("f('1', '9', '>')");
    const text = 'export function f(version, range, side) {} export function h(versions, range) {}';
    expect(calls(sourceOf(values, text, 'f', [], telling), 40).slice(0, 2)).toEqual([
      "f('two', '~2')",
      "f('two', '~2', '>')",
    ]);
    const closed = 'export function f(version, range, side) { if (side !== "below") throw 0; }';
    expect(calls(sourceOf(mined(''), closed, 'f', [], telling), 40)).toContain("f('two', '~2', \"below\")");
    expect(calls(sourceOf(values, text, 'h', [], telling), 40)[0]).toBe("h(['two'], '~2')");
    const typed = 'export class K { constructor(range: string) {} m(version: number) {} n(version: string) {} }';
    expect(calls(sourceOf(values, typed, 'K.m', [], telling), 40)).not.toContain("(new K('~2')).m('two')");
    expect(calls(sourceOf(values, typed, 'K.n', [], telling), 40)[0]).toBe("(new K('~2')).n('two')");
  });

  it('put what made another function differ in each place of what others call it with', () => {
    const telling = new TellingCalls();
    const other = sourceOf(mined("g('two')"), 'export function g(version) {}', 'g', [], telling);
    const [call] = other.take(1);
    if (call === undefined) throw new Error('no call');
    other.tell(call);
    const found = calls(sourceOf(mined("f('1', '>', '9')"), 'export function f(a, op, b) {}', 'f', [], telling), 12);
    expect(found).toEqual(expect.arrayContaining(["f('two', '>', '9')", "f('1', '>', 'two')"]));
  });

  it('have texts that are about as long as a number says', () => {
    const found = calls(sourceOf(mined("f('1.2.3'); g(37);"), 'export function f(s: string) {}', 'f'), 400);
    const lengths = found.flatMap((call) => [...call.matchAll(/([^\\])\1{8,}/g)].map(([run]) => run.length));
    expect(lengths.some((length) => length >= 36 && length <= 40)).toBe(true);
    for (const call of found) expect(call.length).toBeLessThan(2_000);
  });

  it('name no class that is not known where they are made', () => {
    const telling = new TellingCalls();
    const values = mined("new Box('x');");
    const other = sourceOf(values, 'class Box {} export function g(b) {}', 'g', ['Box'], telling);
    const boxed = other.take(20).find((call) => other.written(call).call === "g(new Box('x'))");
    if (boxed === undefined) throw new Error('no call');
    other.tell(boxed);
    expect(calls(sourceOf(values, 'export function f(b) {}', 'f', [], telling), 40)).not.toContain("f(new Box('x'))");
    expect(calls(sourceOf(values, 'export function f(b) {}', 'f', ['Box'], telling), 1)[0]).toBe("f(new Box('x'))");
  });

  it('go on with the function that a call gives, once one has', () => {
    const values = mined("isMatch('a.js', '*.js', { dot: true }); f('*.md')('b.md');");
    const source = sourceOf(values, 'export function f(glob, options) {}', 'f');
    expect(calls(source, 20).some(isCalledOn)).toBe(false);
    source.goOn();
    const found = calls(source, 300);
    expect(found).toContain("f('*.js', { dot: true })('a.js')");
    expect(found.filter(isCalledOn).length).toBeGreaterThan(100);
  });

  it('go on with parts of what a call gives, about the same thing, until nothing comes of it', () => {
    const values = mined("f(1); s.on('a', (x) => x); s.emit('b', 1);");
    const text = 'export function f(n) { return { on(type, handler) {}, emit(type, value) {} }; }';
    const source = sourceOf(values, text, 'f', [], new TellingCalls(), ['on', 'emit']);
    expect(calls(source, 200)).toContain("const result = f(1); result.on('a', (x) => x); result.emit('a', 1)");
    const inVain = sourceOf(values, text, 'f', [], new TellingCalls(), ['on', 'emit']);
    for (const call of inVain.take(100)) inVain.note(call, false);
    expect(inVain.take(50).filter(({ steps }) => steps.length > 0)).toEqual([]);
  });

  it('are made simpler by steps that end', () => {
    const source = sourceOf(mined(writings), 'export function f(v, w) {}', 'f');
    for (const call of source.take(40)) {
      let at = call;
      for (let step = 0; ; step++) {
        const next = simplerCalls(at).at(step % 3);
        if (next === undefined) break;
        at = next;
        expect(step).toBeLessThan(400);
      }
    }
  });
});
