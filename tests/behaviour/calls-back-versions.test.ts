import fc from 'fast-check';
import { transformSync } from 'oxc-transform';
import { afterAll, describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { givingMutants, givingRewrites } from './arbitrary-calls-back';
import { chooser, type TextVersions } from './text-versions';
import { verdictOf } from './verdict-of';
import { VersionComparer } from './version-comparer';

const comparer = new VersionComparer();
afterAll(() => comparer.dispose());

/** `GENERATED_RUNS=1000 TEST_SEED=1` looks further. */
const { GENERATED_RUNS: runs = '25' } = process.env;
const options = { numRuns: Number(runs), endOnFailure: Number(runs) > 40 };
const timeout = 1_200_000;
const sessions = 40;

type Given = (x: number) => unknown;
type Choose = (count: number) => number;

/** Functions of the outside call no more than this many times what they are given while the function runs, and afterwards. */
interface Bounds {
  readonly during: number;
  readonly after: number;
}

/** Timers that fire when they are told to. */
class Timers {
  #now = 0;
  #waiting: { readonly due: number; readonly run: () => void }[] = [];

  readonly set = (run: () => void, ms: number): void => {
    this.#waiting.push({ due: this.#now + ms, run });
  };

  fire(): boolean {
    const [next] = this.#waiting.toSorted((a, b) => a.due - b.due);
    if (next === undefined) return false;
    this.#waiting = this.#waiting.filter((timer) => timer !== next);
    this.#now = next.due;
    next.run();
    return true;
  }
}

/** What a chooser has an outside do that is given functions, as it sees it. */
async function session(text: string, choose: Choose, bounds: Bounds): Promise<string[]> {
  const { code } = transformSync('a.ts', text, { lang: 'ts' });
  const timers = new Timers();
  const f = new Function('setTimeout', `${code.replaceAll('export ', '')}\nreturn f;`)(timers.set) as (
    a: number,
    use: (g: Given) => void,
    log: (x: number) => void,
  ) => unknown;
  const numbers = [0, 1, 2, -1, 3, 0.5];
  const number = (): number => numbers[choose(numbers.length)] ?? 0;
  const seen: string[] = [];
  const kept: Given[] = [];
  let during = 0;
  const call = (g: Given): void => void seen.push(`gets ${String(g(number()))}`);
  const callSome = (): void => {
    while (kept.length > 0 && during < bounds.during && choose(2) === 0) {
      during++;
      const g = kept[choose(kept.length)] ?? ((): undefined => undefined);
      if (choose(3) === 0) queueMicrotask(() => call(g));
      else call(g);
    }
  };
  const use = (g: Given): void => {
    seen.push('use');
    kept.push(g);
    callSome();
  };
  const log = (x: number): void => {
    seen.push(`log ${x}`);
    callSome();
  };
  const result = f(number(), use, log);
  let isSettled = !(result instanceof Promise);
  void Promise.resolve(result).then((value) => {
    seen.push(`result ${String(value)}`);
    isSettled = true;
  });
  do {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    // Read through a function: the compiler does not see that the callback assigns it.
  } while (!((): boolean => isSettled)() && timers.fire());
  for (let made = 0; made < bounds.after; made++) {
    const chosen = choose(kept.length + 1);
    const g = kept[chosen];
    if (g === undefined) timers.fire();
    else call(g);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }
  return seen;
}

/** Sessions that do the same thing in both versions, and what each shows. */
async function differingSession({ base, head }: TextVersions, bounds: Bounds, from: number): Promise<string | null> {
  let next = from >>> 0;
  for (let turn = 0; turn < sessions; turn++) {
    next = (next + 0x9e37_79b9) >>> 0;
    const [before, now] = [await session(base, chooser(next), bounds), await session(head, chooser(next), bounds)];
    if (before.join('; ') !== now.join('; ')) return `${before.join('; ')} is now ${now.join('; ')}`;
  }
  return null;
}

/** How far the versions are known to be alike; null where nothing is known. */
function known(found: ComparedFunction): Bounds | null {
  const { behaviours, unconfirmed, gaps, complete, problem } = found;
  if (behaviours.length + unconfirmed.length > 0 || !complete || problem !== null) return null;
  if (gaps.some(({ kind, why }) => kind === 'unknown' || (kind === 'bound' && why.kind !== 'later-calls'))) return null;
  return { during: 2, after: gaps.some(({ why }) => why.kind === 'later-calls') ? 3 : 5 };
}

async function check(versions: TextVersions, found: ComparedFunction, from: number): Promise<boolean> {
  const bounds = known(found);
  const shown = bounds === null ? null : await differingSession(versions, bounds, from);
  expect(shown, `said to be the same\n${versions.base}\n${versions.head}`).toBeNull();
  return bounds !== null;
}

describe('generated programs that give functions to the outside', () => {
  it('are said to be the same only where the outside sees no difference', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(givingMutants, fc.nat(), async (versions, from) => {
        const compared = comparer.open(versions.base, versions.head);
        const [all, directed] = [await compared.everyPath(2_000), await compared.directed(2_000)];
        await check(versions, all, from);
        await check(versions, directed, from);
        const verdicts = [verdictOf(all), verdictOf(directed)];
        expect(verdicts, `${versions.base}\n${versions.head}`).not.toEqual(expect.arrayContaining(['same', 'differs']));
      }),
      options,
    );
  });

  it('are not said to differ where one is the other, written differently', { timeout }, async () => {
    let same = 0;
    await fc.assert(
      fc.asyncProperty(givingRewrites, fc.nat(), async (versions, from) => {
        const found = await comparer.open(versions.base, versions.head).directed(2_000);
        if (await check(versions, found, from)) same++;
        expect(verdictOf(found), `${versions.base}\n${versions.head}`).not.toBe('differs');
      }),
      options,
    );
    expect(same).toBeGreaterThan(0);
  });
});
