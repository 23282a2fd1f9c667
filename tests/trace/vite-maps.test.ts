import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import remapping from '@jridgewell/remapping';
import { MagicString } from 'magic-string';
import { afterAll, expect, test } from 'vitest';
import { ViteMaps } from '#trace/runners/vite-maps';

const cache = mkdtempSync(join(tmpdir(), 'wingbeat-vite-maps-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

/** As vite has it, with another implementation of putting together. */
class Context {
  combinedMap: unknown = null;
  combined = 0;
  readonly sourcemapChain: object[];

  constructor(...chain: object[]) {
    this.sourcemapChain = chain;
  }

  getCombinedSourcemap(): unknown {
    const [first, ...later] = this.sourcemapChain.splice(0);
    const known = (this.combinedMap ?? first) as object;
    if (later.length > 0) this.combined++;
    this.combinedMap = later.length === 0 ? known : remapping([...later.toReversed(), known] as never, () => null);
    return this.combinedMap;
  }
}

function mapsOf(text: string, added: string): { readonly probes: string; readonly compiler: object } {
  const probed = new MagicString(text).prepend(added);
  const probes = probed.generateMap({ source: 'a.ts', includeContent: true, hires: 'boundary' }).toString();
  const compiled = new MagicString(probed.toString()).replace(': number', '');
  const map = compiled.generateMap({ source: '/p/a.ts', hires: 'boundary' });
  return { probes, compiler: JSON.parse(map.toString()) as object };
}

const text = 'export const a: number = 1;\nexport function f() { return a; }\n';

/** What a server makes of a module; how often it put maps together. */
function served(probes: string, ...later: object[]): { readonly map: unknown; readonly combined: number } {
  const maps = new ViteMaps(cache);
  const context = new Context(maps.of('/p/a.ts', probes), ...later);
  maps.combine(context);
  const map = JSON.parse(JSON.stringify(context.getCombinedSourcemap())) as unknown;
  return { map, combined: context.combined };
}

function expected(probes: string, ...later: object[]): unknown {
  const context = new Context({ ...Object(JSON.parse(probes)), sources: ['/p/a.ts'] }, ...later);
  return JSON.parse(JSON.stringify(context.getCombinedSourcemap())) as unknown;
}

test('maps are put together once, and anew when one is another', () => {
  const { probes, compiler } = mapsOf(text, 'probe();');
  expect(served(probes, compiler)).toEqual({ map: expected(probes, compiler), combined: 1 });
  expect(served(probes, compiler)).toEqual({ map: expected(probes, compiler), combined: 0 });
  const longer = mapsOf(text, 'probe(1);');
  expect(served(longer.probes, compiler)).toEqual({ map: expected(longer.probes, compiler), combined: 1 });
  expect(served(probes, longer.compiler)).toEqual({ map: expected(probes, longer.compiler), combined: 1 });
  expect(served(probes, compiler).combined).toBe(0);
});

test('other maps are left to vite', () => {
  const { probes, compiler } = mapsOf(text, 'other();');
  const kept = readdirSync(cache).length;
  expect(served(probes)).toEqual({ map: expected(probes), combined: 0 });
  expect(served(probes, compiler, compiler)).toEqual({ map: expected(probes, compiler, compiler), combined: 1 });
  expect(served(probes, compiler, compiler).combined).toBe(1);
  const context = new Context({ version: 3 }, compiler);
  new ViteMaps(cache).combine(context);
  expect(context.sourcemapChain).toHaveLength(2);
  new ViteMaps(cache).combine({});
  expect(readdirSync(cache)).toHaveLength(kept);
});
