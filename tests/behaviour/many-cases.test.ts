import { expect, test } from 'vitest';
import { compareSources } from './compare-sources';

function counting(flags: number, end: string): string {
  const names = Array.from({ length: flags }, (_, index) => `f${index}`);
  const counts = names.map((name) => `if (${name}) n++;`).join(' ');
  return `export function f(${names.map((name) => `${name}: boolean`).join(', ')}) { let n = 0; ${counts} return ${end}; }`;
}

test('of more cases than anyone reads, some are told, and how many more there are', async () => {
  const { behaviours } = await compareSources(counting(9, "n < 9 ? 'a' : 'b'"), counting(9, "n < 9 ? 'c' : 'b'"), 'f');
  expect(behaviours).toHaveLength(1);
  const [{ when } = { when: [] }] = behaviours;
  expect(when).toHaveLength(51);
  expect(when.at(-1)?.map(({ text }) => text)).toEqual(['… 461 more cases']);
});

test('others are told in as few words as say it', async () => {
  const { behaviours } = await compareSources(counting(3, "n < 3 ? 'a' : 'b'"), counting(3, "n < 3 ? 'c' : 'b'"), 'f');
  expect(behaviours.map(({ when }) => when.map((each) => each.map(({ text }) => text)))).toEqual([
    [['!f0'], ['!f1'], ['!f2']],
  ]);
});
