import type { FunctionChange, KeptFunction } from './change-set';
import { FlowGraph, type FlowEdge } from './flow-graph';
import { findRegion, findRegions, type Region } from './find-regions';

/**
 * ⟨G, G′, IN, OUT⟩ (Effects Def. 14): replacing G in the base's graph by G′, and its edges from and to the rest as IN and
 * OUT say, gives the head's graph. Nodes of G are numbered as in the base, nodes of G′ as in the head.
 */
export interface CodeChange {
  readonly base: SubGraph;
  readonly head: SubGraph;
  /** Per edge (m, e) of the base that enters G: the edge (m, e′) that replaces it. */
  readonly in: readonly Redirection[];
  /** Per edge (m, n) of the base that leaves G: the edge (m′, n) that replaces it. */
  readonly out: readonly Redirection[];
}

/** A sub-ICFG (Effects Def. 13): not empty, connected, with one entry that has no predecessor among `edges`. */
export interface SubGraph {
  readonly entry: number;
  /** Ascending. */
  readonly nodes: readonly number[];
  /** Between its nodes, without those back to the entry. */
  readonly edges: readonly FlowEdge[];
  /** Of a loop around the whole: Def. 13 gives them no place, and the document's example C{2,3} leaves them out. */
  readonly backEdges: readonly FlowEdge[];
  /** Uncaught errors of its nodes: the document's ICFG has no such edges, so they are no business of IN and OUT. */
  readonly escapes: readonly FlowEdge[];
}

export interface Redirection {
  readonly edge: FlowEdge;
  /** e′ or m′. */
  readonly node: number;
  readonly label: string;
}

/** The separate changes of a function; none for functions that are unchanged, added or removed as a whole. */
export function codeChange(change: FunctionChange): readonly CodeChange[] {
  if (change.status !== 'changed') return [];
  const base = new FlowGraph(change.base.fn);
  const head = new FlowGraph(change.head.fn);
  return findRegions(base, head, change.nodes).map((region) => specify(region, base, head, change));
}

/** All changes of a function as one, its entries dominated by one node (the document's C{2,3}); null where there is none. */
export function wholeCodeChange(change: FunctionChange): CodeChange | null {
  if (change.status !== 'changed') return null;
  const base = new FlowGraph(change.base.fn);
  const head = new FlowGraph(change.head.fn);
  return specify(findRegion(base, head, change.nodes), base, head, change);
}

function specify(region: Region, base: FlowGraph, head: FlowGraph, { nodes }: KeptFunction): CodeChange {
  const entering = [...region.base].flatMap((node) => base.into(node)).filter(({ from }) => !region.base.has(from));
  const leaving = [...region.base].flatMap((node) => base.from(node)).filter(({ to }) => !region.base.has(to));
  const leavingHead = [...region.head].flatMap((node) => head.from(node)).filter(({ to }) => !region.head.has(to));
  const out = leaving.map((edge): Redirection => {
    const rivals = leaving.filter(({ to }) => to === edge.to);
    const successors = leavingHead.filter(({ to }) => to === nodes.toHead[edge.to]);
    const replacement = replacementOf(edge, rivals, successors, nodes.toHead);
    return { edge, node: replacement.from, label: replacement.label };
  });
  return {
    base: subGraph(region.base, region.baseEntry, base),
    head: subGraph(region.head, region.headEntry, head),
    in: entering.map((edge) => ({ edge, node: region.headEntry, label: edge.label })),
    out,
  };
}

/** The edge's own partner if it has one; the others in turn, and none is left over (`findRegions` sees to it). */
function replacementOf(
  edge: FlowEdge,
  rivals: readonly FlowEdge[],
  successors: readonly FlowEdge[],
  toHead: Int32Array,
): FlowEdge {
  const partnerOf = (e: FlowEdge): FlowEdge | undefined =>
    successors.find((other) => other.label === e.label && other.from === toHead[e.from]);
  const own = partnerOf(edge);
  if (own !== undefined) return own;
  const taken = new Set(rivals.map(partnerOf));
  const free = successors.filter((other) => !taken.has(other));
  const orphans = rivals.filter((rival) => partnerOf(rival) === undefined);
  return (free.length > 0 ? free : successors)[
    orphans.indexOf(edge) % Math.max(1, free.length > 0 ? free.length : successors.length)
  ]!;
}

function subGraph(members: ReadonlySet<number>, entry: number, graph: FlowGraph): SubGraph {
  const nodes = [...members].toSorted((a, b) => a - b);
  const inside = nodes.flatMap((node) => graph.from(node)).filter(({ to }) => members.has(to));
  return {
    entry,
    nodes,
    edges: inside.filter(({ to }) => to !== entry),
    backEdges: inside.filter(({ to }) => to === entry),
    escapes: nodes.flatMap((node) => graph.escapesOf(node)),
  };
}
