import { Digraph } from './digraph';

/** Strongly connected components, numbered so that an edge never leads to a component of a higher number. */
export class Components {
  readonly count: number;
  /** Per node, the number of its component. */
  readonly componentOf: Int32Array;
  readonly #members: Int32Array;
  readonly #offsets: Int32Array;

  constructor(count: number, componentOf: Int32Array) {
    this.count = count;
    this.componentOf = componentOf;
    this.#offsets = new Int32Array(count + 1);
    for (const component of componentOf) this.#offsets[component + 1]!++;
    for (let component = 0; component < count; component++) this.#offsets[component + 1]! += this.#offsets[component]!;
    this.#members = new Int32Array(componentOf.length);
    const next = this.#offsets.slice();
    for (let node = 0; node < componentOf.length; node++) this.#members[next[componentOf[node]!]!++] = node;
  }

  of(node: number): number {
    return this.componentOf[node]!;
  }

  /** In ascending order; a view, not a copy. */
  members(component: number): Int32Array {
    return this.#members.subarray(this.#offsets[component], this.#offsets[component + 1]);
  }
}

/** Tarjan's algorithm without recursion; components come out in reverse topological order. */
export function stronglyConnectedComponents(graph: Digraph): Components {
  const { nodeCount } = graph;
  const componentOf = new Int32Array(nodeCount).fill(-1);
  const index = new Int32Array(nodeCount).fill(-1);
  const low = new Int32Array(nodeCount);
  const caller = new Int32Array(nodeCount).fill(-1);
  const nextSlot = graph.offsets.slice();
  const open = new Int32Array(nodeCount);
  let openCount = 0;
  let entered = 0;
  let count = 0;

  const enter = (node: number, from: number): void => {
    index[node] = low[node] = entered++;
    caller[node] = from;
    open[openCount++] = node;
  };
  const close = (head: number): void => {
    let node: number;
    do {
      node = open[--openCount]!;
      componentOf[node] = count;
    } while (node !== head);
    count++;
  };

  for (let start = 0; start < nodeCount; start++) {
    if (index[start] !== -1) continue;
    enter(start, -1);
    let node = start;
    while (node !== -1) {
      const slot = nextSlot[node]!;
      if (slot < graph.endSlot(node)) {
        nextSlot[node] = slot + 1;
        const successor = graph.targetOf(slot);
        if (index[successor] === -1) {
          enter(successor, node);
          node = successor;
        } else if (componentOf[successor] === -1) {
          low[node] = Math.min(low[node]!, index[successor]!);
        }
        continue;
      }
      if (low[node] === index[node]) close(node);
      const from = caller[node]!;
      if (from !== -1) low[from] = Math.min(low[from]!, low[node]!);
      node = from;
    }
  }
  return new Components(count, componentOf);
}

/** One node per component and at most one edge between two; without loops, so that it is acyclic. */
export function condensation(graph: Digraph, components: Components): Digraph {
  const sources: number[] = [];
  const targets: number[] = [];
  const lastSeenFrom = new Int32Array(components.count).fill(-1);
  for (let component = 0; component < components.count; component++) {
    lastSeenFrom[component] = component;
    for (const node of components.members(component)) {
      graph.forEachSuccessor(node, (successor) => {
        const target = components.of(successor);
        if (lastSeenFrom[target] === component) return;
        lastSeenFrom[target] = component;
        sources.push(component);
        targets.push(target);
      });
    }
  }
  return Digraph.fromEdges(components.count, sources, targets);
}
