import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import type { FunctionPair } from '#behaviour/function-pair';
import { TrialRounds } from '#behaviour/trials/trial-rounds';
import type { Trials } from '#behaviour/trials/trials';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';

const loaded = loadProgram(openTexts(tmpdir(), { 'a.js': '' }));
const pairs = Array.from({ length: 1_000 }, (_, index): FunctionPair => {
  const version = { loaded, path: 'a.js', index };
  return { base: version, head: version };
});

/** A clock that goes on by `makeMs` when trials are put together, and by `callMs` with every call. */
function roundsOf({ makeMs = 0, callMs = 1, budgetMs = 10_000 }): {
  readonly rounds: TrialRounds;
  readonly made: FunctionPair[];
  readonly calls: Map<FunctionPair, number>;
  readonly now: () => number;
} {
  let clock = 0;
  const made: FunctionPair[] = [];
  const calls = new Map<FunctionPair, number>();
  const make = (pair: FunctionPair): Trials => {
    clock += makeMs;
    made.push(pair);
    const trials: Pick<Trials, 'found' | 'hasNews' | 'go'> = {
      found: [],
      hasNews: false,
      go: (most, isOver) => {
        for (let i = 0; i < most && !isOver(); i++) {
          clock += callMs;
          calls.set(pair, (calls.get(pair) ?? 0) + 1);
        }
        return Promise.resolve();
      },
    };
    return trials as Trials;
  };
  const now = (): number => clock;
  const timeLeft = (): number => budgetMs - clock;
  return { rounds: new TrialRounds(make, { timeLeft, isOver: () => timeLeft() <= 0, now }), made, calls, now };
}

test('a thousand functions take their share of the time and no more, the first of them their turn', async () => {
  const { rounds, calls, now } = roundsOf({ makeMs: 20, callMs: 2 });
  await rounds.go(pairs, 200, 0.4);
  expect(now()).toBeLessThan(4_000 + 20 + 300 + 2);
  expect(calls.get(pairs[0]!)).toBeGreaterThan(100);
  expect(calls.has(pairs.at(-1)!)).toBe(false);
});

test('a few functions have all their calls', async () => {
  const { rounds, calls } = roundsOf({});
  await rounds.go(pairs.slice(0, 4), 200, 0.4);
  expect([...calls.values()]).toEqual([200, 200, 200, 200]);
});

test('to ask what calls have shown puts none together', () => {
  const { rounds, made } = roundsOf({});
  expect(rounds.begun(pairs[0]!)).toBeNull();
  expect(rounds.hasFound(pairs[0]!)).toBe(false);
  expect(made).toEqual([]);
  expect(rounds.of(pairs[0]!)).toBe(rounds.begun(pairs[0]!));
});
