import { expect, test } from 'vitest';
import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import { extractFacts } from '#ir/extract-facts';
import { Program } from '#ir/program';
import { lowered } from '../ir/lowered';

function graphOf(source: string): DependenceGraph {
  const program = new Program([extractFacts(lowered('a.js', source))]);
  return buildDependenceGraph(program, () => ({ kind: 'unresolved' }));
}

/** Texts of the statements that read each shared place of an object. */
function readsOf(source: string): ReadonlyMap<string, readonly string[]> {
  const graph = graphOf(source);
  graph.complete();
  const found = new Map<string, string[]>();
  for (let place = 0; place < graph.shared.count; place++) {
    const texts = new Set<string>();
    graph.forward(graph.placeBase + place, (to) => {
      if (graph.isPlace(to)) return;
      const { start, end } = graph.program.spanOf(graph.nodeOf(to));
      texts.add(source.slice(start, end));
    });
    found.set(graph.shared.nameOf(place), [...texts]);
  }
  return found;
}

const source = `
  class Box { grow() { this.size = 2; } }
  function look(box, key) {
    use(box.size);
    use(box.colour);
    use(box.grow);
    use(box[key]);
  }
  function use(value) { return value; }
  look(new Box(), 'size');
`;

test('a property that is read is a shared place where something defines it, or an object has it from the beginning', () => {
  const reads = readsOf(source);
  expect(reads.get('.size of instance of Box')).toContain('use(box.size)');
  expect(reads.get('.grow of prototype of Box')).toContain('use(box.grow)');
  expect([...reads.keys()].filter((name) => name.includes('colour'))).toEqual([]);
});

test('what stands for a property is read where something defines it', () => {
  const plain = readsOf(source);
  const written = readsOf(`${source}\nfunction put(box, key) { box[key] = 1; } put(new Box(), 'colour');`);
  const elements = 'elements of instance of Box';
  expect(plain.get(elements)).toBeUndefined();
  expect(written.get(elements)).toEqual(expect.arrayContaining(['use(box.size)', 'use(box.colour)', 'use(box[key])']));
  expect(written.get('properties of instance of Box')).toContain('use(box[key])');
});
