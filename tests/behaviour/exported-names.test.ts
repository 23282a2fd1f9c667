import { describe, expect, it } from 'vitest';
import { compareSources } from './compare-sources';
import { verdictOf } from './verdict-of';

function version(result: number): Record<string, string> {
  return {
    'b.ts': `export function g() { return ${result}; } export type T = 1; export const h = () => 3; export * from './c';`,
    'c.ts': `export const c = () => ${result}; export default 1; interface I {} export { I };`,
    'a.ts': `import * as b from './b';
    export function f(k: 'g' | 'h') { return b[k](); }
    export function star(k: string) { return k in b ? (b as any)[k]() : -1; }
    export function names(n: number) { return [n, ...Object.keys(b)]; }`,
  };
}

describe('what a module exports', () => {
  it.each([
    ['f', 'f("g")'],
    ['star', 'star("c")'],
  ])('is found by a key that is open: %s', async (name, call) => {
    const { behaviours } = await compareSources(version(1), version(2), name);
    expect(behaviours.map(({ witness }) => witness.call)).toEqual([call]);
  });

  it('has its names in order, and none of types', async () => {
    const listed = { ...version(1), 'a.ts': "export function names(n: number) { return [n, 'c', 'g', 'h']; }" };
    expect(verdictOf(await compareSources(version(1), listed, 'names'))).toBe('same');
    const others = { ...version(1), 'a.ts': "export function names(n: number) { return [n, 'c', 'g']; }" };
    expect(verdictOf(await compareSources(version(1), others, 'names'))).toBe('differs');
  });
});
