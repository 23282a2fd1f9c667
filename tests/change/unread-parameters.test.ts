import { describe, expect, it } from 'vitest';
import { compare, functionNamed } from './compare';

type Case = readonly [what: string, base: string, head: string];

const unread: readonly Case[] = [
  ['one goes', 'function f(a, b) { return a; }', 'function f(a) { return a; }'],
  ['some come', 'const f = (a) => a;', 'const f = (a, b?: number, c?: string) => a;'],
  [
    'where others count what is given',
    'function f(a, b) { return arguments[1]; }',
    'function f(a) { return arguments[1]; }',
  ],
  ['where the rest has changed', 'function f(a, b) { return a; }', 'function f(a) { return a + 1; }'],
  [
    'a name that means something else around it',
    'const b = 1; function f(a, b) { return a; }',
    'const b = 1; function f(a) { return a; }',
  ],
];

const read: readonly Case[] = [
  ['inside of another function', 'function f(a, b) { return () => b; }', 'function f(a) { return () => b; }'],
  ['by a default value', 'function f(a, b = g()) { return a; }', 'function f(a) { return a; }'],
  ['by a pattern', 'function f(a, { b }) { return a; }', 'function f(a) { return a; }'],
  ['as all that is left', 'function f(a, ...b) { return a; }', 'function f(a) { return a; }'],
  ['by its name', 'function f(a, b) { return eval(a); }', 'function f(a) { return eval(a); }'],
  ['in another place', 'function f(b, a) { return a; }', 'function f(a) { return a; }'],
  ['declared again', 'function f(a, b) { var b; return a; }', 'function f(a) { return a; }'],
  ['with more than parameters', 'function f(a, b) { return a; }', 'async function f(a) { return a; }'],
  ['with a decorator', 'class C { f(a, @g b) { return a; } }', 'class C { f(a) { return a; } }'],
];

function isCalledAlike(base: string, head: string): boolean | null {
  const change = functionNamed(compare(base, head), base.includes('class') ? 'C.f' : 'f');
  return change.status === 'changed' ? change.isCalledAlike : null;
}

describe('parameters that nobody reads', () => {
  it.each(unread)('are no matter of a call: %s', (_, base, head) => {
    expect(isCalledAlike(base, head)).toBe(true);
    expect(isCalledAlike(head, base)).toBe(true);
  });

  it.each(read)('are others than those that are read: %s', (_, base, head) => {
    expect(isCalledAlike(base, head)).toBe(false);
    expect(isCalledAlike(head, base)).toBe(false);
  });
});
