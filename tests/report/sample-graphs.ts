import type { GraphEdge, GraphNode, GraphView, NodeMark, NodeShape } from '#result/graph-view';

type Row = readonly [id: string, label: string, mark?: NodeMark];

/** The wheel brake system of DiSE Fig. 2, as a control-flow graph with its affected sets. */
export const wheelBrake: GraphView = {
  title: 'examples/wbs/after.ts#update, control flow',
  kind: 'cfg',
  nodes: [
    node('entry', 'update(pedalPos, bSwitch, pedalCmd)', 'ellipse'),
    ...conditions(
      ['n0', 'pedalPos <= 0', 'changed'],
      ['n2', 'pedalPos === 1', 'affected-condition'],
      ['n6', 'bSwitch === 0'],
      ['n8', 'bSwitch === 1'],
      ['n10', 'pedalCmd === 2', 'affected-condition'],
      ['n12', 'pedalCmd === 3', 'affected-condition'],
    ),
    ...statements(
      ['n1', 'pedalCmd = pedalCmd + 1', 'affected-write'],
      ['n3', 'pedalCmd = pedalCmd + 2', 'affected-write'],
      ['n4', 'pedalCmd = pedalPos', 'affected-write'],
      ['n5', 'pedalCmd = pedalCmd + 1', 'affected-write'],
      ['n7', 'meter = 1'],
      ['n9', 'meter = 2'],
      ['n11', 'altPress = 0', 'affected-write'],
      ['n13', 'altPress = 1 / 4', 'affected-write'],
      ['n14', 'altPress = 1 / 2', 'affected-write'],
    ),
    node('exit', 'exit', 'ellipse'),
  ],
  edges: [
    ...path('entry', 'n0'),
    ...branch('n0', 'n1', 'n2'),
    ...branch('n2', 'n3', 'n4'),
    ...path('n1', 'n5'),
    ...path('n3', 'n5'),
    ...path('n4', 'n5', 'n6'),
    ...branch('n6', 'n7', 'n8'),
    ...branch('n8', 'n9', 'n10'),
    ...path('n7', 'n10'),
    ...path('n9', 'n10'),
    ...branch('n10', 'n11', 'n12'),
    ...branch('n12', 'n13', 'n14'),
    ...path('n11', 'exit'),
    ...path('n13', 'exit'),
    ...path('n14', 'exit'),
  ],
  legend: ['examples/wbs/before.ts → examples/wbs/after.ts'],
};

/** Every shape, mark, kind of edge and a cluster, with text that no drawing language likes. */
export const hostile: GraphView = {
  title: 'a "b" <c> & \\N #35; `d`\u0000\u202e',
  kind: 'icfg',
  nodes: [
    node('src/"q".ts#f@1', 'if (a["x"] && b < c || `t${1}` !== "&amp;\\n") { /* end */ }', 'diamond', 'changed', 'f'),
    node('src/"q".ts#f@2', 'style.color = "#fff"; classDef:#abc;', 'box', 'added', 'f'),
    node('src/"q".ts#f@3', '|pipe| {brace} [bracket] (paren) \\l \\N %% comment --> end', 'box', 'removed', 'f'),
    node('src/"q".ts#f@4', 'x\ty\r\nz\u2028w\u0007\ud800', 'note', 'affected-condition', 'g\n"h"'),
    node('src/"q".ts#f@5', '', 'point', null),
    node('src/"q".ts#f@6', 'end', 'ellipse', 'affected-write'),
    node('src/"q".ts#f@7', '<script>alert(1)</script><!-- ]]> -->', 'box', 'affected'),
    node(
      'src/"q".ts#f@8',
      'const 名前 = "日本語の長い文字列がここにあります" + "そしてまだまだ続きます";',
      'box',
      'target',
    ),
    node('src/"q".ts#f@9', `call(${'argument, '.repeat(80)}last)`, 'box', null),
  ],
  edges: [
    edge('src/"q".ts#f@1', 'src/"q".ts#f@2', 'T', 'flow'),
    edge('src/"q".ts#f@1', 'src/"q".ts#f@3', 'F "no" | <b>', 'control'),
    edge('src/"q".ts#f@2', 'src/"q".ts#f@4', 'o["k"].`m`#1', 'data'),
    edge('src/"q".ts#f@3', 'src/"q".ts#f@5', 'throw', 'error'),
    edge('src/"q".ts#f@4', 'src/"q".ts#f@6', '', 'call'),
    edge('src/"q".ts#f@6', 'src/"q".ts#f@4', '', 'return'),
    edge('src/"q".ts#f@5', 'src/"q".ts#f@7', '', 'virtual'),
    edge('src/"q".ts#f@7', 'src/"q".ts#f@8', '', 'tree'),
    edge('src/"q".ts#f@8', 'src/"q".ts#f@8', 'self', 'data'),
    edge('src/"q".ts#f@8', 'src/"q".ts#f@9', '', 'flow'),
  ],
  clusters: [
    { id: 'f', label: 'src/"q".ts#f <module>' },
    { id: 'empty', label: 'has no nodes' },
  ],
  legend: ['a note with <tags> & "quotes"'],
};

/** As wide as real functions get: chains of branches that join again, with data edges across. */
export function largeGraph(size: number): GraphView {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  for (let i = 0; i < size; i++) {
    const isBranch = i % 5 === 0;
    nodes.push(node(`n${i}`, `value${i} = compute(value${i - 1}, ${i})`, isBranch ? 'diamond' : 'box', null));
    if (i + 1 < size) edges.push(edge(`n${i}`, `n${i + 1}`, isBranch ? 'T' : '', 'flow'));
    if (isBranch && i + 3 < size) edges.push(edge(`n${i}`, `n${i + 3}`, 'F', 'flow'));
  }
  return { title: `${size} nodes`, kind: 'cfg', nodes, edges, legend: [] };
}

function node(id: string, label: string, shape: NodeShape, mark: NodeMark | null = null, cluster?: string): GraphNode {
  return { id, label, shape, mark, ...(cluster === undefined ? {} : { cluster }) };
}

function conditions(...rows: Row[]): GraphNode[] {
  return rows.map(([id, label, mark]) => node(id, label, 'diamond', mark));
}

function statements(...rows: Row[]): GraphNode[] {
  return rows.map(([id, label, mark]) => node(id, label, 'box', mark));
}

function edge(from: string, to: string, label: string, kind: GraphEdge['kind']): GraphEdge {
  return { from, to, label, kind };
}

function path(...ids: string[]): GraphEdge[] {
  return ids.slice(1).map((to, index) => edge(ids[index] ?? '', to, '', 'flow'));
}

function branch(from: string, yes: string, no: string): GraphEdge[] {
  return [edge(from, yes, 'T', 'flow'), edge(from, no, 'F', 'flow')];
}
