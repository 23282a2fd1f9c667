import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Worklist } from '#core/worklist';

const capacity = 7;

test('a worklist is a queue that refuses what is already waiting', () => {
  const operation = fc.option(fc.nat(capacity - 1), { freq: 2 });
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 80, size: 'max' }), (operations) => {
      const worklist = new Worklist(capacity);
      const model: number[] = [];
      for (const member of operations) {
        if (member === null) {
          expect(worklist.pop()).toBe(model.shift());
        } else {
          expect(worklist.has(member)).toBe(model.includes(member));
          expect(worklist.push(member)).toBe(!model.includes(member));
          if (!model.includes(member)) model.push(member);
        }
        expect(worklist.size).toBe(model.length);
      }
    }),
    { numRuns: 300 },
  );
});

test('starts with what it is given, once each', () => {
  const worklist = new Worklist(4, [3, 1, 3]);
  expect([worklist.pop(), worklist.pop(), worklist.pop()]).toEqual([3, 1, undefined]);
});

test('refuses what is beyond its capacity', () => {
  expect(() => new Worklist(4).push(4)).toThrow('capacity');
});
