import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { functionId, nodeId } from '#core/ids';
import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import { Memory } from '#dependence/memory';
import type { PointerLimit } from '#dependence/pointer-limits';
import { loadProgram } from '#ir/load-program';
import { idleWidth } from '#ir/pointer-facts';
import { openFolder } from '#project/folder-snapshot';
import { openTexts } from '#project/text-snapshot';
import { slice } from '#slice/slice';
import type { BlobStore } from '#store/blob-store';
import { mutate, mutationsOf } from '../change/mutations';
import { arbitraryProgram } from '../ir/generate/arbitrary-program';
import { renderProgram } from '../ir/generate/render-program';

type Files = Readonly<Record<string, string>>;

/** Forty modules that share a list, of which so many were edited. */
function editedModules(count: number): Files {
  const modules = Array.from({ length: 40 }, (_, i): readonly [string, string] => {
    const most = i < count ? 5 : 4;
    const made = `export const o${i} = { n: ${most} }; list.push(o${i}); if (list[0].n > ${most}) throw o${i};`;
    return [`m${i}.js`, `import { list } from './all.js'; ${made}`];
  });
  return { 'all.js': 'export const list = [];', ...Object.fromEntries(modules) };
}

describe('a graph built from what an earlier run left', () => {
  test('is the graph that is built from nothing, after one edit and after two', () => {
    const generated = fc.record({
      texts: fc.array(arbitraryProgram('expressions').map(renderProgram), { minLength: 1, maxLength: 3 }),
      edits: fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 2 }),
    });
    const property = fc.property(generated, ({ texts, edits }) => {
      let files: Files = Object.fromEntries(texts.map((text, i) => [`m${i}.js`, text]));
      const store = new MapStore();
      graphOf(files, store);
      for (const [which, at] of edits) {
        files = edited(files, which, at);
        expectSame(graphOf(files, store), graphOf(files, null));
      }
    });
    fc.assert(property, { numRuns: 20 });
  });

  test('is the same where variables hold no more than one object and one function', () => {
    const limits = { objects: 1, functions: 1 };
    const store = new MapStore();
    for (const more of ['', 'all.push(two);', 'all.pop(); call(all[1]);', '']) {
      const files = crowded(more);
      const graph = graphOf(files, store, limits);
      expectSame(graph, graphOf(files, null, limits));
      expect(graph.pointers.calls.open.length).toBeGreaterThan(0);
    }
    expect(store.solved).toBe(3);
    graphOf(crowded(''), store);
    expect(store.solved).toBe(4); // another limit, another solution
  });

  test.each(['semver', 'express', 'picomatch'])('of %s is the same, whatever line was edited', (name) => {
    const folder = join(import.meta.dirname, '../../node_modules', name);
    const { paths } = openFolder(folder);
    const original = Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
    const store = new MapStore();
    graphOf(original, store);
    const { solved } = store;
    let files: Files = original;
    for (let round = 0; round < 8; round++) {
      files = edited(files, round * 7919, round * 104_729);
      expectSame(graphOf(files, store), graphOf(files, null));
    }
    // Not every edit touches pointers: some of the solutions were found, not computed.
    expect(store.solved).toBeLessThan(solved + 8);
  });

  test('is not taken from entries that are something else', () => {
    const files = {
      'a.js': 'import { f } from "./b.js"; f({ x: 1 });',
      'b.js': 'export function f(o) { return o.x; }',
    };
    const store = new MapStore();
    graphOf(files, store);
    for (const key of store.blobs.keys()) store.blobs.set(key, new Uint8Array([1, 2, 3]));
    expectSame(graphOf(files, store), graphOf(files, null));
  });

  test('needs no new solution where only arithmetic, constants and conditions changed', () => {
    const before = `
      let count = 0;
      export function add(list, value) {
        const old = count++;
        if (old < 3) list.push(value);
        return [old, list];
      }`;
    const after = before.replace('count++', '++count').replace('old < 3', '!(count >= 5) && old % 2 === 0');
    const store = new MapStore();
    graphOf({ 'a.js': before, 'b.js': 'import { add } from "./a.js"; add([], {});' }, store);
    const { solved } = store;
    const files = { 'a.js': after, 'b.js': 'import { add } from "./a.js"; add([], {});' };
    expectSame(graphOf(files, store), graphOf(files, null));
    expect(store.solved).toBe(solved);
  });

  test.each([
    ['a property is read for a number', 'if (box.n > o.k) throw 1;'],
    ['a number is written to a property', 'box.n = o.k + 1;'],
    ['a length is asked for', 'if (list.length > 3) throw 1;'],
  ])('needs no new solution where %s', (_, more) => {
    const store = new MapStore();
    graphOf(reading(''), store);
    const { solved } = store;
    expectSame(graphOf(reading(more), store), graphOf(reading(more), null));
    expect(store.solved).toBe(solved);
  });

  test('runs the accessors of reads and writes that nothing else depends on', () => {
    const accessors =
      'let seen = {}; export class Box { get n() { return seen.k; } set n(v) { seen = { k: v }; } o = {}; }';
    const store = new MapStore();
    for (const more of [
      '',
      'if (box.n > 1) return [];',
      'if (o.k > 1) return []; if (box.n > 1) return [];',
      'box.n = 5;',
    ]) {
      const files = reading(more, accessors);
      const graph = graphOf(files, store);
      expectSame(graph, graphOf(files, null));
      expect(graph.callGraph.edges.filter((edge) => edge.kind === 'implicit')).toHaveLength(more === '' ? 0 : 1);
    }
  });

  test('is the same when more and more modules were edited since all were written together', () => {
    const store = new MapStore();
    for (const count of [0, 3, 30, 40, 40]) {
      const files = editedModules(count);
      expectSame(graphOf(files, store), graphOf(files, null));
    }
    expect(store.solved).toBe(1);
  });

  test('numbers every variable that an idle access may run an accessor of', () => {
    for (const name of ['rxjs/src', 'express', 'semver']) {
      const { program } = loadProgram(openFolder(join(import.meta.dirname, '../../node_modules', name)));
      program.modules.forEach((_, m) => {
        const { words } = program.pointerFacts(m).idle;
        for (let i = 0; i < words.length; i += idleWidth) expect(words[i + 2]).toBeGreaterThanOrEqual(0);
      });
    }
  });
});

