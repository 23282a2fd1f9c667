import { describe, expect, it } from 'vitest';
import { callText } from '#symbolic/call-text';

describe('a call as text', () => {
  it.each([
    ['f(1)', 'f', null],
    ['A.make(1)', 'A.make', null],
    ['A.twice', 'A.get twice', null],
    ['A.twice = 1', 'A.set twice', null],
    ['a.twice', 'A.get twice', 'a'],
    ['a.twice = 1', 'A.set twice', 'a'],
    ['a.add(1)', 'A.add', 'a'],
    ['add.call({ n: 2 }, 1)', 'add', '{ n: 2 }'],
    ['list.add.call(undefined, 1)', 'list.add', 'undefined'],
    ['(new A()).add(1)', 'A.add', 'new A()'],
    [
      '(Object.assign(Object.create(A.prototype), {})).add(1)',
      'A.add',
      'Object.assign(Object.create(A.prototype), {})',
    ],
    ['a[computed](1)', 'A.[computed]', 'a'],
    ['A[computed](1)', 'A.[computed]', null],
    ['A.g(1)', 'A.<static>.g', null],
    ['N.g(1)', 'N~2.g', null],
    ['new A(1)', 'A.constructor', null],
  ])('%s', (text, name, receiver) => {
    expect(callText(name, receiver, ['1'])).toBe(text);
  });
});
