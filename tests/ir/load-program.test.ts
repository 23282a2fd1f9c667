import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { loadProgram, type CachedFacts, type LoadedProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { openBlobStore, type BlobStore } from '#store/blob-store';
import { arbitraryProgram } from './generate/arbitrary-program';
import { renderProgram } from './generate/render-program';

const files = {
  'a.ts': "import { b } from './b';\nexport const a: number = b(1);\n",
  'b.ts': 'export function b(n: number): number {\n  return n + 1;\n}\n',
  'broken.js': 'const = ;\n',
  'with.js': 'with (o) { f(); }\n',
};
const folder = mkdtempSync(join(tmpdir(), 'wingbeat-load-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a program', () => {
  test('holds the facts of all files that can be read, by path', () => {
    const { program, problems } = loadProgram(openTexts('/project', files));
    expect(program.modules.map((module) => module.path)).toEqual(['a.ts', 'b.ts', 'with.js']);
    expect(problems.map((problem) => problem.code)).toEqual(['syntax-error']);
    expect(program.nodeCount).toBe(program.modules.reduce((sum, module) => sum + module.nodes.count, 0));
  });

  test('gives the graphs of one file when asked', () => {
    const loaded = loadProgram(openTexts('/project', files));
    expect(loaded.module('b.ts')?.functions.map((fn) => fn.name)).toContain('b');
    expect(loaded.module('b.ts')).toBe(loaded.module('b.ts'));
    expect(loaded.module('broken.js')).toBeNull();
    expect(loaded.module('none.js')).toBeNull();
    expect(loaded.textOf('a.ts')).toBe(files['a.ts']);
  });

  test('knows the nodes of each function and the function of each node', () => {
    const { program } = loadProgram(openTexts('/project', files));
    for (let index = 0; index < program.functionCount; index++) {
      const fn = program.functionOf(program.entryOf(index as never));
      expect(fn).toBe(index);
      const { first, count } = program.nodesOf(fn);
      for (let node = 0; node < count; node++) expect(program.functionOf((first + node) as never)).toBe(fn);
      expect(program.kindOf(program.entryOf(fn))).toBe('entry');
      expect(program.kindOf(program.exitOf(fn))).toBe('exit');
    }
  });

  test('does not depend on the order in which files are given', () => {
    const reversed = Object.fromEntries(Object.entries(files).toReversed());
    expect(modulesOf(loadProgram(openTexts('/project', reversed)))).toEqual(modulesOf(load(null)));
  });
});

describe('the cache of facts', () => {
  test('gives the same program as reading the files', () => {
    const property = fc.property(arbitraryProgram('control'), (tree) => {
      const store = memoryStore();
      const texts = { ...files, 'program.js': renderProgram(tree) };
      const plain = loadProgram(openTexts('/project', texts));
      const cold = loadProgram(openTexts('/project', texts), { store });
      const warm = loadProgram(openTexts('/project', texts), { store });
      for (const loaded of [cold, warm]) {
        expect(modulesOf(loaded)).toEqual(modulesOf(plain));
        expect(loaded.problems).toEqual(plain.problems);
      }
    });
    fc.assert(property, { numRuns: 15 });
  });

  test('is asked before any file is parsed, and keeps files with errors, too', () => {
    const store = memoryStore();
    expect(parsedBy(store)).toBe(4);
    expect(parsedBy(store)).toBe(0);
    expect(parsedBy(store, { ...files, 'b.ts': `${files['b.ts']}b(2);\n` })).toBe(1);
    expect(parsedBy(store, { ...files, 'c.ts': files['b.ts'] })).toBe(1);
  });

  test('outlives the process in a folder', async () => {
    const at = join(folder, 'kept');
    const first = openBlobStore(at);
    expect(parsedBy(first)).toBe(4);
    await first?.close();
    const second = openBlobStore(at);
    expect(parsedBy(second)).toBe(0);
    expect(modulesOf(load(second))).toEqual(modulesOf(load(null)));
    await second?.close();
  });

  test.each<[string, (blob: Uint8Array) => Uint8Array]>([
    ['cut off', (blob) => blob.subarray(0, blob.length >> 1)],
    ['empty', () => new Uint8Array()],
    ['noise', (blob) => blob.map((byte) => byte ^ 0xa5)],
    ['a text', () => serialize('something else')],
    ['another object', () => serialize({ facts: { path: 'a.ts' }, problems: [] })],
    ['without problems', (blob) => serialize({ facts: (deserialize(blob) as CachedFacts).facts })],
    ['of another file', (blob) => serialize(withPath(deserialize(blob) as CachedFacts))],
  ])('ignores entries that are %s, and replaces them', (_, damage) => {
    const store = memoryStore();
    load(store);
    const before = new Map(store.entries);
    for (const [key, blob] of before) store.entries.set(key, damage(blob));
    const loaded = load(store);
    expect(modulesOf(loaded)).toEqual(modulesOf(load(null)));
    expect(loaded.problems).toEqual(load(null).problems);
    expect(parsedBy(store)).toBe(0);
  });

  test('is not needed', () => {
    expect(openBlobStore('/dev/null/cache')).toBeNull();
    expect(modulesOf(load(openBlobStore('/dev/null/cache')))).toEqual(modulesOf(load(null)));
  });

  test('may lose what is written to it', () => {
    const deaf: BlobStore = { get: () => undefined, put: () => {}, close: async () => {} };
    expect(modulesOf(load(deaf))).toEqual(modulesOf(load(null)));
  });

  test('is shared by two versions that are loaded one after the other', () => {
    const known = new Map<string, CachedFacts>();
    let parsed = 0;
    const onProgress = (): void => void parsed++;
    loadProgram(openTexts('/project', files), { known, onProgress });
    loadProgram(openTexts('/project', { ...files, 'a.ts': 'export const a = 2;\n' }), { known, onProgress });
    expect(parsed).toBe(5);
  });
});

function load(store: BlobStore | null): LoadedProgram {
  return loadProgram(openTexts('/project', files), { store });
}

/** How many files were parsed for lack of a cached entry. */
function parsedBy(store: BlobStore | null, texts: Readonly<Record<string, string>> = files): number {
  let parsed = 0;
  loadProgram(openTexts('/project', texts), { store, onProgress: () => void parsed++ });
  return parsed;
}

function modulesOf({ program }: LoadedProgram): unknown {
  return program.modules;
}

/** An entry that was stored under the wrong name. A file with errors has no facts to tell it by. */
function withPath(entry: CachedFacts): CachedFacts {
  return entry.facts === null
    ? { ...entry, problems: 'none' as never }
    : { ...entry, facts: { ...entry.facts, path: 'x.ts' } };
}

function memoryStore(): BlobStore & { readonly entries: Map<string, Uint8Array> } {
  const entries = new Map<string, Uint8Array>();
  return {
    entries,
    get: (key) => entries.get(key),
    put(list) {
      for (const [key, blob] of list) entries.set(key, blob);
    },
    close: async () => {},
  };
}
