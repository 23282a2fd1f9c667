import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { compileFunction } from 'node:vm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decodeFunctions } from '#trace/function-table';
import { instrument } from '#trace/instrument';
import { withRecorder } from './with-recorder';

let recorded: ReturnType<typeof withRecorder>;
beforeEach(() => void (recorded = withRecorder()));
afterEach(() => recorded.restore());

/** For each function that ran, by name, its F and L. */
type Times = ReadonlyMap<string, readonly [first: number, last: number]>;

/** Runs a program with a test around its `main`, and gives what was recorded of the test. */
async function recordedTimes(code: string): Promise<Times> {
  const made = instrument({ code, path: 'a.js', mode: 'after', format: 'commonjs' });
  if (made === null) throw new Error('does not parse');
  const { recorder, entries } = recorded;
  const exported: { main?: () => unknown } = {};
  compileFunction(made.code, ['exports', 'require'])(exported, createRequire(import.meta.url));
  const segment = recorder.beginTest({ file: 'a.js', titles: ['t'], project: null });
  recorder.enter(segment);
  await ended(exported.main);
  recorder.endTest(segment, 'passed', 0);
  const base = entries.find((e) => e.t === 'module' && e.hash === made.hash);
  const entry = entries.flatMap((e) => (e.t === 'segment' && e.owner.kind === 'test' ? [e] : [])).at(-1);
  if (base?.t !== 'module' || entry === undefined) throw new Error('nothing was recorded');
  const functions = decodeFunctions(base.table);
  return new Map(
    entry.functions.map((fn, i) => [
      nameOf(code, functions[fn - base.base]?.start ?? -1),
      [entry.first[i] ?? NaN, entry.last[i] ?? NaN],
    ]),
  );
}

/** A program that throws has ended, too. What it has started and does not wait for ends with it. */
async function ended(main: (() => unknown) | undefined): Promise<void> {
  try {
    await main?.();
  } catch (error) {
    if (!(error instanceof Error && error.message === 'e')) throw error;
  }
  await setImmediate();
}

function nameOf(code: string, start: number): string {
  return /^[^{]*?(\w+)\s*\(/.exec(code.slice(start))?.[1]?.replace(/^function$/, '') ?? '?';
}

/** `(x, y)` when x executes after y: `L[x] >= F[y]`. */
function executeAfter(times: Times): Set<string> {
  const pairs = new Set<string>();
  for (const [x, [, last]] of times) for (const [y, [first]] of times) if (last >= first) pairs.add(`${x} after ${y}`);
  return pairs;
}

describe('EAT', () => {
  /** Figure 1 of "Efficient and Precise Dynamic Impact Analysis Using Execute-After Sequences". */
  const figure = `
function M() { A(); A(); B(true); B(false); }
function A() {}
function B(calls) { if (calls) C(); else return; }
function C() {}
function D() {}
exports.main = M;`;

  test('the recorded arrays order the events as Table 2 ends', async () => {
    const times = await recordedTimes(figure);
    expect([...times.keys()].toSorted()).toEqual(['A', 'B', 'C', 'M']);
    const inOrder = [...times]
      .flatMap(([name, [first, last]]) => [
        { event: `${name}f`, time: first },
        { event: `${name}l`, time: last },
      ])
      .toSorted((a, b) => a.time - b.time || (a.event < b.event ? -1 : 1));
    // F strictly as in the paper; events between two firsts share a reading of the clock.
    expect(inOrder.filter(({ event }) => event.endsWith('f')).map(({ event }) => event)).toEqual([
      'Mf',
      'Af',
      'Bf',
      'Cf',
    ]);
  });

  test.each([
    [
      ['A', 'C'],
      ['A', 'B', 'C', 'M'],
    ],
    [['C'], ['B', 'C', 'M']],
    [['B'], ['B', 'C', 'M']],
    [['D'], []],
  ])('the impact set of %j is %j', async (changed, impacted) => {
    const times = await recordedTimes(figure);
    const firsts = changed.flatMap((name) => times.get(name)?.[0] ?? []);
    const clt = Math.min(...firsts);
    expect([...times].flatMap(([name, [, last]]) => (last >= clt ? [name] : [])).toSorted()).toEqual(impacted);
  });
});

/** A function is a list of steps; calls go to functions of a higher number, so that every program ends. */
type Step =
  | {
      readonly kind:
        'call' | 'caught' | 'cleanup' | 'await' | 'each' | 'method' | 'argument' | 'assert' | 'named' | 'apart';
      readonly to: number;
    }
  | { readonly kind: 'throw' }
  | { readonly kind: 'pause' };
interface Shape {
  readonly kind: 'sync' | 'async' | 'generator';
  readonly steps: readonly Step[];
}

const target = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(['call', 'caught', 'cleanup', 'await', 'each', 'method', 'argument', 'assert', 'named', 'apart'] as const),
      ),
      to: target,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('throw', 'pause') }) },
);
const program: fc.Arbitrary<readonly Shape[]> = fc.array(
  fc.record({ kind: fc.constantFrom('sync', 'async', 'generator'), steps: fc.array(step, { maxLength: 4 }) }),
  { minLength: 3, maxLength: 6 },
);

