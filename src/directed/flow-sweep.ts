import type { FunctionFlow } from './function-flow';
import type { Access } from './function-nodes';
import type { Place, Side } from './place-index';

/**
 * Finds the nodes that data flow joins to a node, leaving out those that a fixpoint is done with. A node that is done once is
 * done for good, so it is dropped from the list of its place: a variable with thousands of writes and reads is not
 * searched in full for each of them.
 */
export class FlowSweep {
  readonly #flow: FunctionFlow;
  readonly #side: Side;
  readonly #isDone: (node: number) => boolean;
  readonly #left = new Map<Place, readonly number[]>();

  constructor(flow: FunctionFlow, side: Side, isDone: (node: number) => boolean) {
    this.#flow = flow;
    this.#side = side;
    this.#isDone = isDone;
  }

  /**
   * For definitions of `node`, every nj that reads one of them at the end of a path from `node`; for uses of `node`, every
   * ni that writes one of them at the start of a path to it. In node order.
   */
  of(node: number, accesses: readonly Access[]): number[] {
    const found: number[] = [];
    for (const access of accesses) {
      for (const place of this.#flow.placesOf(access, this.#side)) {
        for (const other of this.#leftOf(place)) if (this.#isJoined(node, other)) found.push(other);
      }
    }
    return found.length < 2 ? found : [...new Set(found)].toSorted((a, b) => a - b);
  }

  #isJoined(node: number, other: number): boolean {
    return this.#side === 'readers' ? this.#flow.reaches(node, other) : this.#flow.reaches(other, node);
  }

  #leftOf(place: Place): readonly number[] {
    const known = this.#left.get(place) ?? place[this.#side];
    if (!known.some((node) => this.#isDone(node))) return known;
    const left = known.filter((node) => !this.#isDone(node));
    this.#left.set(place, left);
    return left;
  }
}
