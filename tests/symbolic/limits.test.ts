import { describe, expect, it } from 'vitest';
import { exploreSource } from './explore-source';

describe('an exploration within its limits', () => {
  it('follows a path of more than 100,000 steps', () => {
    const text = 'export function f(n: number) { let s = 0; for (let i = 0; i < 40000; i++) s += i; return n > s; }';
    const explored = exploreSource(text, 'f');
    expect(explored.steps).toBeGreaterThan(100_000);
    expect(explored.ends).toHaveLength(1);
  });

  it('ends at 10,000 paths and says that there are more', () => {
    const names = Array.from({ length: 14 }, (_, index) => `b${index}`);
    const params = names.map((name) => `${name}: boolean`).join(', ');
    const body = names.map((name) => `if (${name}) s += 1;`).join(' ');
    const explored = exploreSource(`export function f(${params}) { let s = 0; ${body} return s; }`, 'f');
    expect(explored.ends).toHaveLength(10_000);
    expect(explored.complete).toBe(false);
  });

  it('holds a string of a megabyte', () => {
    const text = `export function f(s: string) { const t = '${'x'.repeat(1 << 20)}'; if (s === t) return 1; return t.length; }`;
    const explored = exploreSource(text, 'f');
    expect(explored.ends.map((state) => state.completion?.kind)).toEqual(['returns', 'returns']);
  });

  it('leaves an endless loop with its reason', () => {
    const explored = exploreSource('export function f() { while (true) {} }', 'f', { limits: { steps: 5000 } });
    expect(explored.ends[0]?.completion).toMatchObject({ kind: 'cut', reason: { kind: 'step-bound' } });
  });

  it('leaves endless recursion with its reason', () => {
    const explored = exploreSource('export function f(n: number): number { return f(n + 1); }', 'f');
    expect(explored.ends[0]?.completion).toMatchObject({ kind: 'cut', reason: { kind: 'recursion-bound' } });
  });

  it('says where a loop was left, and keeps the inputs of that path apart from the others', () => {
    const text = 'export function f(n: number) { let i = 0; while (i < n) i++; return i; }';
    const explored = exploreSource(text, 'f', { limits: { loops: 2 } });
    const kinds = explored.ends.map((state) => state.completion?.kind);
    expect(kinds).toEqual(['cut', 'returns', 'returns']);
  });

  it('leaves a pattern that is too large', () => {
    const pattern = 'A'.repeat(70_000);
    const explored = exploreSource(`export function f(s: string) { return new RegExp('${pattern}').test(s); }`, 'f');
    expect(explored.ends[0]?.completion).toMatchObject({ kind: 'cut', reason: { kind: 'unsupported' } });
  });

  it('does not take an unanswered question for an answer', () => {
    const text = 'export function f(a: number, b: number) { return a * b === 0.1 && a + b === 0.7 ? 1 : 0; }';
    const explored = exploreSource(text, 'f', { solver: { core: 'none' } });
    const found = explored.ends.find((state) => state.undecided > 0);
    expect(found?.model).toBeNull();
  });
});
