import { Digraph } from '#core/digraph';
import { stronglyConnectedComponents } from '#core/scc';

/**
 * Where the virtual edges of endless loops start (Change-Effects Def. 1: every node reaches the exit): at the
 * header of each loop that cannot be left, so that its body stays governed by the decisions in it.
 */
export function endlessHeaders(
  successors: readonly (readonly number[])[],
  reached: Uint8Array,
  exit: number,
): readonly number[] {
  const sources: number[] = [];
  const targets: number[] = [];
  successors.forEach((list, from) => {
    if (reached[from] !== 1) return;
    for (const to of list) {
      sources.push(from);
      targets.push(to);
    }
  });
  const graph = Digraph.fromEdges(successors.length, sources, targets);
  const ends = endingNodes(graph.reverse(), exit);
  if (successors.every((_, node) => reached[node] !== 1 || ends[node] === 1)) return [];
  const components = stronglyConnectedComponents(graph);
  const headers: number[] = [];
  for (let component = 0; component < components.count; component++) {
    const members = components.members(component);
    const first = members[0];
    if (first === undefined || reached[first] !== 1 || ends[first] === 1) continue;
    const leaves = members.some((node) => successors[node]?.some((to) => components.of(to) !== component) === true);
    if (!leaves) headers.push(first); // the first node in emission order
  }
  return headers;
}

function endingNodes(backwards: Digraph, exit: number): Uint8Array {
  const ends = new Uint8Array(backwards.nodeCount);
  const stack = [exit];
  ends[exit] = 1;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    backwards.forEachSuccessor(node, (before) => {
      if (ends[before] === 1) return;
      ends[before] = 1;
      stack.push(before);
    });
  }
  return ends;
}
