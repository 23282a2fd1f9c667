import { BitSet } from '#core/bit-set';
import { nodeId, type NodeId } from '#core/ids';
import type { CallGraph } from '#dependence/call-graph';
import type { CallingContext } from './calling-context';

export interface MarksInput {
  readonly callGraph: CallGraph;
  readonly elements: ElementKind;
  /** Further nodes that are to be met, affected or not. */
  readonly alsoMet?: ReadonlySet<NodeId> | undefined;
}

/**
 * What sequences are made of. `visits`: affected nodes, as in DiSE. `nodes`: the same, and where those that decide go on to.
 * `decisions`: those alone that decide.
 */
export type ElementKind = 'visits' | 'nodes' | 'decisions';

/** Where control may go on to from a node. */
export interface Ways {
  /** Where no error is raised, each once. */
  readonly normal: readonly number[];
  /** Where the syntax allows an error that is caught elsewhere; null where it does not. */
  readonly error: number | null;
}

/** How the graphs go on. */
interface Following {
  waysOf(context: CallingContext, node: number): Ways;
  exitOf(context: CallingContext): number;
  /** The ways, errors only where one may be raised. To tell takes longer. */
  decisionsOf(context: CallingContext, node: number): readonly number[];
}

/** What is to be known of a node in a context at every step of a search, found out once: see `markBits`. */
export class NodeMarks {
  readonly #input: MarksInput;
  readonly #following: Following;
  /** By number of the context, then by node. */
  readonly #known: (Uint8Array | undefined)[] = [];
  /** By function. */
  readonly #joined: (BitSet | undefined)[] = [];

  constructor(input: MarksInput, following: Following) {
    this.#input = input;
    this.#following = following;
  }

  /** What the node means to a sequence: `counts`, `decides` and `mayFail`. */
  inSequence(context: CallingContext, node: number): number {
    const ofContext = (this.#known[context.id] ??= new Uint8Array(context.affected.capacity));
    const known = ofContext[node] ?? 0;
    if ((known & isKnown.inSequence) !== 0) return known;
    return (ofContext[node] = known | isKnown.inSequence | this.#findInSequence(context, node));
  }

  /** What the node means to what lies ahead: `narrows` and `joins`. */
  inGraph(context: CallingContext, node: number): number {
    const ofContext = (this.#known[context.id] ??= new Uint8Array(context.affected.capacity));
    const known = ofContext[node] ?? 0;
    if ((known & isKnown.inGraph) !== 0) return known;
    return (ofContext[node] = known | isKnown.inGraph | this.#findInGraph(context, node));
  }

  #findInSequence(context: CallingContext, node: number): number {
    const { elements, alsoMet } = this.#input;
    const isMet = alsoMet?.has(nodeId(context.first + node)) === true;
    if (!isMet && !context.affected.has(node)) return 0;
    if (elements === 'visits') return markBits.counts;
    const { normal, error } = this.#following.waysOf(context, node);
    const decides = normal.length > 1 ? markBits.decides : error === null ? 0 : markBits.mayFail;
    if (elements === 'nodes' || isMet) return markBits.counts | decides;
    return this.#following.decisionsOf(context, node).length > 1 ? markBits.counts | decides : 0;
  }

  #findInGraph(context: CallingContext, node: number): number {
    const isDecision = this.#following.decisionsOf(context, node).length > 1;
    return (
      (isDecision || this.#narrowsOtherwise(context, node) ? markBits.narrows : 0) |
      (this.#joinedIn(context).has(node) ? markBits.joins : 0)
    );
  }

  #narrowsOtherwise(context: CallingContext, node: number): boolean {
    const { callGraph } = this.#input;
    const id = nodeId(context.first + node);
    if (callGraph.callsAt(id).length > 1 || callGraph.unresolvedAt(id) !== undefined) return true;
    const joined = this.#joinedIn(context);
    const { normal, error } = this.#following.waysOf(context, node);
    return (
      normal.some((to) => joined.has(to)) ||
      (error !== null && error !== this.#following.exitOf(context) && joined.has(error))
    );
  }

  #joinedIn(context: CallingContext): BitSet {
    return (this.#joined[context.fn] ??= this.#findJoined(context));
  }

  /** By the syntax: which errors may really be raised takes long to find out, and to compare once too often is no harm. */
  #findJoined(context: CallingContext): BitSet {
    const { capacity } = context.affected;
    const [once, joined] = [new BitSet(capacity), new BitSet(capacity)];
    const exit = this.#following.exitOf(context);
    for (let node = 0; node < capacity; node++) {
      const { normal, error } = this.#following.waysOf(context, node);
      for (const to of normal) if (!once.add(to)) joined.add(to);
      // Hardly any node could not raise an error that nobody awaits.
      if (error !== null && error !== exit && !once.add(error)) joined.add(error);
    }
    return joined;
  }
}

export const markBits = {
  /** Executing the node adds to a sequence. */
  counts: 1,
  /** It counts, and control can leave it in several ways that are told apart. */
  decides: 2,
  /** It counts, and control leaves it in one way unless it raises an error: by the syntax, which may be more than there is. */
  mayFail: 4,
  /**
   * A state may be less worth once it has executed the node: less may lie ahead, or others may have been where it is now.
   * After all other nodes, what lay ahead still does.
   */
  narrows: 8,
  /** Several ways through the function meet there. */
  joins: 16,
} as const;

const isKnown = { inSequence: 32, inGraph: 64 } as const;
