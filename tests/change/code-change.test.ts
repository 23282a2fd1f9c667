import { describe, expect, test } from 'vitest';
import { applyCodeChanges, edgeKey } from '#change/apply-code-changes';
import type { KeptFunction } from '#change/change-set';
import { codeChange, wholeCodeChange, type CodeChange, type SubGraph } from '#change/code-change';
import { FlowGraph, type FlowEdge } from '#change/flow-graph';
import type { FunctionIr } from '#ir/cfg';
import { compare, functionNamed } from './compare';

/** Effects Fig. 2 without C3; the comments number the statements as the figure does. */
const arr = `function Arr(a, b) {
  let v, i, j;
  v = a; // 2
  for (i = 1; i <= 4; ++i) { // 3
    if (b[i - 1] > 0) // 4
      j = 4; // 5
    else
      j = 2; // 7
    v += j; // 8
  }
  return v > 0; // 10
}`;
const c1 = (text: string): string => text.replace('v = a;', 'v = a - 1;');
const c2 = (text: string): string => text.replace('j = 4;', 'j = 5;');
const c3 = (text: string): string => text.replace('  return', '  print(j); // 9\n  return');

function changeOf(base: string, head: string, name: string): KeptFunction {
  const change = functionNamed(compare(base, head), name);
  if (change.status === 'added' || change.status === 'removed') throw new Error(`${name} is ${change.status}`);
  return change;
}

/** Nodes by what they are; in this program every text is the text of one node. */
function textsOf({ module, fn }: { module: { text: string }; fn: FunctionIr }, nodes: readonly number[]): string[] {
  return nodes.map((index) => {
    const node = fn.nodes[index];
    if (node === undefined) return 'nothing';
    const text = module.text.slice(node.start, node.end);
    return node.op.kind === 'exit' || node.op.kind === 'call-return' ? node.op.kind : text;
  });
}

function edgesOf(ref: { module: { text: string }; fn: FunctionIr }, edges: readonly FlowEdge[]): string[] {
  return edges.map(
    (edge) => `${textsOf(ref, [edge.from, edge.to]).join(' -> ')}${edge.label === '' ? '' : ` ${edge.label}`}`,
  );
}

function only<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined || list.length > 1) throw new Error(`expected one, got ${list.length}`);
  return first;
}

function expectToLeadToHead(change: KeptFunction, changes: readonly CodeChange[]): void {
  const graph = new FlowGraph(change.head.fn);
  expect(keys(applyCodeChanges(change, changes))).toEqual(keys([...graph.edges, ...graph.escapes]));
}

function keys(edges: readonly FlowEdge[]): string[] {
  return edges.map(edgeKey).toSorted();
}

/** Def. 13: connected, and only the entry has no predecessor. */
function expectSubGraph({ entry, nodes, edges }: SubGraph): void {
  const reached = new Set([entry]);
  for (const node of reached) for (const edge of edges) if (edge.from === node) reached.add(edge.to);
  expect([...reached].toSorted((a, b) => a - b)).toEqual(nodes);
  expect(nodes.filter((node) => !edges.some(({ to }) => to === node))).toEqual([entry]);
}

