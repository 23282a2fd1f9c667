import { expect, test } from 'vitest';
import { parseSize } from '#cli/parse-size';

test.each([
  ['200MB', 200_000_000],
  ['1.5 GB', 1_500_000_000],
  ['500k', 500_000],
  ['64MiB', 64 * 1024 * 1024],
  ['12', 12],
  ['12B', 12],
  ['1e9', undefined],
  ['0', undefined],
  ['-1MB', undefined],
  ['1MB2', undefined],
  ['', undefined],
])('%s', (text, bytes) => {
  expect(parseSize(text)).toBe(bytes);
});
