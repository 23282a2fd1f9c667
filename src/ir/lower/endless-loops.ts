import { Digraph } from '#core/digraph';
import { stronglyConnectedComponents } from '#core/scc';
import type { Edge } from '../cfg';

interface Linked {
  readonly edges: readonly Edge[];
}

/**
 * Where the virtual edges of endless loops start (Change-Effects Def. 1: every node reaches the exit): at the
 * header of each loop that cannot be left, so that its body stays governed by the decisions in it.
 * A loop that only an unhandled error can leave is endless, too: analyses that leave weak edges out need its end.
 */
export function endlessHeaders(nodes: readonly Linked[], reached: Uint8Array, exit: number): readonly number[] {
  const ends = endingNodes(nodes, exit);
  if (nodes.every((_, node) => reached[node] !== 1 || ends[node] === 1)) return [];
  const components = stronglyConnectedComponents(strongGraph(nodes, reached));
  const headers: number[] = [];
  for (let component = 0; component < components.count; component++) {
    const members = components.members(component);
    const first = members[0];
    if (first === undefined || reached[first] !== 1 || ends[first] === 1) continue;
    const leaves = members.some((node) =>
      nodes[node]?.edges.some(({ to, weak }) => !weak && components.of(to) !== component),
    );
    if (!leaves) headers.push(first); // the first node in emission order
  }
  return headers;
}

/**
 * The nodes that reach the exit. Edges lead forward in emission order but for the ends of loops, so sweeps from the
 * last node to the first are done after as many rounds as loops are nested.
 */
function endingNodes(nodes: readonly Linked[], exit: number): Uint8Array {
  const ends = new Uint8Array(nodes.length);
  ends[exit] = 1;
  for (let found = true; found;) {
    found = false;
    for (let node = nodes.length - 1; node >= 0; node--) {
      if (ends[node] === 1 || !nodes[node]?.edges.some(({ to, weak }) => !weak && ends[to] === 1)) continue;
      ends[node] = 1;
      found = true;
    }
  }
  return ends;
}

function strongGraph(nodes: readonly Linked[], reached: Uint8Array): Digraph {
  const sources: number[] = [];
  const targets: number[] = [];
  nodes.forEach(({ edges }, from) => {
    if (reached[from] !== 1) return;
    for (const { to, weak } of edges) {
      if (weak) continue;
      sources.push(from);
      targets.push(to);
    }
  });
  return Digraph.fromEdges(nodes.length, sources, targets);
}