/** `mark` says after every step, in every function, that it executes: the full trace, made by hand. */
function render(shapes: readonly Shape[]): string {
  const functions = shapes.map(({ kind, steps }, i) => {
    const mark = `mark('f${i}');`;
    const body = steps.map((s) => renderStep(s, i, kind, shapes)).join(` ${mark} `);
    const head = kind === 'async' ? 'async function' : kind === 'generator' ? 'function*' : 'function';
    return `${head} f${i}(x) { ${mark} ${body} ${mark} }`;
  });
  const methods = shapes.map((_, i) => `f${i}`).join(', ');
  return `const assert = require('node:assert');\n${functions.join('\n')}\nconst all = { ${methods} };\nfunction main() { mark('main'); const a = drive(f0()); mark('main'); const b = drive(f1()); mark('main'); return Promise.allSettled([a, b]); }
function drive(value) { mark('drive'); if (value && value.catch) { value.catch(ignore); mark('drive'); } if (value && value.next) { mark('drive'); try { for (let i = 0; i < 3; i++) { value.next(); mark('drive'); } } catch { mark('drive'); } mark('drive'); } return value; }
function ignore() { mark('ignore'); }
function box() { mark('box'); return { done }; }
function done() { mark('done'); return 0; }
exports.main = main;`;
}

function renderStep(s: Step, from: number, kind: Shape['kind'], shapes: readonly Shape[]): string {
  if (!('to' in s)) {
    if (s.kind === 'throw') return `if (x === 1) throw new Error('e');`;
    return kind === 'async' ? `await null;` : kind === 'generator' ? `yield 1;` : ';';
  }
  const to = from + 1 + s.to;
  const callee = shapes[to];
  if (callee === undefined) return ';';
  const mark = `mark('f${from}');`;
  const call = `f${to}(${s.to % 2})`;
  const used =
    callee.kind === 'generator' ? `drive(${call})` : callee.kind === 'async' ? `${call}.catch(ignore)` : call;
  switch (s.kind) {
    case 'caught':
      return `try { ${used}; ${mark} } catch { ${mark} }`;
    case 'cleanup':
      return `try { ${used}; ${mark} } finally { ${mark} }`;
    case 'await':
      return kind === 'async' ? `await ${used}; ${mark}` : `${used};`;
    case 'each':
      return callee.kind === 'generator' ? `for (const y of ${call}) { ${mark} }` : `${used};`;
    case 'method':
      return callee.kind === 'sync' ? `all?.f${to}(0);` : `${used};`;
    case 'assert':
      return `assert(${used} !== 1); ${mark} assert.strictEqual(${used} === 1, false); ${mark} assert.ok(box()); ${mark}`;
    case 'named':
      return `box(${used}).done(); ${mark} box(box(${used}).done()).done(${used}, 1); ${mark}`;
    case 'apart':
      return `{ const { done } = box(${used}); ${mark} }`;
    case 'argument':
      return callee.kind === 'sync' ? `${call}, ${call};` : `${used};`;
    default:
      return `${used};`;
  }
}

/** X executes after Y when an event of X follows one of Y in the full trace (Lemma 1). */
async function fromFullTrace(code: string): Promise<Set<string>> {
  const trace: string[] = [];
  const exported: { main?: () => unknown } = {};
  const mark = (name: string): void => void trace.push(name);
  compileFunction(code, ['exports', 'require', 'mark'])(exported, createRequire(import.meta.url), mark);
  await ended(exported.main);
  const pairs = new Set<string>();
  for (const name of new Set(trace)) {
    for (const later of trace.slice(trace.indexOf(name))) pairs.add(`${later} after ${name}`);
  }
  return pairs;
}

test('execute-after of random programs with errors, generators and interleaved waiting is that of the full trace', async () => {
  const property = fc.asyncProperty(program, async (shapes) => {
    const code = render(shapes);
    const expected = await fromFullTrace(code);
    const actual = executeAfter(await recordedTimes(code.replaceAll(/mark\('\w+'\);/g, '')));
    // Code after the last call of a function has no probe: nothing can come between.
    for (const pair of expected) expect(actual, code).toContain(pair);
    for (const pair of actual) expect(expected, code).toContain(pair);
  });
  await fc.assert(property, { numRuns: 400 });
});

test('a return is missed whose value ends the function before anything else is evaluated', async () => {
  const code = `
function none() {}
function outer(x) { none().g(x); }
function other(x) { none(); none().g(x); }
function caught() { try { none().g(); } catch {} }
exports.main = () => { for (const f of [outer, other, caught]) try { f(); } catch {} };`;
  const pairs = executeAfter(await recordedTimes(code));
  // FIXME: control came back into `outer`, too; a probe around the call would be named in messages of the engine.
  expect(pairs).not.toContain('outer after none');
  expect(pairs).toContain('other after none');
  expect(pairs).toContain('caught after none');
});
