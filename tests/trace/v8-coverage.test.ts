import { Session } from 'node:inspector';
import vm from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instrument } from '#trace/instrument';
import type { FunctionCoverage } from '#trace/runtime/inspector-coverage';
import { coverageOfSource } from '#trace/v8-coverage';
import { Recorder } from '#trace/runtime/recorder';

/** The engine is the judge: what it says of a program without probes is what must come out for the one with them. */
const programs = {
  branches: `
function one(x) { if (x) { return 1; } return 2; }
const two = (x) => x ? one(x) : one(0);
function never() { return one(1) + two(0); }
one(1); two(0);
`,
  loops: `
function count(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    if (i === 3) continue;
    sum += i;
  }
  while (sum > 100) { sum -= 10; }
  return sum || never();
}
function never() { return -1; }
function last(n) { let i = 0; do { if (n) return i; } while (++i < 3) }
count(5); last(1);
`,
  errors: `
function fails() { throw new Error('so'); }
function caught() { try { fails(); return 1; } catch (error) { return 2; } finally { done(); } }
function done() {}
function nested() { return [1, 2].map((x) => { if (x > 1) { return done(); } return x; }); }
caught(); nested();
`,
  classes: `
class A { #x = make(); constructor(x) { this.x = x; } get y() { return this.x ?? this.#x; } static s() { return new A(1); } unused() { return 0; } }
class B extends A { constructor() { super(2); } }
function make() { return 3; }
A.s().y; new B().y;
`,
  waiting: `
async function later(x) { await null; if (x) { return x; } return make(); }
function* values() { yield 1; yield make(); }
function make() { return 2; }
later(1); [...values()];
`,
} as const;

const session = new Session();
beforeAll(() => {
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});
afterAll(() => {
  session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
});

test.each(Object.entries(programs))('of %s is that of the source', async (name, source) => {
  const made = instrument({ code: source, path: `${name}.js`, mode: 'after', format: 'commonjs' });
  if (made === null) throw new Error('not instrumented');
  const plain = await coverageOf(`plain-${name}.js`, source, {});
  const recorder = new Recorder({ add: () => {}, flush: () => {} }, () => null);
  const probed = await coverageOf(`probed-${name}.js`, made.code, { __wingbeat__: recorder });
  const lineLengths = made.code.split('\n').map(({ length }) => length);
  const found = coverageOfSource({ functions: probed, map: made.map, lineLengths, source, probed: null });
  expect(shown(found, source)).toEqual(shown(plain, source));
});

async function coverageOf(filename: string, code: string, globals: object): Promise<readonly FunctionCoverage[]> {
  vm.runInNewContext(code, globals, { filename });
  await new Promise((done) => setTimeout(done, 5));
  let found: readonly FunctionCoverage[] = [];
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    found = result.find(({ url }) => url === filename)?.functions ?? [];
  });
  return found;
}

/** What ran how often, without parts that are nothing but braces. */
function shown(functions: readonly FunctionCoverage[], source: string): string[] {
  return functions
    .flatMap(({ functionName, ranges }) =>
      ranges.map(({ startOffset, endOffset, count }) => {
        const text = source.slice(startOffset, endOffset);
        return /^[\s{};]*$/.test(text) ? '' : `${functionName}: ${count} × ${text.trim()}`;
      }),
    )
    .filter((line) => line !== '')
    .toSorted();
}