class MapStore implements BlobStore {
  readonly blobs = new Map<string, Uint8Array>();

  /** How many pointer solutions were computed. */
  get solved(): number {
    return [...this.blobs.keys()].filter((key) => key.startsWith('pointers')).length;
  }

  get(key: string): Uint8Array | undefined {
    return this.blobs.get(key);
  }
  put(entries: readonly (readonly [string, Uint8Array])[]): void {
    for (const [key, blob] of entries) this.blobs.set(key, blob);
  }
  async close(): Promise<void> {}
}

/** A function that is given an object with a number and an object, and does something more with them. */
function reading(more: string, box = 'export class Box { n = 1; o = {}; }'): Files {
  const body = `const o = box.o; ${more} return [o, list];`;
  return {
    'a.js': `import { Box } from './b.js'; export function f(box, list) { ${body} } f(new Box(), []);`,
    'b.js': box,
  };
}

/** Two functions in one list, and more that is done with them. */
function crowded(more: string): Files {
  return {
    'a.js': `import { all, call, two } from './b.js'; ${more} for (const each of all) call(each); new Promise(all[0]);`,
    'b.js': `
      export const one = (box) => { if (box.n > 1) throw box; return { n: 1 }; };
      export const two = (box) => box;
      export const all = [one, two];
      export function call(f) { return f({ n: 2 }, { n: 3 }); }`,
  };
}

/** One mutation of one file. */
function edited(files: Files, which: number, at: number): Files {
  const paths = Object.keys(files);
  const path = paths[which % paths.length] ?? '';
  const text = files[path] ?? '';
  const mutations = mutationsOf(path, text);
  const mutation = mutations[at % Math.max(mutations.length, 1)];
  return mutation === undefined ? files : { ...files, [path]: mutate(text, mutation) };
}

function graphOf(files: Files, store: BlobStore | null, limits?: PointerLimit): DependenceGraph {
  const snapshot = openTexts('/project', files);
  const { program, contentKey } = loadProgram(snapshot, { store });
  const graph = buildDependenceGraph(
    program,
    (from, specifier) => {
      const found = snapshot.resolve(from, specifier);
      if (found.kind === 'unresolved') return { kind: 'unresolved' };
      if (found.kind !== 'file') return { kind: 'external', name: found.name };
      const index = program.moduleIndex(found.path);
      return index === undefined ? { kind: 'external', name: found.path } : { kind: 'module', index };
    },
    () => false,
    store === null ? null : new Memory(store, contentKey),
    limits,
  );
  graph.complete(); // leaves all its parts in the store
  return graph;
}

/** Every edge with its label, in order, and slices with their chains. */
function expectSame(actual: DependenceGraph, expected: DependenceGraph): void {
  expect(actual.program.nodeCount).toBe(expected.program.nodeCount);
  expect(actual.callGraph.edges).toEqual(expected.callGraph.edges);
  expect(actual.callGraph.unresolved).toEqual(expected.callGraph.unresolved);
  expect(actual.callGraph.edgeCount).toBe(expected.callGraph.edges.length);
  expect(actual.callGraph.unresolvedCount).toBe(expected.callGraph.unresolved.length);
  for (let fn = 0; fn < actual.program.functionCount; fn++) {
    const callers = expected.callGraph.callsTo(functionId(fn)).map(({ caller }) => caller);
    expect(actual.callGraph.callersOf(functionId(fn))).toEqual([...new Set(callers)]);
  }
  expect(actual.complete().edges).toBe(expected.complete().edges);
  expect(edgesOf(actual)).toBe(edgesOf(expected));
  if (actual.program.nodeCount === 0) return; // an edit that does not parse
  for (const direction of ['forward', 'backward'] as const) {
    const seeds = [0.1, 0.5, 0.8].map((part) => nodeId(Math.floor(actual.program.nodeCount * part)));
    const [one, other] = [actual, expected].map((graph) => slice(graph, seeds, { direction }));
    expect(one?.hits).toEqual(other?.hits);
    const explained = one?.hits.filter((_, i) => i % 17 === 0) ?? [];
    for (const { node } of explained) expect(one?.explain(node)).toEqual(other?.explain(node));
  }
}

/** Numbers of shared places depend on the order in which they were met: they are told by their names. */
function edgesOf(graph: DependenceGraph): string {
  const edges: string[] = [];
  const name = (vertex: number): string =>
    graph.isPlace(vertex) ? graph.shared.nameOf(vertex - graph.placeBase) : String(vertex);
  for (let vertex = 0; vertex < graph.placeBase; vertex++) {
    graph.forward(vertex, (to, kind, label, crossing) =>
      edges.push(`${vertex} ${kind} ${label} ${crossing} ${name(to)}`),
    );
    graph.backward(vertex, (to, kind, label, crossing) =>
      edges.push(`${vertex} ${kind} ${label} ${crossing} ${name(to)}`),
    );
  }
  return edges.join('\n');
}
