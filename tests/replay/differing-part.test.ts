import { describe, expect, it } from 'vitest';
import { differingPart } from '#replay/differing-part';
import type { Observed } from '#replay/observed';
import { printObserved } from '#replay/print-observed';

let next = 0;

function seen(value: unknown): Observed {
  if (typeof value !== 'object' || value === null) {
    return { kind: 'primitive', value: value as undefined | null | boolean | number | string };
  }
  const id = next++;
  if (Array.isArray(value)) {
    const elements = value.map((element) => seen(element));
    return { kind: 'object', id, constructorName: 'Array', contents: { kind: 'array', elements }, properties: [] };
  }
  const properties = Object.entries(value).map(([key, part]) => [key, seen(part)] as const);
  return { kind: 'object', id, constructorName: 'Object', contents: { kind: 'none' }, properties };
}

function textOf(value: Observed | null): string {
  return value === null ? 'nothing' : printObserved(value);
}

function told(before: unknown, now: unknown): string {
  next = 0;
  const a = seen(before);
  next = 0;
  const part = differingPart(a, seen(now), 'result');
  return `${part.place}: ${textOf(part.before)} → ${textOf(part.now)}`;
}

describe('differingPart', () => {
  it('goes in as far as the values have the same form', () => {
    expect(told({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toBe('result.a[1].b: 2 → 3');
    expect(told({ 'a-b': 1 }, { 'a-b': 2 })).toBe('result["a-b"]: 1 → 2');
  });

  it('says what one of them lacks', () => {
    expect(told([1], [1, 2])).toBe('result[1]: nothing → 2');
    expect(told({ a: 1 }, {})).toBe('result.a: 1 → nothing');
  });

  it('stays outside where the kinds differ', () => {
    expect(told([1], { 0: 1 })).toBe('result: [1] → { 0: 1 }');
    expect(told(1, 2)).toBe('result: 1 → 2');
  });
});
