import { BitSet } from '#core/bit-set';
import { nodeId, type NodeId } from '#core/ids';
import type { CallGraph } from '#dependence/call-graph';
import type { CallingContext } from './calling-context';

export interface MarksInput {
  readonly callGraph: CallGraph;
  readonly elements: ElementKind;
  /** Further nodes that are to be met, affected or not. */
  readonly alsoMet?: ReadonlySet<NodeId>;
}

/**
 * What sequences are made of. `visits`: affected nodes, as in DiSE. `nodes`: the same, and where those that decide go on to.
 * `decisions`: those alone that decide.
 */
export type ElementKind = 'visits' | 'nodes' | 'decisions';

/** What is to be known of a node in a context at every step of a search, found out once: see `markBits`. */
export class NodeMarks {
  readonly #input: MarksInput;
  readonly #decisionsOf: (context: CallingContext, node: number) => readonly number[];
  /** By number of the context, then by node. */
  readonly #known: (Uint8Array | undefined)[] = [];
  /** By function. */
  readonly #joined: (BitSet | undefined)[] = [];

  constructor(input: MarksInput, decisionsOf: (context: CallingContext, node: number) => readonly number[]) {
    this.#input = input;
    this.#decisionsOf = decisionsOf;
  }

  of(context: CallingContext, node: number): number {
    const ofContext = (this.#known[context.id] ??= new Uint8Array(context.affected.capacity));
    const known = ofContext[node] ?? 0;
    if (known !== 0) return known;
    const found = this.#find(context, node);
    ofContext[node] = found;
    return found;
  }

  #find(context: CallingContext, node: number): number {
    const { elements, alsoMet } = this.#input;
    const id = nodeId(context.first + node);
    const isDecision = this.#decisionsOf(context, node).length > 1;
    const decides = elements !== 'visits' && isDecision;
    const isAffected = context.affected.has(node) && (elements !== 'decisions' || decides);
    return (
      markBits.isKnown |
      (isAffected || alsoMet?.has(id) === true ? markBits.counts : 0) |
      (decides ? markBits.decides : 0) |
      (isDecision || this.#narrowsOtherwise(context, node) ? markBits.narrows : 0) |
      (this.#joinedIn(context).has(node) ? markBits.joins : 0)
    );
  }

  #narrowsOtherwise(context: CallingContext, node: number): boolean {
    const { callGraph } = this.#input;
    const id = nodeId(context.first + node);
    if (callGraph.callsAt(id).length > 1 || callGraph.unresolvedAt(id) !== undefined) return true;
    const joined = this.#joinedIn(context);
    return this.#decisionsOf(context, node).some((to) => joined.has(to));
  }

  #joinedIn(context: CallingContext): BitSet {
    return (this.#joined[context.fn] ??= this.#findJoined(context));
  }

  #findJoined(context: CallingContext): BitSet {
    const { capacity } = context.affected;
    const [once, joined] = [new BitSet(capacity), new BitSet(capacity)];
    for (let node = 0; node < capacity; node++) {
      for (const to of this.#decisionsOf(context, node)) if (!once.add(to)) joined.add(to);
    }
    return joined;
  }
}

export const markBits = {
  isKnown: 1,
  /** Executing the node adds to a sequence. */
  counts: 2,
  /** Control can leave it in several ways that are told apart. */
  decides: 4,
  /**
   * A state may be less worth once it has executed the node: less may lie ahead, or others may have been where it is now.
   * After all other nodes, what lay ahead still does.
   */
  narrows: 8,
  /** Several ways through the function meet there. */
  joins: 16,
} as const;
