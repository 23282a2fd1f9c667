import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { functionId, type FunctionId } from '#core/ids';
import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import { loadProgram } from '#ir/load-program';
import { openFolder } from '#project/folder-snapshot';
import type { Snapshot } from '#project/snapshot';
import { openTexts } from '#project/text-snapshot';
import { reachedEntryPoints, type ReachedEntryPoint } from '#result/entry-points';
import { ExportedFunctions } from '#result/exported-functions';

type Sources = ReadonlyMap<FunctionId, ReadonlySet<FunctionId>>;

test.each(['semver', 'express'])(
  'the entry points of %s are those that following every source by itself finds',
  (name) => {
    const graph = graphOf(join(import.meta.dirname, '../../node_modules', name));
    const fn = fc.nat(graph.program.functionCount - 1).map(functionId);
    const sources = fc
      .array(fc.tuple(fn, fc.array(fn, { maxLength: 3 })), { maxLength: 12 })
      .map((pairs) => new Map(pairs.map(([source, changed]) => [source, new Set(changed)])));
    const property = fc.property(sources, (found) => {
      const running = reachedEntryPoints(graph, found).filter(({ handsOut }) => handsOut === undefined);
      expect(running.map(({ fn: entry, reaches }) => ({ fn: entry, reaches }))).toEqual(oneByOne(graph, found));
    });
    fc.assert(property, { numRuns: 100 });
  },
);

test('entry points that call functions of a large table reach them', () => {
  const members = Array.from({ length: 70 }, (_, i) => `f${i}() { return ${i}; }`);
  const graph = graphOfTexts({
    'a.js': `const table = { ${members.join(', ')} };\nexport function run(name) { return table[name](); }\nexport function apart() {}\n`,
  });
  const { program } = graph;
  for (let index = 0; index < program.functionCount; index++) {
    const fn = functionId(index);
    if (!/f\d+$/.test(program.shortName(fn))) continue;
    const reached = reachedEntryPoints(graph, new Map([[fn, new Set([fn])]]));
    expect(reached.map((each) => [program.shortName(each.fn), each.reaches])).toEqual([['run', [fn]]]);
  }
});

test.each(['[...make()]', 'Math.max(...make())', '(function* () { yield* make(); })()', '[].concat(...make())'])(
  'entry points that take the elements of something reach its iterator: %s',
  (taken) => {
    const graph = graphOfTexts({
      'a.js': `class Two { *[Symbol.iterator]() { yield one(); } }\nfunction one() { return 1; }\nfunction make() { return new Two(); }\nexport function all() { return ${taken}; }\nexport function apart() {}\n`,
    });
    const { program } = graph;
    const names = Array.from({ length: program.functionCount }, (_, index) => program.shortName(functionId(index)));
    const fn = functionId(names.indexOf('one'));
    const reached = reachedEntryPoints(graph, new Map([[fn, new Set([fn])]]));
    expect(reached.map((each) => program.shortName(each.fn))).toEqual(['all']);
  },
);

test.each([
  ['class A { get size() { return one(); } }', ['A.get size']],
  ['class A { static get size() { return one(); } }', ['A.get size']],
  ['class A { set size(n) { one(n); } }', ['A.set size']],
  ['const A = { get size() { return one(); } };', ['size']],
  ["const A = { '#size': () => one() };", ['#size']],
  ['class A { #size() { return one(); } size() { return this.#size(); } }', ['A.size']],
  ['class A { get #size() { return one(); } size() { return this.#size; } }', ['A.size']],
])('members that anybody can get at are entry points, and only they: %s', (declared, expected) => {
  const graph = graphOfTexts({ 'a.js': `function one() { return 1; }\n${declared}\nexport { A };\n` });
  const { program } = graph;
  const names = Array.from({ length: program.functionCount }, (_, index) => program.shortName(functionId(index)));
  const fn = functionId(names.indexOf('one'));
  const reached = reachedEntryPoints(graph, new Map([[fn, new Set([fn])]]));
  expect(reached.map((each) => program.shortName(each.fn))).toEqual(expected);
});

test.each([
  ['export function pick() { return one; }', [['pick', ['one']]]],
  ['class A { go() { return one(); } } export function make() { return new A(); }', [['make', ['A.go']]]],
  ['export class A { go() { return one(); } } export function make() { return new A(); }', [['A.go', undefined]]],
  ['class A { go() { return 1; } } export function make() { return new A(); }', []],
])('who hands out what leads there is an entry point, where nobody else can get at it: %s', (declared, expected) => {
  const graph = graphOfTexts({ 'a.js': `function one() { return 1; }\n${declared}\n` });
  const { program } = graph;
  const names = Array.from({ length: program.functionCount }, (_, index) => program.shortName(functionId(index)));
  const fn = functionId(names.indexOf('one'));
  const reached = reachedEntryPoints(graph, new Map([[fn, new Set([fn])]]));
  const named = (each: FunctionId): string => program.shortName(each);
  expect(reached.map((each) => [named(each.fn), each.handsOut?.map(named)])).toEqual(expected);
});

function oneByOne(graph: DependenceGraph, sources: Sources): ReachedEntryPoint[] {
  const exported = new ExportedFunctions(graph).all;
  const reaches = new Map<FunctionId, { distance: number; changed: Set<FunctionId> }>();
  for (const [fn, changed] of sources) {
    const seen = new Map([[fn, 0]]);
    for (const [callee, distance] of seen) {
      if (exported.has(callee)) {
        const known = reaches.get(callee) ?? { distance, changed: new Set() };
        known.distance = Math.min(known.distance, distance);
        for (const each of changed) known.changed.add(each);
        reaches.set(callee, known);
      }
      const callers = graph.callGraph.callsTo(callee).map(({ caller }) => caller);
      if (graph.callGraph.isCommon(callee)) callers.push(...graph.callGraph.common.callers);
      for (const caller of callers) if (!seen.has(caller)) seen.set(caller, distance + 1);
    }
  }
  return [...reaches]
    .toSorted(([a, x], [b, y]) => x.distance - y.distance || a - b)
    .map(([fn, { changed }]) => ({ fn, reaches: [...changed].toSorted((a, b) => a - b) }));
}

function graphOf(folder: string): DependenceGraph {
  return graphOfSnapshot(openFolder(folder));
}

function graphOfTexts(files: Readonly<Record<string, string>>): DependenceGraph {
  return graphOfSnapshot(openTexts('/project', files));
}

function graphOfSnapshot(snapshot: Snapshot): DependenceGraph {
  const { program } = loadProgram(snapshot);
  return buildDependenceGraph(program, (from, specifier) => {
    const found = snapshot.resolve(from, specifier);
    if (found.kind !== 'file') return { kind: 'unresolved' };
    const index = program.moduleIndex(found.path);
    return index === undefined ? { kind: 'unresolved' } : { kind: 'module', index };
  });
}
