import { describe, expect, it } from 'vitest';
import { listed } from '#symbolic/state';
import { exploreSource } from './explore-source';

function assumptions(text: string): readonly (readonly string[])[] {
  const { ends } = exploreSource(text, 'f', { solver: { core: 'none' } });
  return ends.map((state) => listed(state.notes).map(({ note }) => note.what));
}

describe('two objects that were handed in', () => {
  const params = 'a: { x: number }, b: { x: number }';
  const apart = ['that a and b are different objects'];

  it('are said to be different where one is written and the other read', () => {
    expect(assumptions(`export function f(${params}) { a.x = 1; return b.x; }`)).toEqual([apart]);
    expect(assumptions(`export function f(${params}) { const y = b.x; a.x = 1; return y; }`)).toEqual([apart]);
  });

  it('are said to be different where they are compared', () => {
    expect(assumptions(`export function f(${params}) { return a === b; }`)).toEqual([apart]);
  });

  it('need not be different where they are only read', () => {
    expect(assumptions(`export function f(${params}) { return a.x + b.x; }`)).toEqual([[]]);
  });

  it('cannot be one when their types differ', () => {
    expect(assumptions('export function f(a: { x: number }, b: { y: string }) { a.x = 1; return b.y; }')).toEqual([[]]);
  });
});
