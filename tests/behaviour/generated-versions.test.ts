import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { mutants, rewrites } from './arbitrary-versions';
import { callsOf, Judge } from './check-versions';
import { verdictOf } from './verdict-of';
import { VersionComparer } from './version-comparer';

const comparer = new VersionComparer();
afterAll(() => comparer.dispose());

/** `GENERATED_RUNS=1000 TEST_SEED=1` looks further. */
const { GENERATED_RUNS: runs = '40' } = process.env;
// To make a failing case smaller takes longer than to look at it.
const options = { numRuns: Number(runs), endOnFailure: Number(runs) > 40 };
const budgetMs = 1_500;
const timeout = 1_200_000;

describe('two versions of generated programs', () => {
  it('are said to differ, or not to, as the engine does', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(mutants, fc.nat(), async (versions, number) => {
        const compared = comparer.open(versions.base, versions.head);
        const [all, directed] = [await compared.everyPath(budgetMs), await compared.directed(budgetMs)];
        const [judge, calls] = [new Judge(versions), callsOf(versions, number)];
        judge.check(all, calls, 'all paths');
        judge.check(directed, calls, 'directed');
        const verdicts = [verdictOf(all), verdictOf(directed)];
        const contradicts = verdicts.includes('same') && verdicts.includes('differs');
        expect(contradicts, `${verdicts.join(', ')}\n${versions.base}\n${versions.head}`).toBe(false);
      }),
      options,
    );
  });

  it('are not said to differ where one is the other, written differently', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(rewrites, fc.nat(), async (versions, number) => {
        const compared = comparer.open(versions.base, versions.head);
        const [judge, calls] = [new Judge(versions), callsOf(versions, number)];
        for (const found of [await compared.everyPath(budgetMs), await compared.directed(budgetMs)]) {
          judge.check(found, calls, 'rewritten');
          expect(verdictOf(found), `${versions.base}\n${versions.head}`).not.toBe('differs');
        }
      }),
      options,
    );
  });
});
