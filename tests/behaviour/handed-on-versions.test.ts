import fc from 'fast-check';
import { transformSync } from 'oxc-transform';
import { afterAll, describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { Observer } from '#replay/child/observe';
import type { Observed } from '#replay/observed';
import { printObserved } from '#replay/print-observed';
import { sameObserved } from '#replay/same-observed';
import { handingMutants, handingRewrites } from './arbitrary-handed-on';
import { chooser, type TextVersions } from './text-versions';
import { verdictOf } from './verdict-of';
import { VersionComparer } from './version-comparer';

const comparer = new VersionComparer();
afterAll(() => comparer.dispose());

/** `GENERATED_RUNS=1000 TEST_SEED=1` looks further. */
const { GENERATED_RUNS: runs = '30' } = process.env;
// To make a failing case smaller takes longer than to look at it.
const options = { numRuns: Number(runs), endOnFailure: Number(runs) > 40 };
const timeout = 1_200_000;
const sessions = 60;

/** What a chooser has someone do who calls `f` and then, a few times, whatever the calls before have given. */
function session(text: string, calls: number, choose: (count: number) => number): Observed[] {
  const { code } = transformSync('a.ts', text, { lang: 'ts' });
  const f = new Function(`${code.replaceAll('export ', '')}\nreturn f;`)() as (a: number) => unknown;
  const numbers = [0, 1, 2, -1, 3, 0.5];
  const number = (): number => numbers[choose(numbers.length)] ?? 0;
  const results: unknown[] = [];
  const seen: Observed[] = [];
  const make = (call: () => unknown): void => {
    try {
      results.push(call());
    } catch (error) {
      results.push({ thrown: error });
    }
    seen.push(new Observer().observe(results));
  };
  make(() => f(number()));
  for (let made = 0; made < calls; made++) {
    const callable = results.flatMap(callablesIn);
    if (callable.length === 0) return seen;
    const chosen = callable[choose(callable.length)];
    make(() => chosen?.(number()));
  }
  return seen;
}

type Callable = (x: number) => unknown;

function callablesIn(value: unknown): Callable[] {
  if (typeof value === 'function') return [value as Callable];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(Object.getOwnPropertyDescriptors(value)).flatMap(([key, property]): Callable[] => {
    if (property.get !== undefined) return [() => (value as Readonly<Record<string, unknown>>)[key]];
    const held: unknown = property.value;
    return typeof held === 'function' ? [(x) => Reflect.apply(held, value, [x]) as unknown] : [];
  });
}

/** Sessions that do the same thing in both versions, and what each shows. */
function differingSession({ base, head }: TextVersions, calls: number, from: number): string | null {
  let next = from >>> 0;
  for (let turn = 0; turn < sessions; turn++) {
    next = (next + 0x9e37_79b9) >>> 0;
    const [before, now] = [session(base, calls, chooser(next)), session(head, calls, chooser(next))];
    const at = before.findIndex((value, index) => !sameObserved(value, now[index] ?? value));
    const [was, is] = [before[at], now[at]];
    if (was !== undefined && is !== undefined) return `${printObserved(was)} is now ${printObserved(is)}`;
  }
  return null;
}

/** How many calls of what was handed on are known to be alike; null for any number, 0 where nothing is known. */
function knownCalls(found: ComparedFunction): number | null {
  if (verdictOf(found) === 'same') return null;
  const isBounded = found.gaps.every(({ kind, why }) => kind === 'bound' && why.kind === 'later-calls');
  const isKnown =
    isBounded && found.behaviours.length + found.unconfirmed.length === 0 && found.complete && found.problem === null;
  return isKnown ? 3 : 0;
}

function check(versions: TextVersions, found: ComparedFunction, from: number): void {
  const known = knownCalls(found);
  if (known === 0) return;
  const shown = differingSession(versions, known ?? 7, from);
  expect(shown, `said to be the same\n${versions.base}\n${versions.head}`).toBeNull();
}

describe('generated programs that hand on functions', () => {
  it('are said to be the same only where nobody who calls them sees a difference', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(handingMutants, fc.nat(), async (versions, from) => {
        const compared = comparer.open(versions.base, versions.head);
        const [all, directed] = [await compared.everyPath(2_000), await compared.directed(2_000)];
        check(versions, all, from);
        check(versions, directed, from);
        const verdicts = [verdictOf(all), verdictOf(directed)];
        expect(verdicts, `${versions.base}\n${versions.head}`).not.toEqual(expect.arrayContaining(['same', 'differs']));
      }),
      options,
    );
  });

  it('are not said to differ where one is the other, written differently', { timeout }, async () => {
    const counts = { same: 0, differs: 0, unknown: 0 };
    await fc.assert(
      fc.asyncProperty(handingRewrites, fc.nat(), async (versions, from) => {
        const found = await comparer.open(versions.base, versions.head).directed(2_000);
        check(versions, found, from);
        counts[verdictOf(found)]++;
        expect(verdictOf(found), `${versions.base}\n${versions.head}`).not.toBe('differs');
      }),
      options,
    );
    expect(counts.same).toBeGreaterThan(0);
  });
});
