import { describe, expect, test } from 'vitest';
import { renderMermaid } from '#report/render-mermaid';
import type { GraphView } from '#result/graph-view';
import { hostile, largeGraph, wheelBrake } from './sample-graphs';

/** What a line of our flowcharts may look like; strings hold no quote and no character that Mermaid could act on. */
const string = '"(?:[^"#&<>`\\\\%{}|;*_~$\\n]|#\\d+;|<br/>)*"';
const lineForms = [
  /^---$/,
  /^title: ".*"$/,
  /^flowchart TD$/,
  /^ {2}%% [^{}]*$/,
  new RegExp(
    `^ +n\\d+(?:\\(${string}\\)|\\{\\{${string}\\}\\}|\\(\\[${string}\\]\\)|\\(\\(${string}\\)\\)|>${string}\\])(?::::mark-[a-z-]+)?$`,
  ),
  new RegExp(`^ {2}subgraph c\\d+\\[${string}\\]$`),
  /^ {2}end$/,
  new RegExp(`^ {2}n\\d+ (?:-->|-\\.->|==>)(?:\\|${string}\\|)? n\\d+$`),
  /^ {2}classDef (?:default|mark-[a-z-]+) fill:#\w{6},stroke:#\w{6},stroke-width:[\d.]+px,color:#\w{6}(?:,stroke-dasharray:4 3)?$/,
  /^ {2}linkStyle \d+(?:,\d+)* stroke:#\w{6},color:#\w{6}$/,
  /^$/,
];

function labelled(label: string): string {
  const view: GraphView = {
    title: 't',
    kind: 'cfg',
    nodes: [{ id: 'a', label, shape: 'box', mark: null }],
    edges: [],
    legend: [],
  };
  return /n0\("(.*)"\)/.exec(renderMermaid(view))?.[1] ?? '';
}

describe('renderMermaid', () => {
  test.each([
    ['the wheel brake system', wheelBrake],
    ['hostile text', hostile],
  ])('%s has only lines of known forms', (_, view) => {
    const odd = renderMermaid(view)
      .split('\n')
      .filter((line) => !lineForms.some((form) => form.test(line)));
    expect(odd).toEqual([]);
  });

  test.each([
    ['a["x"] && b', 'a[#34;x#34;] #38;#38; b'],
    ['f(`t`)', 'f(#96;t#96;)'],
    ['a # b; c', 'a #35; b#59; c'],
    ['a ? b : c', 'a ? b : c'],
    ['style: 1', 'style#58; 1'],
    ['"\\n"', '#34;#92;#8203;n#34;'],
    ['one\ntwo', 'one<br/>two'],
    ['end', 'end'],
  ])('%j', (label, expected) => {
    expect(labelled(label)).toBe(expected);
  });

  test('the title keeps what a tag would lose', () => {
    expect(renderMermaid({ ...wheelBrake, title: 'a.ts#<module> & "b"' })).toContain(
      'title: "a.ts#‹module› ＆ \\"b\\""',
    );
  });

  test('says when most viewers will refuse', () => {
    expect(renderMermaid(largeGraph(100))).not.toContain('most viewers');
    expect(renderMermaid(largeGraph(600))).toContain('%% 719 edges: most viewers stop at 500');
  });
});
