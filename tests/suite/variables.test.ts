import { expect, test } from 'vitest';
import { variablesIn } from '#suite/variables';

test.each([
  ['process.env.MODE', ['MODE']],
  [`process.env['MODE'] ?? process.env?.OTHER`, ['MODE', 'OTHER']],
  ['const { A, B: b, C = 1 } = process.env;', ['A', 'B', 'C']],
  ['import.meta.env.DEV', ['DEV']],
  [`import { env } from 'node:process'; env.HOME`, ['HOME']],
  ['environment.mode', []],
])('%s', (text, names) => {
  expect(variablesIn(text)).toEqual(names);
});
