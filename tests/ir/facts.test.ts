import { deserialize, serialize } from 'node:v8';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractFacts } from '#ir/extract-facts';
import {
  accessWidth,
  bindingFlags,
  constraintWidth,
  modes,
  nodeKinds,
  places,
  wellKnown,
  type ModuleFacts,
} from '#ir/facts';
import { arbitraryProgram } from './generate/arbitrary-program';
import { renderProgram } from './generate/render-program';
import { lowered } from './lowered';

const folder = join(import.meta.dirname, '../fixtures/ir');
const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());

describe('facts', () => {
  test.each(files.map((file) => file.name))('of %s survive storing and fit together', (name) => {
    const facts = extractFacts(lowered(name, readFileSync(join(folder, name), 'utf8')));
    expect(deserialize(serialize(facts))).toEqual(facts);
    checkTables(facts);
  });

  test('of random programs survive storing and fit together', () => {
    const property = fc.property(arbitraryProgram('expressions'), (tree) => {
      const facts = extractFacts(lowered('program.js', renderProgram(tree)));
      expect(deserialize(serialize(facts))).toEqual(facts);
      checkTables(facts);
    });
    fc.assert(property, { numRuns: 30 });
  });

  test('name what a node reads and writes', () => {
    const source = 'let a = 1; function f(b) { a = b.c + this.d; return a; }';
    expect(accessesAt(source, 'assign', 'a = b.c')).toEqual([
      'use b',
      'use field c',
      'use this',
      'use field d',
      'def a',
    ]);
    expect(accessesAt(source, 'return', 'return a')).toEqual(['use a', 'def result']);
  });

  test('tell apart properties, elements, computed keys and symbols of the language', () => {
    const source = 'function f(o, k) { o.x = o[0] + o[k]; o[Symbol.iterator] = o[`y`]; delete o[k]; }';
    const [first, second] = ['o.x =', 'o[Symbol'].map((text) => accessesAt(source, 'assign', text));
    expect(first).toEqual(['use o', 'use field []', 'use o', 'use k', 'use field [?]', 'use o', 'def field x']);
    expect(second?.filter((access) => access.startsWith('def'))).toEqual(['def field @@iterator']);
    expect(accessesAt(source, 'delete', 'delete').at(-1)).toBe('def field [?]');
  });

  test('know which bindings other functions and modules share', () => {
    const facts = factsOf("import { i } from './i'; export let e = i; let c = 1; let l = 2; const f = () => c;");
    const flags = new Map(
      Array.from(facts.bindings.name, (name, binding) => [facts.strings[name], facts.bindings.flags[binding] ?? 0]),
    );
    const has = (name: string, flag: number): boolean => ((flags.get(name) ?? 0) & flag) !== 0;
    expect(['i', 'e', 'c', 'l'].filter((name) => has(name, bindingFlags.linked))).toEqual(['i', 'e']);
    expect(['i', 'e', 'c', 'l'].filter((name) => has(name, bindingFlags.captured))).toEqual(['c']);
    expect(['e', 'c', 'f'].filter((name) => has(name, bindingFlags.constant))).toContain('f');
  });

  test('list calls with callee, arguments and constant text', () => {
    const { calls, strings } = factsOf("const { a } = require('./x'); a.run(1, ...list); new Thing(a);");
    const names = Array.from(calls.property, (property, call) => {
      const text = strings[calls.text[call] ?? -1] ?? '';
      return [strings[property] ?? strings[calls.global[call] ?? -1] ?? '', text];
    });
    expect(names).toEqual([
      ['require', './x'],
      ['run', ''],
      ['Thing', ''],
    ]);
    const second = calls.args.subarray(calls.argOffset[1], calls.argOffset[2]);
    expect(second.filter((_, i) => i % 2 === 1)).toEqual(Int32Array.of(0, 1));
    expect(Array.from(calls.returnNode, (node, call) => node - (calls.node[call] ?? 0))).toEqual([1, 1, 1]);
  });
});

function factsOf(text: string): ModuleFacts {
  return extractFacts(lowered('a.ts', text));
}

/** The accesses of the only node of a kind whose text starts so. */
function accessesAt(source: string, kind: (typeof nodeKinds)[number], text: string): string[] {
  const facts = factsOf(source);
  const { nodes, accesses, strings, bindings } = facts;
  const found = Array.from({ length: nodes.count }, (_, node) => node).filter(
    (node) => nodeKinds[nodes.kind[node] ?? 0] === kind && source.slice(nodes.start[node]).startsWith(text),
  );
  expect(found).toHaveLength(1);
  const [node = 0] = found;
  const list: string[] = [];
  for (let at = accesses.offset[node] ?? 0; at < (accesses.offset[node + 1] ?? 0); at += accessWidth) {
    const [mode = 0, , place = 0, a = 0, b = 0] = accesses.words.subarray(at, at + accessWidth);
    const name = place === places.binding ? strings[bindings.name[a] ?? 0] : place === places.field ? strings[b] : '';
    const word = place === places.binding ? '' : Object.entries(places).find(([, value]) => value === place)?.[0];
    list.push([mode === modes.use ? 'use' : 'def', word, name].filter((part) => part !== '').join(' '));
  }
  return list;
}

/** Every index of every table lies within the table that it points to. */
function checkTables(facts: ModuleFacts): void {
  const { functions, nodes, accesses, bindings, sites, calls, constraints, strings, varCount } = facts;
  expect(strings.slice(0, 3)).toEqual(['[]', 'throw', '[?]']);
  expect([wellKnown.elements, wellKnown.error, wellKnown.computed]).toEqual([0, 1, 2]);
  expect(new Set(strings).size).toBe(strings.length);
  within(functions.name, 0, strings.length);
  within(functions.exit, 0, nodes.count);
  within(functions.params, -1, varCount);
  within(functions.thisVar, 0, varCount);
  within(nodes.kind, 0, nodeKinds.length);
  within(nodes.edgeTo, 0, nodes.count);
  within(nodes.edgeLabel, 0, strings.length);
  within(bindings.owner, 0, functions.count);
  within(sites.fn, -1, functions.count);
  within(calls.node, 0, nodes.count);
  within(calls.result, 0, varCount);
  within(calls.collection, 0, sites.count);
  within(calls.property, -1, strings.length);
  expect([...calls.node]).toEqual([...calls.node].toSorted((a, b) => a - b));
  expect(accesses.offset.at(-1)).toBe(accesses.words.length);
  expect(accesses.words.length % accessWidth).toBe(0);
  let at = 0;
  while (at < constraints.length) {
    within([constraints[at] ?? -1], 0, constraintWidth.length);
    at += 1 + (constraintWidth[constraints[at] ?? 0] ?? 0);
  }
  expect(at).toBe(constraints.length);
}

function within(list: Iterable<number>, low: number, end: number): void {
  for (const value of list) expect(value >= low && value < end, `${low} ≤ ${value} < ${end}`).toBe(true);
}
