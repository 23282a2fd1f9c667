import type { CallingContext } from './calling-context';
import type { Element, Next, NextAffected } from './next-affected';

/** What control can come to sooner or later. */
export interface Reachable {
  readonly elements: ReadonlySet<Element>;
  /** There may be more that the graphs do not show. */
  readonly isOpen: boolean;
}

/** Follows from one affected node to the next, to all that can be reached. */
export class ReachableElements {
  readonly #graph: NextAffected;
  readonly #known = new Map<Next, Reachable>();

  constructor(graph: NextAffected) {
    this.#graph = graph;
  }

  from(context: CallingContext, node: number): Reachable {
    return this.#closure(this.#graph.from(context, node));
  }

  after(context: CallingContext, node: number): Reachable {
    return this.#closure(this.#graph.after(context, node));
  }

  #closure(first: Next): Reachable {
    const known = this.#known.get(first);
    if (known !== undefined) return known;
    const elements = new Set<Element>();
    let isOpen = false;
    const pending = [first];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      isOpen ||= next.isOpen;
      for (const element of next.elements) {
        if (elements.has(element)) continue;
        elements.add(element);
        pending.push(this.#graph.afterElement(element));
      }
    }
    const found = { elements, isOpen };
    this.#known.set(first, found);
    return found;
  }
}