describe('Effects 4.1.2', () => {
  test('C1: G and G′ are the changed statement', () => {
    const change = changeOf(arr, c1(arr), 'Arr');
    const code = only(codeChange(change));
    expect(textsOf(change.base, code.base.nodes)).toEqual(['v = a']);
    expect(textsOf(change.head, code.head.nodes)).toEqual(['v = a - 1']);
    expect(
      edgesOf(
        change.base,
        code.out.map(({ edge }) => edge),
      ),
    ).toEqual(['v = a -> i = 1']);
    expect(code.in.every(({ node, label }) => node === code.head.entry && label === '')).toBe(true);
    expect(code.out.every(({ node, label }) => node === code.head.entry && label === '')).toBe(true);
    expectToLeadToHead(change, [code]);
  });

  test('C3: an insertion takes the statement after it along, so that G is not empty', () => {
    const change = changeOf(arr, c3(arr), 'Arr');
    const code = only(codeChange(change));
    expect(textsOf(change.base, code.base.nodes)).toEqual(['return v > 0;']);
    expect(textsOf(change.head, code.head.nodes)).toEqual(['print(j)', 'call-return', 'return v > 0;']);
    expect(
      edgesOf(
        change.base,
        code.in.map(({ edge }) => edge),
      ),
    ).toEqual(['i <= 4 -> return v > 0; F']);
    expect(textsOf(change.head, [code.head.entry])).toEqual(['print(j)']);
    expect(
      edgesOf(
        change.base,
        code.out.map(({ edge }) => edge),
      ),
    ).toEqual(['return v > 0; -> exit']);
    expectToLeadToHead(change, [code]);
  });

  test('a removal is the reverse', () => {
    const change = changeOf(c3(arr), arr, 'Arr');
    const code = only(codeChange(change));
    expect(textsOf(change.base, code.base.nodes)).toEqual(['print(j)', 'call-return', 'return v > 0;']);
    expect(textsOf(change.head, code.head.nodes)).toEqual(['return v > 0;']);
    expectToLeadToHead(change, [code]);
  });

  test('C{2,3}: two entries are widened to the node that dominates them; a loop keeps its way back', () => {
    const change = changeOf(arr, c3(c2(arr)), 'Arr');
    expect(codeChange(change)).toHaveLength(2);
    const code = wholeCodeChange(change);
    if (code === null) throw new Error('no change');
    expect(textsOf(change.base, [code.base.entry])).toEqual(['i <= 4']);
    expect(textsOf(change.head, [code.head.entry])).toEqual(['i <= 4']);
    expect(new Set(textsOf(change.base, code.base.nodes))).toEqual(
      new Set(['i <= 4', 'b[i - 1] > 0', 'j = 4', 'j = 2', 'v += j', '++i', 'return v > 0;']),
    );
    expect(textsOf(change.head, code.head.nodes)).toContain('print(j)');
    expect(edgesOf(change.base, code.base.backEdges)).toEqual(['++i -> i <= 4']);
    expect(
      edgesOf(
        change.base,
        code.in.map(({ edge }) => edge),
      ),
    ).toEqual(['i = 1 -> i <= 4']);
    expect(
      edgesOf(
        change.base,
        code.out.map(({ edge }) => edge),
      ),
    ).toEqual(['return v > 0; -> exit']);
    expectToLeadToHead(change, [code]);
    expectToLeadToHead(change, codeChange(change));
  });
});

describe('regions', () => {
  test.each([
    ['a new way out', 'f(); g(); h();', 'f(); if (x) return 1; g(); h();'],
    ['a removed else', 'if (x) f(); else g(); h();', 'if (x) f(); g(); h();'],
    ['a loop around', 'f(); g(); h();', 'f(); while (x) { g(); } h();'],
    ['a swap', 'f(); g(); h();', 'g(); f(); h();'],
    ['a new handler', 'f(); g(); h();', 'f(); try { g(); } catch { k(); } h();'],
    ['a removed loop', 'for (const y of x) { f(y); } h();', 'f(); h();'],
    ['a new first statement', 'f(); g();', 'k(); f(); g();'],
    ['a removed last statement', 'f(); g();', 'f();'],
    ['two far apart', 'f(1); g(); h(1);', 'f(2); g(); h(2);'],
    ['another condition', 'if (x) f(); g();', 'if (x && y) f(); g();'],
    ['an endless loop', 'f(); g();', 'f(); for (;;) g();'],
  ])('%s', (_, base, head) => {
    const change = changeOf(`function m(x, y) { ${base} }`, `function m(x, y) { ${head} }`, 'm');
    const changes = codeChange(change);
    expect(changes.length).toBeGreaterThan(0);
    for (const code of changes) {
      expectSubGraph(code.base);
      expectSubGraph(code.head);
    }
    expectToLeadToHead(change, changes);
    const whole = wholeCodeChange(change);
    if (whole === null) throw new Error('no change');
    expectSubGraph(whole.base);
    expectSubGraph(whole.head);
    expectToLeadToHead(change, [whole]);
  });

  test('an unchanged function has none', () => {
    const change = changeOf('function m() { f(); }', 'function m() { f() }', 'm');
    expect(codeChange(change)).toEqual([]);
    expect(wholeCodeChange(change)).toBeNull();
  });

  test('far apart changes stay separate', () => {
    const change = changeOf('function m() { f(1); g(); h(1); }', 'function m() { f(2); g(); h(2); }', 'm');
    expect(codeChange(change)).toHaveLength(2);
  });
});
