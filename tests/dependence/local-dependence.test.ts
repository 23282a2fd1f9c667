import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localDependence } from '#dependence/local-dependence';
import { vertexLayout } from '#dependence/vertex-layout';
import { extractFacts } from '#ir/extract-facts';
import { places, type ModuleFacts } from '#ir/facts';
import { generatedFunctions, programOf } from '../directed/generated-function';
import { arbitraryProgram, type Focus } from '../ir/generate/arbitrary-program';
import { renderProgram } from '../ir/generate/render-program';
import { lowered } from '../ir/lowered';
import { LabelledFiles } from './labelled-files';
import { naiveReaching, type NaiveReaching } from './naive-reaching';

describe('definitions reach uses', () => {
  test.each<Focus>(['control', 'expressions'])('in random programs about %s as sweeping sets says', (focus) => {
    const property = fc.property(arbitraryProgram(focus), (tree) => {
      const facts = extractFacts(lowered('program.js', renderProgram(tree)));
      for (let fn = 0; fn < facts.functions.count; fn++) compare(facts, fn);
    });
    fc.assert(property, { numRuns: 30 });
  });

  test('in random graphs with random accesses as sweeping sets says', () => {
    const property = fc.property(generatedFunctions, (generated) => {
      const [facts] = programOf(generated).program.modules;
      if (facts !== undefined) compare(facts, 0);
    });
    fc.assert(property, { numRuns: 400 });
  });

  test('through branches and loops, but not past another definition', () => {
    const files = inFunction(`
      let x = 1; // [one]
      let y = 0; // [zero]
      while (a) { // [while]
        if (b) x = 2; // [two]
        y = x; // [use]
        x = 3; // [three]
      }
      return x; // [return]`);
    expect(defsOf(files, 'use', 'x')).toEqual(['one', 'three', 'two']);
    expect(defsOf(files, 'return', 'x')).toEqual(['one', 'three']);
    expect(defsOf(files, 'use', 'y')).toEqual([]);
    expect(files.reaches('zero', 'return')).toBe(false);
  });

  test('where the statement that would end them fails', () => {
    const files = inFunction(`
      let x = 1; // [one]
      try {
        x = a.b.c; // [assign]
      } catch {
        return x; // [caught]
      }
      return x; // [return]`);
    expect(defsOf(files, 'caught', 'x')).toEqual(['one']);
    expect(defsOf(files, 'return', 'x')).toEqual(['assign']);
  });

  test('of a field until it or its variable is assigned', () => {
    const files = inFunction(`
      let o = { x: 1 }; // [new]
      o.x = 2; // [first]
      const p = o.x; // [use-first]
      o.y = 3; // [other]
      const q = o.x; // [use-second]
      o = { x: 4 }; // [renew]
      return o.x; // [use-renewed]`);
    expect(defsOf(files, 'use-first', 'o.x')).toEqual(['first']);
    expect(defsOf(files, 'use-second', 'o.x')).toEqual(['first']);
    expect(defsOf(files, 'use-renewed', 'o.x')).toEqual([]);
    expect(files.direct('renew', 'use-renewed').map(({ kind }) => kind)).toContain('shared');
  });

  test('of elements, which do not end each other', () => {
    const files = inFunction(`
      const list = [a]; // [new]
      list[0] = 1; // [first]
      list[1] = 2; // [second]
      return list[0]; // [use]`);
    expect(defsOf(files, 'use', 'list[…]')).toEqual(['first', 'second']);
  });

  test('of a captured variable also from code that a call runs', () => {
    const files = inFunction(`
      let n = 0; // [zero]
      const bump = () => {
        n = n + 1; // [bump]
      };
      n = 5; // [five]
      const before = n; // [before]
      bump(); // [call]
      return n; // [after]`);
    expect(defsOf(files, 'before', 'n')).toEqual(['five']);
    expect(files.direct('bump', 'before')).toEqual([]);
    expect(defsOf(files, 'after', 'n')).toEqual(['five']);
    expect(files.direct('bump', 'after')).toEqual([{ kind: 'shared', label: 'n' }]);
  });

  test('through a shared place where searching for all of them would take too long', () => {
    const count = 3000;
    const lines = Array.from({ length: count }, (_, i) => `if (a) x = b + ${i};`);
    const uses = Array.from({ length: count }, (_, i) => `b = x + ${i};`);
    const files = inFunction(`
      let x = 0; // [zero]
      ${lines.join('\n')}
      if (a) x = 1; // [last]
      ${uses.join('\n')}
      return x; // [return]`);
    expect(files.graph.graphOf(1).graph.edgeCount).toBeLessThan(8_000_000);
    expect(files.direct('zero', 'return')).toEqual([{ kind: 'shared', label: 'x' }]);
    expect(files.direct('last', 'return')).toEqual([{ kind: 'shared', label: 'x' }]);
  });
});

function inFunction(body: string): LabelledFiles {
  return new LabelledFiles({ 'a.js': `function f(a, b) {${body}\n}\nf(1, 2);\n` });
}

/** The named lines from which a definition of a place reaches a line inside the function. */
function defsOf(files: LabelledFiles, use: string, place: string): string[] {
  const isDef = (label: string): boolean =>
    files.direct(label, use).some((edge) => edge.kind === 'data' && edge.label === place);
  return files.labels.filter(isDef).toSorted();
}

function localOf(facts: ModuleFacts, fn: number): ReturnType<typeof localDependence> {
  return localDependence(facts, fn, layoutOf(facts, fn));
}

function layoutOf(facts: ModuleFacts, fn: number): ReturnType<typeof vertexLayout> {
  const own = Array.from(facts.calls.fn, (owner, call) => (owner === fn ? call : -1)).filter((call) => call >= 0);
  return vertexLayout(facts, fn, own[0] ?? 0, (own.at(-1) ?? -1) + 1);
}

function compare(facts: ModuleFacts, fn: number): void {
  const { from, access, openUses, openDefs } = localOf(facts, fn);
  const kindOf = (at: number): number => facts.accesses.words[at + 2] ?? -1;
  const isPlace = (at: number): boolean => at >= 0 && kindOf(at) !== places.this && kindOf(at) !== places.arguments;
  const pairs = Array.from(access, (at, i) => ({ at, from: from[i] })).filter(({ at }) => isPlace(at));
  const found: NaiveReaching = {
    pairs: pairs.map((pair) => `${pair.from} -> ${pair.at}`).toSorted(),
    openUses: everySecond(openUses),
    openDefs: inPairs(openDefs),
  };
  expect(found).toEqual(naiveReaching(facts, fn, layoutOf(facts, fn)));
}

function inPairs(list: Int32Array): string[] {
  return everySecond(list)
    .map((_, i) => `${list[2 * i]} ${list[2 * i + 1]}`)
    .toSorted();
}

function everySecond(list: Int32Array): string[] {
  return Array.from(list, String)
    .filter((_, i) => i % 2 === 1)
    .toSorted();
}
