import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openTexts } from '#project/text-snapshot';
import type { LaterCall } from '#replay/later-call';
import { Replayer } from '#replay/replay';
import { sameObserved } from '#replay/same-observed';

const root = fileURLToPath(new URL('../..', import.meta.url));
const replayer = new Replayer({ timeoutMs: 3_000, memoryMb: 64 });
afterAll(() => replayer.dispose());

const text = `
let count = 0;
export function look(value) {
  if (typeof value === 'string' && value.startsWith('x')) throw new TypeError('no ' + value.length);
  if (Array.isArray(value)) { value.push(value.length); return { last: value.at(-1), half: value.length / 2 }; }
  return value === null ? -0 : typeof value === 'number' ? value * 0 : { b: value, a: [value] };
}
export function tell(f) { return [f(1), f(2)]; }
export const next = () => ++count;
export function spin(n) { for (;;) if (n === 0) return 'out'; }
export function adder(a) { let sum = a; return (b) => { sum += b; if (sum > 9) throw new Error('much'); return sum; }; }
export async function later() { return 1; }
`;
const files = openTexts(root, { 'src/absent/look.js': text });
const target = (functionName: string) => ({ files, path: 'src/absent/look.js', functionName });
const input = (...args: string[]) => ({ setup: [], receiver: null, args });

it('tells calls apart that do something else, and no others', async () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      fc.constantFrom('null', 'undefined', '0', '-0', '1', 'NaN', 'Infinity', '1n', 'true'),
      fc.constantFrom('a', 'x', 'xy', '').map((s) => JSON.stringify(s)),
      fc.array(tie('any') as fc.Arbitrary<string>, { maxLength: 2 }).map((parts) => `[${parts.join(', ')}]`),
      (tie('any') as fc.Arbitrary<string>).map((part) => `{ k: ${part} }`),
    ),
  })).any;
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 2, maxLength: 12 }), async (values) => {
      const inputs = values.map((each) => input(each));
      const digests = await replayer.skim(target('look'), inputs);
      const outcomes = await replayer.run(target('look'), inputs);
      for (const [i, left] of outcomes.entries()) {
        for (const [k, right] of outcomes.entries()) {
          const [a, b] = [left.completion, right.completion];
          const isAlike =
            a.kind === b.kind &&
            sameObserved(observedOf(a), observedOf(b)) &&
            left.args.every((arg, at) => sameObserved(arg, right.args[at] ?? arg));
          expect([values[i], values[k], digests[i] === digests[k]]).toEqual([values[i], values[k], isAlike]);
        }
      }
    }),
    { numRuns: 25 },
  );
}, 60_000);

function observedOf(completion: Awaited<ReturnType<Replayer['run']>>[number]['completion']) {
  if (completion.kind === 'returns') return completion.value;
  if (completion.kind === 'throws') return completion.error;
  throw new Error(completion.kind);
}

it('sees calls of functions handed in', async () => {
  const [once, twice] = await replayer.skim(target('tell'), [input('() => 1'), input('(n) => n + 1')]);
  const [other] = await replayer.skim(target('tell'), [input('() => 1')]);
  expect(once).not.toBe(twice);
  expect(other).toBe(once);
});

it('looks at all calls of one batch on the same modules, and at the next batch on fresh ones', async () => {
  const first = await replayer.skim(target('next'), [input(), input()]);
  const second = await replayer.skim(target('next'), [input(), input()]);
  expect(first[0]).not.toBe(first[1]);
  expect(second).toEqual(first);
});

it('says nothing of what does not end, of promises, and of inputs that cannot be made', async () => {
  expect(await replayer.skim(target('spin'), [input('0'), input('1')])).toEqual([null, null]);
  const after = await replayer.skim(target('spin'), [input('0')]);
  expect(after[0]).toEqual(expect.any(String));
  expect(await replayer.skim(target('later'), [input()])).toEqual([null]);
  expect(await replayer.skim(target('look'), [input('absent')])).toEqual([null]);
  expect(await replayer.skim(target('gone'), [input('1')])).toEqual([null]);
}, 30_000);

function callOf(call: number, arg: number): LaterCall {
  return { from: { kind: 'result', call }, keys: [], how: 'call', args: [String(arg)] };
}

it('sees what later calls do, of functions that came of the first', async () => {
  const first = input('1');
  const inputs = [2, 2, 3, 9].map((arg) => Object.assign({ later: [callOf(0, arg)] }, first));
  const digests = await replayer.skim(target('adder'), inputs);
  expect(digests.map((digest) => digest?.split(' ')[0])).toEqual(['returns', 'returns', 'returns', 'throws']);
  expect(digests[0]).toBe(digests[1]);
  expect(digests[0]).not.toBe(digests[2]);
  expect(await replayer.skim(target('adder'), [input('1')])).toEqual([expect.stringMatching(/^returns a function /)]);
  const gone = { ...input('1'), later: [callOf(0, 1), callOf(1, 1)] };
  expect(await replayer.skim(target('adder'), [gone])).toEqual([null]);
});
