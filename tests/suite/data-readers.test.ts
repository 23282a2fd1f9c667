import { expect, test } from 'vitest';
import { mayTakeText } from '#suite/data-readers';
import { fileFingerprint, isSameData, isSameText } from '#suite/file-fingerprint';

const fingerprint = (text: string, path = 'x.json'): string => fileFingerprint(path, Buffer.from(text));

test.each([
  { what: 'space between', a: '{"a":[1,2]}', b: '{ "a": [1,\n\t2] }\n', same: true },
  { what: 'space in a text', a: '{"a":"1 2"}', b: '{"a":"12"}', same: false },
  { what: 'space behind a quote in a text', a: String.raw`{"a":"\" 1"}`, b: String.raw`{"a":"\"1"}`, same: false },
  { what: 'another order', a: '{"a":1,"b":2}', b: '{"b":2,"a":1}', same: false },
  { what: 'no JSON', a: '{ a }', b: '{a}', same: false },
])('JSON holds the same or does not: $what', ({ a, b, same }) => {
  expect(isSameData(fingerprint(a), fingerprint(b))).toBe(same);
  expect(isSameText(fingerprint(a), fingerprint(b))).toBe(false);
  expect(isSameData(fingerprint(a, 'x.txt'), fingerprint(b, 'x.txt'))).toBe(false);
});

test('a recording that has the text alone is compared by it', () => {
  const before = fingerprint('{"a":1}', 'x.txt');
  expect(isSameText(before, fingerprint('{"a":1}'))).toBe(true);
  expect(isSameData(before, fingerprint('{"a": 1}'))).toBe(false);
});

test.each([
  {
    source: `import data from './x.json';`,
    running: ['vitest run', `{ preset: 'ts-jest', tsconfig: 'tsconfig.test.json' }`],
    takes: false,
  },
  { source: `import text from './x.json?raw';`, running: [], takes: true },
  { source: `import.meta.glob('./*.json', { query: '?raw' });`, running: [], takes: true },
  { source: `import text from './x.json' with { type: 'text' };`, running: [], takes: true },
  {
    source: `import data from './x.json';`,
    running: [String.raw`{ transform: { '\\.json$': './raw.js' } }`],
    takes: true,
  },
  {
    source: `import data from './x.json';`,
    running: [String.raw`{ transform: { '\\.(txt|json)$': './raw.js' } }`],
    takes: true,
  },
  { source: `import data from './x.json';`, running: [`if (id.endsWith('.json')) return text;`], takes: true },
])('$source with $running', ({ source, running, takes }) => {
  expect(mayTakeText(source, running)).toBe(takes);
});
