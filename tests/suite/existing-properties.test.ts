import { expect, test } from 'vitest';
import { replace, selectWritten } from './select-written';

const sources = {
  'src/api.js': `exports.a = () => 1;\nexports.b = () => 2;\n`,
  'test/api.test.js': `
const api = require('../src/api.js');
test('keys', () => Object.keys(api));
test('in', () => 'c' in api);
test('any in', (name) => name in api);
test('for', () => { for (const key in api) key.length; });
test('own', () => Object.hasOwn(api, 'c'));
test('own names', () => Reflect.ownKeys(api));
test('method', () => api.hasOwnProperty('c'));
test('prototype', () => Object.prototype.hasOwnProperty.call(api, 'c'));
test('other', () => 'd' in api);
test('call', () => api.a());
`,
};

const runs = [...sources['test/api.test.js'].matchAll(/^test\('([^']+)'/gm)].map(([, title = ''], i) => ({
  file: 'test/api.test.js',
  titles: [title],
  runs: [`test/api.test.js#<fn${i + 1}>`],
}));

test('a property that comes to what a module exports affects who asks whether it is there', () => {
  const { selected } = selectWritten(replace('src/api.js', 'exports.b', 'exports.c = 1;\nexports.b'), runs, sources);
  expect(selected).toEqual(['keys', 'in', 'any in', 'for', 'own', 'own names', 'method', 'prototype']);
});
