import { describe, expect, it } from 'vitest';
import { compareSources } from './compare-sources';

function version(body: string): string {
  return `interface P { x: number }\nexport function f(a: P, b: P): unknown { ${body} }`;
}

/** When the versions differ and with which call; `same` where they do not, for all inputs. */
async function compared(base: string, head: string): Promise<string | readonly string[]> {
  const { behaviours, gaps, unconfirmed, problem, complete } = await compareSources(version(base), version(head), 'f');
  const differ = behaviours.map(({ when, witness }) => {
    const cases = when.map((conditions) => conditions.map(({ text }) => text).join(' && '));
    return `${cases.join(' | ')}: ${witness.call}`;
  });
  const unknown = gaps.filter(({ kind }) => kind !== 'assumed');
  const open = [...unknown.map(() => 'gap'), ...unconfirmed, ...(problem === null ? [] : [problem])];
  if (differ.length + open.length > 0 || !complete) return [...differ, ...open];
  return 'same';
}

const shared = 'const a = { x: 0 }; f(a, a)';

describe('versions that are handed the same object twice', () => {
  it('differ where only one of them forgets that', async () => {
    const base = 'a.x = 1; b.x = 2; return a.x;';
    expect(await compared(base, 'a.x = 1; b.x = 2; return 1;')).toEqual([`a === b: ${shared}`]);
    expect(await compared('a.x = 1; b.x = 2;', 'b.x = 2; a.x = 1;')).toEqual(['a === b: const b = { x: 0 }; f(b, b)']);
  });

  it('are the same where both get it right', async () => {
    expect(await compared('a.x = 1; b.x = 2; return a.x;', 'a.x = 1; b.x = 2; return a === b ? 2 : 1;')).toBe('same');
    expect(await compared('return a.x + b.x;', 'if (a === b) return 2 * a.x; return a.x + b.x;')).toBe('same');
    expect(await compared('const t = a.x; a.x = b.x; b.x = t;', '[a.x, b.x] = [b.x, a.x];')).toBe('same');
  });

  it('differ in what an object holds that one of them has not looked at', async () => {
    const found = await compared('a.x = 1; return b;', 'const c = { x: b.x }; a.x = 1; return c;');
    expect(found).toEqual([`a === b && b.x !== 1: ${shared}`]);
  });
});
