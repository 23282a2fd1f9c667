import { describe, expect, it } from 'vitest';
import { compareSources } from './compare-sources';
import { verdictOf } from './verdict-of';

const read = (of: string): string =>
  `export function f(b: Uint8Array): number { return new DataView(${of}).getUint8(0); }`;

async function compared(base: string, head: string, params = 'a: Uint8Array'): Promise<string> {
  const version = (body: string): string => `export function f(${params}): unknown { ${body} }`;
  const found = await compareSources(version(base), version(head), 'f', { limits: { elements: 3, loops: 3 } });
  const verdict = verdictOf(found);
  return verdict === 'differs' ? found.behaviours.map(({ witness }) => witness.call).join(', ') : verdict;
}

describe('versions that work on bytes', () => {
  it('are the same where they leave and give the same', async () => {
    expect(await compared('a[0] = 300; return a;', 'a[0] = 44; return a;')).toBe('same');
    expect(
      await compared('return a[0]! >> 1;', 'return Math.floor(a[0]! / 2);', 'a: Uint8Array & { 0: number }'),
    ).not.toBe('unknown');
    expect(await compared('return new Uint8Array(2);', 'const b = new Uint8Array(2); b[0] = 0; return b;')).toBe(
      'same',
    );
    expect(await compared('return new Uint8Array([x, 1]);', 'return Uint8Array.of(x & 255, 257);', 'x: number')).toBe(
      'same',
    );
  });

  it('differ where a byte does', async () => {
    expect(await compared('a[0] = 1;', 'a[0] = 2;')).toBe('f(new Uint8Array([0]))');
    expect(await compared('a[0] = x;', 'a[0] = x & 127;', 'a: Uint8Array, x: number')).toMatch(
      /^f\(new Uint8Array\(\[0\]\), /,
    );
    expect(await compared('return a.subarray(1);', 'return a.subarray(2);')).toMatch(/^f\(new Uint8Array/);
    expect(await compared('return new Int8Array([x]);', 'return new Int16Array([x]);', 'x: number')).toBe('f(0)');
    expect(await compared('a.subarray(1)[0] = 7;', 'a.slice(1)[0] = 7;')).toMatch(/^f\(new Uint8Array\(\[0, /);
    expect(await compared('return new Float32Array([x])[0];', 'return x;', 'x: number')).not.toBe('same');
  });

  it('rest on views that begin where their buffers begin, where they ask for these', async () => {
    const found = await compareSources(read('b.buffer, b.byteOffset'), read('b.buffer'), 'f', {
      limits: { elements: 3 },
    });
    expect(found.gaps.map(({ why }) => (why.kind === 'note' ? why.note.what : why.kind))).toContain(
      'b is a view of all its buffer',
    );
    const others = await compareSources(
      'export function f(b: Uint8Array): number { return b.length; }',
      'export function f(b: Uint8Array): number { const { length } = b; return length; }',
      'f',
    );
    expect(others.gaps).toEqual([]);
  });

  it('are not called the same where one array may be another', async () => {
    const base = 'if (a.length > 0) a[0] = 1; if (b.length > 0) b[0] = 2; return a[0];';
    const head = 'if (a.length > 0) a[0] = 1; if (b.length > 0) b[0] = 2; return a.length > 0 ? 1 : undefined;';
    const found = await compared(base, head, 'a: Uint8Array, b: Uint8Array');
    expect(found).toContain('f(a, a)');
  });
});
