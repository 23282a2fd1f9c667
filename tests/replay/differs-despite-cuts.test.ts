import { describe, expect, test } from 'vitest';
import { differDespiteCuts } from '#replay/differs-despite-cuts';
import type { Observed } from '#replay/observed';
import type { ReplayOutcome } from '#replay/outcome';

const cut = (what: string): Observed => ({ kind: 'cut', what });
const plain = (value: number): Observed => ({ kind: 'primitive', value });
const array = (...elements: Observed[]): Observed => {
  return { kind: 'object', id: 0, constructorName: 'Array', contents: { kind: 'array', elements }, properties: [] };
};
const record = (properties: Readonly<Record<string, Observed>>): Observed => {
  const entries = Object.entries(properties);
  return { kind: 'object', id: 0, constructorName: 'Object', contents: { kind: 'none' }, properties: entries };
};

function differ(before: Observed, now: Observed): boolean {
  const [base, head] = [before, now].map(
    (value) => ({ completion: { kind: 'returns', value }, complete: false }) as unknown as ReplayOutcome,
  );
  return base !== undefined && head !== undefined && differDespiteCuts(base, head);
}

describe('values of which something was left out', () => {
  test.each<[string, Observed, Observed]>([
    ['in front of a cut', array(plain(1), cut('more values')), array(plain(2), cut('more values'))],
    ['in a property', record({ a: plain(1), b: cut('more values') }), record({ a: plain(2) })],
    ['in kind', array(plain(1), cut('more values')), array(array(), cut('more values'))],
    ['as long texts', cut('a string of 9 characters, 0a'), cut('a string of 9 characters, 0b')],
  ])('differ %s', (_, before, now) => {
    expect(differ(before, now)).toBe(true);
    expect(differ(now, before)).toBe(true);
  });

  test.each<[string, Observed, Observed]>([
    ['where one was cut', array(plain(1), cut('more values')), array(plain(1), plain(2), cut('more values'))],
    ['where one is longer', array(plain(1), cut('more values')), array(plain(1), plain(2), plain(3))],
    ['in what was met before', array({ kind: 'back', id: 0 }), array(plain(1))],
    ['in a property that may have been cut', record({ a: plain(1) }), record({ a: plain(1), b: plain(2) })],
  ])('are not known to differ %s', (_, before, now) => {
    expect(differ(before, now)).toBe(false);
    expect(differ(now, before)).toBe(false);
  });
});
