import { expect, test } from 'vitest';
import { rankRecordings } from '#suite/rank-recordings';
import type { RecordingOrigin } from '#suite/kept-recording';

const made = (name: string, branch: string | null, commit: string | null, madeAt: number): RecordingOrigin => ({
  name,
  description: name,
  branch,
  commit,
  madeAt,
});

test('the branch of now comes first, then what it goes back to, then the rest, each the newest first', () => {
  const recordings = [
    made('other, new', 'x', 'c9', 9),
    made('detached', null, 'c8', 8),
    made('base, old', 'main', 'c2', 2),
    made('base, new', 'next', 'c3', 3),
    made('before the first commit', 'y', null, 7),
    made('own', 'topic', 'c4', 1),
  ];
  const reachable = new Set(['c2', 'c3', 'c4']);
  const ranked = rankRecordings(recordings, 'topic', (commit) => reachable.has(commit));
  expect(ranked.map(({ name }) => name)).toEqual([
    'own',
    'base, new',
    'base, old',
    'other, new',
    'detached',
    'before the first commit',
  ]);
  expect(rankRecordings(recordings, null, () => false)[0]?.name).toBe('detached');
});
