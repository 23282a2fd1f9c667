import { expect, it } from 'vitest';
import { State } from '#symbolic/state';

it('forks with all its fields', () => {
  const state = new State();
  const names = Object.keys(state);
  for (const name of names) Object.defineProperty(state, name, { value: { name }, writable: true, enumerable: true });
  const forked = state.fork();
  expect(Object.keys(forked)).toEqual(names);
  for (const name of names) expect(Reflect.get(forked, name)).toBe(Reflect.get(state, name));
});
