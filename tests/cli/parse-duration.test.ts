import { expect, test } from 'vitest';
import { parseDuration } from '#cli/parse-duration';

test.each([
  ['500ms', 500],
  ['60s', 60_000],
  ['60', 60_000],
  ['1.5m', 90_000],
  ['1h', 3_600_000],
  [' 2s ', 2000],
  ['0s', undefined],
  ['0.1ms', undefined],
  ['-1s', undefined],
  ['1d', undefined],
  ['', undefined],
  ['s', undefined],
  ['1e3s', undefined],
  [`${'9'.repeat(30)}h`, undefined],
])('%j', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});
