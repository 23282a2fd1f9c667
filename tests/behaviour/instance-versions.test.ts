import fc from 'fast-check';
import { transformSync } from 'oxc-transform';
import { afterAll, describe, expect, it } from 'vitest';
import { Observer } from '#replay/child/observe';
import { withKeyNames } from '#replay/key-names';
import type { Observed } from '#replay/observed';
import { isSameBySearch } from '#behaviour/compared-function';
import { printObserved } from '#replay/print-observed';
import { sameObserved } from '#replay/same-observed';
import {
  instanceMutants,
  instanceRewrites,
  visibleMutants,
  visibleNames,
  visibleRewrites,
} from './arbitrary-instances';
import { chooser, type TextVersions } from './text-versions';
import { verdictOf } from './verdict-of';
import { VersionComparer } from './version-comparer';

const comparer = new VersionComparer('C.f');
afterAll(() => comparer.dispose());

/** `GENERATED_RUNS=1000 TEST_SEED=1` looks further. */
const { GENERATED_RUNS: runs = '12' } = process.env;
const options = { numRuns: Number(runs), endOnFailure: Number(runs) > 40 };
const timeout = 1_200_000;
const sessions = 80;
const calls = 6;

interface Instance {
  add(x: number): unknown;
  f(x: number): unknown;
  readonly size: number;
}

/** What someone sees who makes an instance and calls its members as a chooser has it. */
function session(text: string, choose: (count: number) => number): Observed[] {
  const { code } = transformSync('a.ts', text, { lang: 'ts' });
  const made = new Function(`${code.replaceAll('export ', '')}\nreturn C;`)() as new (most: number) => Instance;
  const numbers = [0, 1, 2, -1, 3, 0.5];
  const number = (): number => numbers[choose(numbers.length)] ?? 0;
  const seen: Observed[] = [];
  const results: unknown[] = [];
  const make = (call: () => unknown): void => {
    try {
      results.push(call());
    } catch (error) {
      results.push({ thrown: error });
    }
    seen.push(new Observer().observe(results));
  };
  let instance: Instance | null = null;
  make(() => (instance = new made(number())));
  for (let turn = 0; turn < calls; turn++) {
    const [member, x] = [choose(4), number()];
    make(() => (member === 0 ? instance?.add(x) : member === 1 ? instance?.size : instance?.f(x)));
  }
  return seen;
}

function differingSession({ base, head }: TextVersions, from: number): string | null {
  let next = from >>> 0;
  for (let turn = 0; turn < sessions; turn++) {
    next = (next + 0x9e37_79b9) >>> 0;
    // What private members are called does not count, where the verdict states it.
    const [before, now] = [withKeyNames(session(base, chooser(next)), visibleNames), session(head, chooser(next))];
    const at = before.findIndex((value, index) => !sameObserved(value, now[index] ?? value));
    const [was, is] = [before[at], now[at]];
    if (was !== undefined && is !== undefined) return `${printObserved(was)} is now ${printObserved(is)}`;
  }
  return null;
}

const counts = { same: 0, differs: 0, unknown: 0 };

async function check(versions: TextVersions, from: number): Promise<void> {
  const compared = comparer.open(versions.base, versions.head);
  for (const found of [await compared.everyPath(2_000), await compared.directed(2_000)]) {
    const verdict = verdictOf(found);
    counts[verdict]++;
    const shown = verdict === 'same' ? differingSession(versions, from) : null;
    expect(shown, `said to be the same\n${versions.base}\n${versions.head}`).toBeNull();
  }
}

const visible = { same: 0, others: 0 };

/** Names can be seen: nothing is the same without a word about them, unless it gets at no instance. */
async function checkVisible(versions: TextVersions, from: number): Promise<void> {
  const compared = comparer.open(versions.base, versions.head);
  for (const found of [await compared.everyPath(2_000), await compared.directed(2_000)]) {
    expect(verdictOf(found), `said to be the same\n${versions.base}\n${versions.head}`).not.toBe('same');
    const isSame = isSameBySearch(found) && found.behaviours.length === 0;
    visible[isSame ? 'same' : 'others']++;
    const shown = isSame ? differingSession(versions, from) : null;
    expect(shown, `said to be the same\n${versions.base}\n${versions.head}`).toBeNull();
    for (const { witness } of found.behaviours) expect(witness.call).not.toMatch(/own(?:n|count|step|next)\b/);
  }
}

describe('generated classes with private members that have other names', () => {
  it('are said to be the same only where no calls show more than the names', { timeout }, async () => {
    await fc.assert(fc.asyncProperty(visibleMutants, fc.nat(), checkVisible), options);
  });

  it('are said to be the same, but for the names', { timeout }, async () => {
    await fc.assert(fc.asyncProperty(visibleRewrites, fc.nat(), checkVisible), options);
    expect(visible.same).toBeGreaterThan(0);
  });

  afterAll(() => {
    if (process.env['GENERATED_RUNS'] !== undefined) process.stdout.write(`${JSON.stringify(visible)}\n`);
  });
});

describe('generated classes whose instances keep something to themselves', () => {
  it('are said to be the same only where no calls of their members show a difference', { timeout }, async () => {
    await fc.assert(fc.asyncProperty(instanceMutants, fc.nat(), check), options);
  });

  it('are said to be the same where a method is written differently', { timeout }, async () => {
    await fc.assert(fc.asyncProperty(instanceRewrites, fc.nat(), check), options);
    expect(counts.same).toBeGreaterThan(0);
  });

  afterAll(() => {
    if (process.env['GENERATED_RUNS'] !== undefined) process.stdout.write(`${JSON.stringify(counts)}\n`);
  });
});
