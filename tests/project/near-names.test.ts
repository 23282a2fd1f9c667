import { expect, test } from 'vitest';
import { nearNames } from '#project/near-names';

const names = ['main', 'origin/main', 'maintenance', 'feature/login', 'v1.2.0', 'v1.2.1', 'v1.3.0', 'v1.4.0'];

test.each([
  ['mian', ['main', 'origin/main']],
  ['man', ['main', 'origin/main']],
  ['Main', ['main', 'origin/main']],
  ['feature/logn', ['feature/login']],
  ['logn', ['feature/login']],
  ['v1.2.9', ['v1.2.0', 'v1.2.1', 'v1.3.0']],
  ['ab', []],
  ['something-else', []],
])('%s may mean %j', (name, expected) => {
  expect(nearNames(name, names)).toEqual(expected);
});

test('a name may be given twice', () => {
  expect(nearNames('man', ['main', 'main'])).toEqual(['main']);
});
