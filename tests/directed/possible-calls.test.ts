import { describe, expect, test } from 'vitest';
import { functionId } from '#core/ids';
import { buildDependenceGraph, DependenceGraph } from '#dependence/dependence-graph';
import { analyzePointers } from '#dependence/pointer-analysis';
import { PossibleCalls } from '#directed/possible-calls';
import { loadProgram } from '#ir/load-program';
import type { Program } from '#ir/program';
import { openTexts } from '#project/text-snapshot';
import * as tcas from '../fixtures/tcas/versions';

function programOf(texts: Readonly<Record<string, string>>): Program {
  return loadProgram(openTexts('/', texts)).program;
}

const unresolved = { kind: 'unresolved' } as const;

function refuse(): never {
  throw new Error('points-to sets are asked for');
}

/** What may run each function. */
function describeCalls(graph: DependenceGraph): unknown {
  const calls = new PossibleCalls(graph);
  const functions = Array.from({ length: graph.program.functionCount }, (_, fn) => functionId(fn));
  return {
    anything: calls.anything,
    sites: functions.map((fn) => [...new Set(calls.sitesOf(fn))].toSorted((a, b) => a - b)),
    unseen: functions.map((fn) => calls.runsUnseen(fn)),
  };
}

describe('functions that are called by their names alone', () => {
  test('are run by no other calls than the points-to sets allow', () => {
    let told = 0;
    for (const version of tcas.tcasVersions) {
      const program = programOf({ 'a.ts': tcas.sourceOf(version) });
      const graph = buildDependenceGraph(program, () => unresolved);
      if (!graph.isCalledByName) continue;
      told++;
      const solved = new DependenceGraph(program, () => analyzePointers(program, () => unresolved));
      expect(describeCalls(graph)).toEqual(describeCalls(solved));
    }
    // Version 38 makes a list by `new Array`.
    expect(told).toBe(tcas.tcasVersions.length - 1);
  });

  test('take no points-to sets to tell', () => {
    const program = programOf({ 'a.ts': 'function f() {} export function g() { f(); }' });
    const { callGraph } = buildDependenceGraph(program, () => unresolved);
    const graph = new DependenceGraph(program, refuse, null, callGraph);
    const [, f] = Array.from({ length: program.functionCount }, (_, fn) => functionId(fn));
    expect([...new PossibleCalls(graph).sitesOf(f ?? functionId(0))]).toHaveLength(1);
    expect(graph.hasAllCalls).toBe(true);
  });

  test('are loaded by who passes on what their module exports', () => {
    const program = programOf({ 'a.ts': "export { f } from './b';", 'b.ts': 'export function f() {}' });
    const graph = buildDependenceGraph(program, () => ({ kind: 'module', index: 1 }));
    expect(graph.isCalledByName).toBe(true);
    const sites = new Set(new PossibleCalls(graph).sitesOf(program.functionAt(1, 0)));
    expect([...sites]).toEqual([program.entryOf(program.functionAt(0, 0))]);
  });
});

describe('programs with proxies', () => {
  const program = programOf({
    'a.js': `
      import * as all from './b';
      export const wrapped = new Proxy(all, { get: (_, name) => all[name] });
      export function trim(text) { return text.replace(/a/, ''); }
      export function ask(client) { return client.fetchAll(); }
    `,
    'b.js': `
      export function join() { return 1; }
      export function toJSON() { return 2; }
    `,
  });
  const calls = new PossibleCalls(buildDependenceGraph(program, () => ({ kind: 'module', index: 1 })));
  const named = (name: string) => {
    const found = Array.from({ length: program.functionCount }, (_, fn) => functionId(fn)).find((fn) => {
      const { module, index } = program.locate(fn);
      return module.strings[module.functions.name[index] ?? -1] === name;
    });
    if (found === undefined) throw new Error(`no function ${name}`);
    return found;
  };
  const vague = calls.anything.map((node) => program.functionOf(node));

  test('run the traps of handlers unseen, and no other function for being kept under a name', () => {
    expect(calls.runsUnseen(named('get'))).toBe(true);
    expect(calls.runsUnseen(named('ask'))).toBe(false);
    expect(calls.runsUnseen(named('join'))).toBe(false);
    expect(calls.runsUnseen(named('toJSON'))).toBe(true);
  });

  test('may run anything where a method is called on what is not known, but for those of texts and lists', () => {
    expect(vague).toContain(named('ask'));
    expect(vague).not.toContain(named('trim'));
  });
});
