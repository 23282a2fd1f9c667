import fc from 'fast-check';
import { transformSync } from 'oxc-transform';
import { afterAll, describe, expect, it } from 'vitest';
import { nothingChanges } from '#behaviour/changes-by-outside';
import type { ComparedFunction } from '#behaviour/compared-function';
import { changedMoves, changedMutants, changedRewrites } from './arbitrary-changed-outside';
import { chooser, type TextVersions } from './text-versions';
import { verdictOf } from './verdict-of';
import { VersionComparer } from './version-comparer';

const comparer = new VersionComparer();
afterAll(() => comparer.dispose());

/** `GENERATED_RUNS=1000 TEST_SEED=1` looks further. */
const { GENERATED_RUNS: runs = '20' } = process.env;
const options = { numRuns: Number(runs), endOnFailure: Number(runs) > 40 };
const timeout = 1_200_000;
const sessions = 60;

type Choose = (count: number) => number;

interface Input {
  a: number;
  in: { v: number };
  xs: number[];
}

/** Calls a version with functions that look at and change what they can get at, as a chooser says, or only look at what they are given. */
function session(text: string, choose: Choose, meddles: boolean): string[] {
  const { code } = transformSync('a.ts', text, { lang: 'ts' });
  const f = new Function(`${code.replaceAll('export ', '')}\nreturn f;`)() as (
    o: Input,
    look: (x: object) => void,
    tell: () => void,
  ) => number;
  const number = (): number => [0, 1, 2, -1, 3, 0.5][choose(6)] ?? 0;
  const o: Input = { a: number(), in: { v: number() }, xs: Array.from({ length: choose(3) }, number) };
  const reached = new Set<object>([o, o.in, o.xs]);
  const seen: string[] = [];
  let calls = 0;
  const meddle = (): void => {
    // Nothing is said of loops that go round more than four times.
    if (!meddles || ++calls > 4) return;
    seen.push(JSON.stringify([...reached]));
    for (const object of reached) {
      if (choose(2) === 0) continue;
      if (Array.isArray(object))
        object.splice(0, choose(2), ...Array.from({ length: object.length < 2 ? choose(2) : 0 }, number));
      else for (const key of Object.keys(object)) if (key.length === 1) Reflect.set(object, key, number());
    }
    if (choose(4) === 0) o.in = { v: number() };
    if (choose(4) === 0) o.xs = [number()];
  };
  const result = f(
    o,
    (x) => {
      seen.push(`look ${JSON.stringify(x)}`);
      reached.add(x);
      meddle();
    },
    () => {
      seen.push('tell');
      meddle();
    },
  );
  return o.xs.length > 3 ? [] : [...seen, `result ${result}`, JSON.stringify(o)];
}

function differingSession({ base, head }: TextVersions, meddles: boolean, from: number): string | null {
  let next = from >>> 0;
  for (let turn = 0; turn < sessions; turn++) {
    next = (next + 0x9e37_79b9) >>> 0;
    const [before, now] = [session(base, chooser(next), meddles), session(head, chooser(next), meddles)];
    if (before.join('; ') !== now.join('; ')) return `${before.join('; ')} is now ${now.join('; ')}`;
  }
  return null;
}

function isKnownSame({ behaviours, unconfirmed, gaps, complete, problem }: ComparedFunction): boolean {
  const isOpen = gaps.some(({ kind }) => kind === 'unknown');
  return behaviours.length + unconfirmed.length === 0 && complete && problem === null && !isOpen;
}

/** Whether the versions were said to be the same whatever functions of the outside do. */
function check(versions: TextVersions, found: ComparedFunction, from: number): boolean {
  if (!isKnownSame(found)) return false;
  const meddles = !found.remarks.includes(nothingChanges);
  const shown = differingSession(versions, meddles, from);
  expect(shown, `said to be the same\n${versions.base}\n${versions.head}`).toBeNull();
  return meddles;
}

describe('generated programs that give objects to the outside', () => {
  it.each([
    ['one operator or constant is another', changedMutants],
    ['two statements are in another order', changedMoves],
  ])(
    'are said to be the same only where the outside cannot make a difference: %s',
    { timeout },
    async (_, versions) => {
      await fc.assert(
        fc.asyncProperty(versions, fc.nat(), async (each, from) => {
          check(each, await comparer.open(each.base, each.head).directed(2_000), from);
        }),
        options,
      );
    },
  );

  it('are the same, whatever it changes, where one is the other, written differently', { timeout }, async () => {
    let proven = 0;
    await fc.assert(
      fc.asyncProperty(changedRewrites, fc.nat(), async (versions, from) => {
        const found = await comparer.open(versions.base, versions.head).directed(2_000);
        if (check(versions, found, from)) proven++;
        expect(verdictOf(found), `${versions.base}\n${versions.head}`).not.toBe('differs');
      }),
      options,
    );
    expect(proven).toBeGreaterThan(0);
  });
});
