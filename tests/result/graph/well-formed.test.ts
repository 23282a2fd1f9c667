import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { functionId } from '#core/ids';
import type { GraphRequest } from '#result/graph/build-graph-view';
import type { GraphView } from '#result/graph-view';
import { DrawnProgram } from './drawn-program';

const folder = new URL('../../fixtures/ir/', import.meta.url);
const files = readdirSync(folder).filter((name) => /\.[cm]?[jt]sx?$/.test(name));
const texts = Object.fromEntries(files.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]));
const program = new DrawnProgram(texts);
const { loaded } = program;
/** The same code with fewer calls, and with one function more. */
const shorter = new DrawnProgram(changed((text) => text.replaceAll(/^ {2,}[\w.]+\([\w', ]*\);\n/gm, '')));
const longer = new DrawnProgram(changed((text) => `${text}\nfunction gone(n) { while (n > 0) n -= 3; }\ngone(7);\n`));

function changed(change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]));
}

const kinds: readonly GraphRequest['kind'][] = ['cfg', 'dominators', 'pdg', 'icfg', 'callgraph'];

function problemsOf(view: GraphView): string[] {
  const ids = new Set(view.nodes.map(({ id }) => id));
  const clusters = new Set(view.clusters?.map(({ id }) => id));
  return [
    ...(ids.size === view.nodes.length ? [] : ['two nodes with one id']),
    ...view.edges.flatMap(({ from, to }) => [from, to].filter((id) => !ids.has(id)).map((id) => `no node ${id}`)),
    ...view.nodes.flatMap(({ cluster }) =>
      cluster === undefined || clusters.has(cluster) ? [] : [`no cluster ${cluster}`],
    ),
    ...view.nodes.flatMap(({ label }) =>
      label === '' || /\?(binding|function|class)\d/.test(label) ? [`label ${label}`] : [],
    ),
    ...(view.nodes.length === 0 ? ['no nodes'] : []),
  ];
}

describe.each(kinds)('%s', (kind) => {
  it('can be drawn of every function of the fixtures', () => {
    const problems: string[] = [];
    let edges = 0;
    for (let i = 0; i < loaded.program.functionCount; i++) {
      const name = loaded.program.nameOf(functionId(i));
      const view = program.draw(kind, name, { scope: 'function', allEdges: i % 2 === 0, postDominators: i % 3 === 0 });
      edges += view.edges.length;
      problems.push(...problemsOf(view).map((problem) => `${name}: ${problem}`));
    }
    expect(problems).toEqual([]);
    expect(edges).toBeGreaterThan(100);
  });

  it('can be compared with a version that had more', () => {
    const problems: string[] = [];
    let removed = 0;
    for (let i = 0; i < shorter.loaded.program.functionCount; i++) {
      const name = shorter.loaded.program.nameOf(functionId(i));
      const view = shorter.drawAgainst(longer, kind, name);
      removed += view.nodes.filter(({ mark }) => mark === 'removed').length;
      problems.push(...problemsOf(view).map((problem) => `${name}: ${problem}`));
    }
    expect(problems).toEqual([]);
    expect(removed).toBeGreaterThan(10);
  });
});
