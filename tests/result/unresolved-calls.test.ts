import { expect, test } from 'vitest';
import type { NodeId } from '#core/ids';
import { unresolvedCalls } from '#result/unresolved-calls';
import { LabelledFiles } from '../dependence/labelled-files';

const files = new LabelledFiles({
  'limit.js': `export class Limit {
  value() {
    return 1; // [changed]
  }
}`,
  'use.js': `export const used = (x) => x.inner.value(); // [called-alike]
export const other = (x) => x.inner.other(); // [other]
`,
  'use.test.js': 'export const tested = (x) => x.inner.value();',
});

function listed(point: string): { readonly count: number; readonly lines: readonly string[] } {
  const nodes = {
    ref: (node: NodeId) => {
      const { file } = files.program.spanOf(node);
      return { id: '', file, line: files.lineOf(node), column: 1, text: '' };
    },
  };
  const { count, samples } = unresolvedCalls(files.graph, nodes, files.nodesAt(point));
  return { count, lines: samples.map(({ file, line }) => `${file}:${line}`) };
}

test('calls without a target are listed where they may be calls of a changed method', () => {
  expect(listed('changed')).toEqual({ count: 1, lines: ['use.js:1'] });
});

test('calls without a target are listed where the change reaches them, once', () => {
  expect(listed('other')).toEqual({ count: 1, lines: ['use.js:2'] });
  expect(listed('called-alike')).toEqual({ count: 1, lines: ['use.js:1'] });
});
