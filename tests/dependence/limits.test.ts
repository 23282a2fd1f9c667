import { expect, test } from 'vitest';
import type { FunctionId } from '#core/ids';
import { buildCallGraph } from '#dependence/build-call-graph';
import type { CallGraph } from '#dependence/call-graph';
import { stepToCallees, stepToCallers, type CallStep } from '#dependence/call-walk';
import { analyzePointers } from '#dependence/pointer-analysis';
import type { PointerLimit } from '#dependence/pointer-limits';
import { extractFacts } from '#ir/extract-facts';
import { Program } from '#ir/program';
import { lowered } from '../ir/lowered';
import { LabelledFiles } from './labelled-files';

const few: PointerLimit = { objects: 12, functions: 2 };

/** Which calls of a program are said to run more functions than were found, by what they call. */
function openCalls(source: string, limits: PointerLimit): string[] {
  const program = new Program([extractFacts(lowered('a.js', source))]);
  const { calls } = analyzePointers(program, () => ({ kind: 'unresolved' }), undefined, null, limits);
  return Array.from({ length: calls.count }, (_, i) => calls.unresolved(i))
    .filter((call) => call?.reason === 'too-many-targets')
    .map((call) => call?.name ?? '');
}

const source = `
  function a() {} function b() {} function c() {}
  const all = [a, b, c];
  const one = all[0];
  const bound = one.bind(null);
  const pair = [a, b];
  one();
  bound();
  all.forEach(one);
  one.call(null);
  pair[1]();
`;

test('calls that too many functions lead to are listed, however tight the limit was and wherever they were left out', () => {
  expect(openCalls(source, few)).toEqual(['.bind', 'function value', 'function value', '.forEach', '.call']);
});

test('calls of as many functions as a variable may hold are not', () => {
  expect(openCalls(source, { objects: 12, functions: 3 })).toEqual([]);
});

const handlers = `
  const table = { a() {}, b() {}, c() { inner(); }, get d() { return table.a; } };
  function inner() {}
  function outer(name) { call(name); }
  function call(name) { return table[name](); }
  function each() { Object.values(table).forEach((one) => one()); }
  function apart() {}
`;

function callsOf(limits: PointerLimit) {
  const program = new Program([extractFacts(lowered('a.js', handlers))]);
  const calls = buildCallGraph(analyzePointers(program, () => ({ kind: 'unresolved' }), undefined, null, limits));
  const functions = Array.from({ length: program.functionCount }, (_, fn) => fn as FunctionId);
  const nameOf = (fn: FunctionId): string => program.shortName(fn).replace(/^table\./, '');
  const named = (name: string): FunctionId => functions.find((fn) => nameOf(fn) === name)!;
  const walk = (name: string, step: (graph: CallGraph) => CallStep): Set<string> => {
    const found = new Set([named(name)]);
    const next = step(calls);
    for (const fn of found) for (const other of next(fn)) found.add(other);
    return new Set(Array.from(found, nameOf));
  };
  return { calls, functions, named, walk };
}

test('functions held in common are called without an edge for every call', () => {
  const { calls, named, walk } = callsOf(few);
  const { calls: all, functions } = callsOf({ objects: 12, functions: 64 });
  expect(all.common).toEqual({ sites: [], callers: [], callees: [] });
  expect(calls.edgeCount).toBeLessThan(all.edgeCount);
  // What is known when a variable may hold them all is known without that room as well.
  for (const { caller, callee } of all.edges) expect(calls.mayCall(caller, callee)).toBe(true);
  for (const fn of functions) expect(calls.mayCall(named('apart'), fn)).toBe(false);
  expect(calls.mayCall(named('inner'), named('a'))).toBe(false);
  for (const name of ['a', 'b', 'c', 'inner']) {
    expect([...walk(name, stepToCallers)]).toEqual(expect.arrayContaining(['outer', 'call']));
    expect([...walk('outer', stepToCallees)]).toContain(name);
  }
});

test('properties of functions that are held in common are found by name, by key and where they are inherited', () => {
  const statics = `
    export function read(i, key) {
      function a() {} function b() {} function c() {}
      a.tag = i; // [writes]
      const all = [a, b, c];
      const one = all[i];
      const byName = one.tag; // [by-name]
      const byKey = one[key]; // [by-key]
      class B extends one {}
      const inherited = B.tag; // [inherited]
      one.mark = i; // [marks]
      one[key] = i; // [sets]
      const own = b.mark; // [own]
      const ownByKey = b[key]; // [own-by-key]
      return [byName, byKey, inherited, own, ownByKey];
    }
  `;
  for (const functions of [1, 64]) {
    const files = new LabelledFiles({ 'a.js': statics }, { objects: 12, functions });
    expect(files.graph.pointers.calls.common.length > 0).toBe(functions === 1);
    for (const reader of ['by-name', 'by-key', 'inherited']) expect(files.reaches('writes', reader), reader).toBe(true);
    for (const reader of ['own', 'own-by-key']) expect(files.reaches('marks', reader), reader).toBe(true);
    for (const reader of ['by-key', 'own', 'own-by-key']) expect(files.reaches('sets', reader), reader).toBe(true);
    expect(files.reaches('marks', 'inherited')).toBe(false);
  }
});
