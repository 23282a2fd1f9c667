import { describe, expect, it } from 'vitest';
import { namesOf, readCall, withArguments, type WrittenCall } from '#behaviour/explain-call';

function read(text: string): WrittenCall {
  const found = readCall(text);
  if (found.kind === 'no-call') throw new Error(found.reason);
  return found.call;
}

describe('a call', () => {
  it.each([
    ['f(3, { a: [1] })', ['f'], ['3', '{ a: [1] }']],
    ["new A(1).m('x')", ['A.m'], ["'x'"]],
    ['(new A(1) as B).m()', ['A.m'], []],
    ['await Space.f(1)', ['Space.f'], ['1']],
    ['new Space.A(1, 2)', ['Space.A.constructor'], ['1', '2']],
    ['a.size', ['a.get size'], []],
    ["a['some key'](1)", ['a.some key'], ['1']],
    ['make().m(1)', [], ['1']],
    ['f<string>(x!, y as T)', ['f'], ['x!', 'y as T']],
    ['a?.m(1)', ['a.m'], ['1']],
  ])('%s is taken apart', (text, names, args) => {
    const call = read(text);
    expect(call.text).toBe(text.trim());
    expect(namesOf(call.callee)).toEqual(names);
    expect(call.args.map((part) => part.text)).toEqual(args);
    for (const part of call.args) expect(call.text.slice(part.start, part.end)).toBe(part.text);
  });

  it.each(['', 'f', '1 + f(2)', 'f(', 'f(1); g(2)', 'f(...xs)', 'f(1)(2)', 'a[0](1)', 'import("x")'])(
    '%j is none that can be explained',
    (text) => {
      expect(readCall(text)).toMatchObject({ kind: 'no-call', reason: expect.stringMatching(/\w/) });
    },
  );

  it.each([
    ['f(1, 2)', null, [null, '3'], 'f(1, 3)'],
    ['f()', null, ['1', '2'], 'f(1, 2)'],
    ['f(1)', null, [null, '2'], 'f(1, 2)'],
    ['await f( 1 /* one */, )', null, ['2'], 'await f( 2 /* one */, )'],
    ['new A(1).m(2)', 'b', ['3'], 'b.m(3)'],
    ['new A(1).m(2)', null, [null], 'new A(1).m(2)'],
  ])('%s is written with other arguments', (text, receiver, args, expected) => {
    expect(withArguments(read(text), receiver, args)).toBe(expected);
  });
});

it('says what is wrong with a text, not where in one that the reader does not see', () => {
  expect(readCall('f(1')).toEqual({
    kind: 'no-call',
    reason: expect.stringMatching(/^it does not parse: Expected `\)`/),
  });
});
