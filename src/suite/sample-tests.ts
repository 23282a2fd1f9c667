import { createHash } from 'node:crypto';
import type { RecordedSuite } from './recorded-suite';
import type { Selection } from './select-tests';

/**
 * A share of the tests that are not selected, at least one: by a hash of their names and `seed`, so that the same state gives
 * the same sample and another state another one.
 */
export function sampleTests(
  suite: RecordedSuite,
  { selected, gone }: Selection,
  share: number,
  seed: number,
): number[] {
  const taken = new Set([...selected.map(({ test }) => test), ...gone]);
  const others = suite.recording.executions.flatMap(({ test, outcome }, i) => {
    if (taken.has(i) || outcome !== 'passed') return [];
    const rank = createHash('sha256')
      .update(JSON.stringify([seed, test]))
      .digest('hex');
    return [{ i, rank }];
  });
  const count = Math.ceil(others.length * share);
  return others
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ i }) => i);
}
