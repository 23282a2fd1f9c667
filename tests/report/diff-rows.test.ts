import { describe, expect, test } from 'vitest';
import { diffRows } from '#report/diff-rows';
import type { ChangedNode, NodeResult } from '#result/function-result';

function at(start: number, text: string): NodeResult {
  const line = Math.floor(start / 100);
  const end = start + text.length;
  return { id: `n${start}`, span: { file: 'a.ts', start, end, line, column: 1, endLine: line, endColumn: 1 }, text };
}

function added(start: number, text: string): ChangedNode {
  return { status: 'added', ...at(start, text) };
}

function removed(start: number, text: string): ChangedNode {
  return { status: 'removed', ...at(start, text) };
}

function changed(head: NodeResult, base: NodeResult): ChangedNode {
  return { status: 'changed', ...head, base };
}

describe('diffRows', () => {
  test('a node inside another one of the same version is part of its change', () => {
    const rows = diffRows([
      added(100, 'return f(g(x));'),
      added(107, 'f(g(x))'),
      added(109, 'g(x)'),
      changed(at(200, 'y = h(1, 2)'), at(200, 'y = h(1)')),
      changed(at(204, 'h(1, 2)'), at(204, 'h(1)')),
      removed(206, '1'),
    ]);
    expect(rows).toEqual([
      { kind: 'added', side: { line: 1, text: 'return f(g(x));' } },
      { kind: 'pair', before: { line: 2, text: 'y = h(1)' }, after: { line: 2, text: 'y = h(1, 2)' } },
    ]);
  });

  test('a changed node that is new only in one version stays', () => {
    const rows = diffRows([added(100, 'return f(x);'), changed(at(107, 'f(x)'), at(300, 'f(y)'))]);
    expect(rows.map(({ kind }) => kind)).toEqual(['added', 'pair']);
  });

  test('two nodes of one span count once', () => {
    expect(diffRows([removed(100, 'f(x)'), removed(100, 'f(x)')])).toHaveLength(1);
  });

  test('what is gone stands before what is new, between nodes that both versions have', () => {
    const rows = diffRows([
      added(150, 'new1()'),
      changed(at(300, 'b < 1'), at(200, 'b < 0')),
      added(400, 'new2()'),
      removed(100, 'old1()'),
      removed(250, 'old2()'),
    ]);
    const texts = rows.map((row) => (row.kind === 'pair' ? row.after.text : row.side.text));
    expect(texts).toEqual(['old1()', 'new1()', 'b < 1', 'old2()', 'new2()']);
  });

  test('of a long text that changed somewhere inside only the first line is shown', () => {
    const body = `class A {\n${'  method() {}\n'.repeat(40)}}`;
    expect(diffRows([changed(at(100, body), at(100, `${body} `))])).toEqual([
      { kind: 'inside', side: { line: 1, text: 'class A { …' } },
    ]);
  });

  test('a node that changed without its text is marked, not repeated', () => {
    expect(diffRows([changed(at(100, 'f( x )'), at(100, 'f( x )'))])).toEqual([
      { kind: 'inside', side: { line: 1, text: 'f( x )' } },
    ]);
  });
});
