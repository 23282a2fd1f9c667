import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { functionId } from '#core/ids';
import { buildCallGraph } from '#dependence/build-call-graph';
import type { CallEdge, CallGraph } from '#dependence/call-graph';
import { directCalls } from '#dependence/direct-calls';
import { analyzePointers } from '#dependence/pointer-analysis';
import { loadProgram } from '#ir/load-program';
import type { Program } from '#ir/program';
import { openTexts } from '#project/text-snapshot';
import * as tcas from '../fixtures/tcas/versions';

function programOf(text: string): Program {
  return loadProgram(openTexts('/', { 'a.ts': text })).program;
}

/** By the points-to sets, which know of all ways to call a function. */
function solved(program: Program): CallGraph {
  return buildCallGraph(analyzePointers(program, () => ({ kind: 'unresolved' })));
}

function byCaller(edges: readonly CallEdge[]): CallEdge[] {
  return edges.toSorted((a, b) => a.site - b.site);
}

function expectSame(program: Program): boolean {
  const direct = directCalls(program);
  if (direct === null) return false;
  const graph = solved(program);
  expect(direct.edges).toEqual(graph.edges);
  expect(direct.unresolved).toEqual(graph.unresolved);
  expect(direct.common).toEqual(graph.common);
  for (let fn = 0; fn < program.functionCount; fn++) {
    const id = functionId(fn);
    expect(byCaller(direct.callsFrom(id))).toEqual(byCaller(graph.callsFrom(id)));
    expect(byCaller(direct.callsTo(id))).toEqual(byCaller(graph.callsTo(id)));
    expect(direct.callersOf(id).toSorted()).toEqual(graph.callersOf(id).toSorted());
  }
  for (const { site } of graph.edges) expect(direct.callsAt(site)).toEqual(graph.callsAt(site));
  return true;
}

describe('calls of functions by their names', () => {
  test('of tcas are those of the points-to sets', () => {
    const told = tcas.tcasVersions.filter((version) => expectSame(programOf(tcas.sourceOf(version))));
    // Version 38 makes a list by `new Array`, which is no function of the program.
    expect(told.length).toBe(tcas.tcasVersions.length - 1);
  });

  test.each([
    ['a function is handed on', 'function f() {} function g(h) { h(); } g(f);'],
    ['a function is kept', 'function f() {} const o = { f }; o.f();'],
    ['a function is kept in a list', 'function f() {} const list = [f]; list[0]();'],
    ['a function is returned', 'function f() {} function g() { return f; } g()();'],
    ['a function has a second name', 'function f() {} const g = f; g();'],
    ['a name holds several', 'let f = () => 1; if (Math.random() > 0.5) f = () => 2; f();'],
    ['a name is given another later', 'let f = () => 1; function g() { f = h; } function h() { return 2; } f(); g();'],
    ['a parameter is called', 'export function f(g: () => void) { g(); }'],
    ['a parameter has a default', 'function f() {} export function g(h = f) { h(); }'],
    ['a method is called', 'export function f(o: { m(): void }) { o.m(); }'],
    ['a function is thrown', 'function f() {} try { throw f; } catch (e) { e(); }'],
    ['an accessor is run', 'const o = { get x() { return 1; } }; o.x;'],
    ['an object is converted', 'const o = { valueOf() { return 1; } }; export const n = +o;'],
    ['a class is made', 'class A { m() {} } new A().m();'],
    ['a built-in calls it', 'function f(n: number) { return n; } [1].map(f);'],
    ['it is a global', 'function f() {} globalThis.g = f; g();'],
    ['it has properties', 'function f() {} f.x = f; f.x();'],
    ['a generator is run', 'function* f() { yield 1; } for (const x of f()) x;'],
    ['it is called through', 'function f() {} f.call(null);'],
    ['it is asked for its text', 'function f() {} export const s = `${f}`;'],
    ['it is imported', "import { f } from './b'; f();"],
  ])('are not told where %s', (_, text) => {
    expect(directCalls(programOf(text))).toBeNull();
  });

  test('are those of the points-to sets, whatever else is done', () => {
    const names = ['f', 'g', 'h'];
    const name = fc.constantFrom(...names);
    const value = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('1', 'n', '-n', 'n > 1', 'table[n]', 'x') },
      { weight: 4, arbitrary: name.map((fn) => `${fn}(1)`) },
      { weight: 1, arbitrary: name },
    );
    const statement = fc.oneof(
      { weight: 5, arbitrary: value.map((text) => `x = ${text};`) },
      { weight: 3, arbitrary: fc.tuple(value, value).map(([test_, then]) => `if (${test_}) x = ${then};`) },
      { weight: 3, arbitrary: value.map((text) => `return ${text};`) },
      { weight: 1, arbitrary: fc.tuple(name, value).map(([fn, text]) => `${fn} = ${text};`) },
      { weight: 1, arbitrary: fc.tuple(name, value).map(([fn, text]) => `{ const local = ${text}; ${fn}(local); }`) },
    );
    const body = fc.array(statement, { maxLength: 4 }).map((lines) => lines.join(' '));
    let told = 0;
    const property = fc.property(fc.tuple(body, body, body), (bodies) => {
      const functions = names.map((fn, i) => `function ${fn}(n: number) { ${bodies[i]} }`);
      const text = `const table = [1, 2]; let x: any = 0; ${functions.join('\n')} export { f }; g(2);`;
      if (expectSame(programOf(text))) told++;
    });
    fc.assert(property, { numRuns: 300 });
    expect(told).toBeGreaterThan(20);
  });
});
