import { expect, it } from 'vitest';
import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import { graphWithin } from '#dependence/graph-within';
import type { ModuleTarget } from '#dependence/link';
import { extractFacts } from '#ir/extract-facts';
import { lowerSource } from '#ir/lower-module';
import { Program } from '#ir/program';

const sources: Readonly<Record<string, string>> = {
  'lib.js': 'const run = (g) => g(); exports.run = run; exports.twice = () => run(() => 2);',
  'lib.test.js': "const { run } = require('./lib.js'); const inTest = () => 1; run(inTest);",
};

function graphOf(): DependenceGraph {
  const modules = Object.entries(sources).flatMap(([path, text]) => lowerSource(path, text).module ?? []);
  const program = new Program(modules.map(extractFacts));
  return buildDependenceGraph(program, (_, specifier): ModuleTarget => {
    const index = program.moduleIndex(specifier.replace(/^\.\//, ''));
    return index === undefined ? { kind: 'external', name: specifier } : { kind: 'module', index };
  });
}

function calleesOf({ program, callGraph }: DependenceGraph, name: string): string[] {
  return callGraph.edges
    .filter(({ caller }) => program.nameOf(caller) === name)
    .map(({ callee, site }) => `${program.nameOf(callee)} at ${program.spanOf(site).start}`)
    .toSorted();
}

it('code that is never loaded hands nothing to the rest, whose nodes and functions keep their numbers', () => {
  const whole = graphOf();
  const part = graphWithin(whole, new Set(['lib.js']), () => false);
  expect(calleesOf(whole, 'lib.js#run')).toEqual([
    expect.stringMatching(/^lib\.js#twice\.<fn1> at/),
    expect.stringMatching(/^lib\.test\.js#inTest at/),
  ]);
  expect(calleesOf(part, 'lib.js#run')).toEqual([expect.stringMatching(/^lib\.js#twice\.<fn1> at/)]);
  expect(calleesOf(part, 'lib.js#twice')).toEqual(calleesOf(whole, 'lib.js#twice'));
  expect(part.program.nodeBase).toEqual(whole.program.nodeBase);
  expect(part.program.functionBase).toEqual(whole.program.functionBase);
});

it('is the whole graph where everything is loaded, or where there is no time', () => {
  const whole = graphOf();
  expect(graphWithin(whole, new Set(Object.keys(sources)), () => false)).toBe(whole);
  expect(graphWithin(whole, new Set(['lib.js']), () => true)).toBe(whole);
});
