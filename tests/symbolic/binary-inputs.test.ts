import { afterAll, describe, expect, it } from 'vitest';
import { describePath } from '#symbolic/describe-path';
import { exploreSource } from './explore-source';
import { PathReplayer } from './replayed-paths';

const replayer = new PathReplayer();
afterAll(() => replayer.dispose());

function calls(source: string): string[] {
  const { world, ends, inputs } = exploreSource(source, 'f');
  return ends.map((end) => describePath(world, end, { name: 'f', inputs }).call);
}

describe('binary data as input', () => {
  it('is written as source', () => {
    expect(calls('export function f(a: Uint8Array): number { return a.length > 1 && a[1] === 7 ? 1 : 0; }')).toEqual([
      'f(new Uint8Array([0, 7]))',
      'f(new Uint8Array([0, 0]))',
      'f(new Uint8Array([]))',
    ]);
    expect(calls('export function f(a: ArrayBuffer): boolean { return a.byteLength === 2; }')).toEqual([
      'f(new Uint8Array([]).buffer)',
    ]);
    expect(
      calls('export function f(v: DataView): number { if (v.byteLength < 2) return 0; return v.getUint8(1); }'),
    ).toEqual(['f(new DataView(new Uint8Array([]).buffer))', 'f(new DataView(new Uint8Array([0, 0]).buffer))']);
    expect(calls('export function f(a: BigInt64Array): boolean { return a[0] === 5n; }')).toContain(
      'f(new BigInt64Array([0n]))',
    );
  });

  it.each([
    'export function f(a: Uint8Array): number { let sum = 0; for (const byte of a) sum += byte; return sum; }',
    'export function f(a: Uint8ClampedArray, x: number): number { if (a.length > 0) a[0] = x; return a.length; }',
    'export function f(a: Float32Array): number { return a.length === 0 ? 0 : a[0]! / 3; }',
    'export function f(a: Float64Array | number[]): number { return a instanceof Float64Array ? a.length : -1; }',
    'export function f(a: Int16Array, b: Int16Array): number { if (a.length > 0) a[0] = 1; if (b.length > 0) b[0] = 2; return a.length > 0 ? a[0]! : 0; }',
    'export function f(a: Uint8Array, b: Uint8Array): boolean { return a === b; }',
    'export function f(a: Uint8Array): Uint8Array { if (a.length < 2) throw new RangeError("short"); const b = a.subarray(1); b[0] = 9; return b; }',
    'export function f(a: Uint8Array): string { return Array.from(a, (byte) => byte.toString(16).padStart(2, "0")).join(""); }',
    'export function f(v: DataView): number { if (v.byteLength !== 4) return -1; v.setUint16(0, 258); return v.getInt32(0); }',
    'export function f(b: ArrayBuffer): ArrayBuffer { if (b.byteLength === 3) new Uint8Array(b).fill(4, 1); return b.slice(1); }',
    'let last = new Uint8Array(2); export function f(x: number): void { last[1] = x; if (x > 300) last = new Uint8Array([x]); }',
    'export function f(a?: Uint8Array): number { return a?.length ?? -1; }',
    'interface P { data: Int8Array } export function f(p: P): number { return p.data.length > 0 && p.data[0]! < 0 ? 1 : 2; }',
    'export function f(a: any): string { return a instanceof Uint8Array ? "bytes" : typeof a; }',
  ])('does on the engine what its paths say: %s', async (source) => {
    const { outcomes, cuts } = await replayer.paths(source, 'f', { elements: 3, loops: 3 });
    expect(outcomes.length).toBeGreaterThan(0);
    expect(cuts.filter((cut) => cut !== 'loop-bound')).toEqual([]);
  });

  it('may be the same array twice', () => {
    const source = `export function f(a: Uint8Array, b: Uint8Array): number {
      if (a.length === 0 || b.length === 0) return 0; a[0] = 1; b[0] = 2; return a[0]!; }`;
    expect(calls(source)).toContain('const a = new Uint8Array([0]); f(a, a)');
  });
});

it('goes on where nobody can tell that an index is outside of an empty list', () => {
  const source = 'export function f(a: Float64Array, n: number) { return a.length === 0 && n * n > 5 ? a[n - 1] : 1; }';
  const { ends } = exploreSource(source, 'f', { solver: { core: 'none', without: ['domain', 'counter-example'] } });
  expect(ends.length).toBeGreaterThan(1);
});
