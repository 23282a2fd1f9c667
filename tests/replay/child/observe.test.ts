import { describe, expect, test } from 'vitest';
import { Observer } from '#replay/child/observe';

const trap = (): never => {
  throw new Error('code of the program ran');
};

describe('looking at a value runs nothing of it', () => {
  test.each<[string, object]>([
    ['an accessor', Object.defineProperty({}, 'x', { get: trap, enumerable: true })],
    ['an inherited accessor', Object.create(Object.defineProperty({}, 'constructor', { get: trap }))],
    ['a proxy', new Proxy({}, { get: trap, ownKeys: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap })],
    [
      'a proxy as prototype',
      Object.create(new Proxy({}, { get: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap })),
    ],
    ['an error', Object.defineProperty(new Error('x'), 'message', { get: trap })],
    ['a tag', { [Symbol.toStringTag]: 'Map', toJSON: trap, valueOf: trap }],
    ['an own iterator', Object.assign([1], { [Symbol.iterator]: trap })],
    [
      'a subclass',
      new (class extends Map {
        override forEach = trap;
        override get size(): number {
          return trap();
        }
      })(),
    ],
  ])('%s', (_, value) => {
    expect(() => new Observer().observe(value)).not.toThrow();
  });

  test('data keys are listed in order, without what is hidden', () => {
    const value = { b: 1, 2: 'two', a: 3, [Symbol('s')]: 4 };
    Object.defineProperty(value, 'hidden', { value: 1 });
    expect(new Observer().observe(value)).toMatchObject({
      properties: [
        ['2', { value: 'two' }],
        ['b', { value: 1 }],
        ['a', { value: 3 }],
      ],
    });
  });

  test('objects are numbered as they are met, anew for each value', () => {
    const inner = {};
    const observer = new Observer();
    const expected = { id: 0, contents: { elements: [{ id: 1 }, { kind: 'back', id: 1 }] } };
    expect(observer.observe([inner, inner])).toMatchObject(expected);
    expect(observer.observe([inner, inner])).toMatchObject(expected);
    expect(observer.complete).toBe(true);
  });
});
