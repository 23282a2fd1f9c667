import type { NodeId } from '#core/ids';
import type { CallGraph } from '#dependence/call-graph';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { Program } from '#ir/program';
import type { World } from '#symbolic/machine';
import type { AffectedSource } from './affected-source';
import { CallingContexts } from './calling-context';
import { ChangeAhead } from './change-ahead';
import { coverageGoals, type CoverageGoal } from './coverage-goals';
import { DirectedSearch } from './directed-search';
import { ExactPruning } from './exact-pruning';
import type { ExploredSets } from './explored-sets';
import { GoalPruning } from './goal-pruning';
import type { EntryCall } from './kinds-across-calls';
import { LivePlacesOf } from './live-places';
import { NextAffected, type NextAffectedInput } from './next-affected';
import type { ElementKind } from './node-marks';
import { PathSequences } from './path-sequences';
import { PossibleCalls } from './possible-calls';
import { PossibleErrors } from './possible-errors';
import { ProgramFlows } from './program-flows';
import type { Pruning, Visit } from './pruning';
import { PublishedPruning } from './published-pruning';
import { Reach } from './reach';
import { ReachableElements } from './reachable-elements';
import type { Runners } from './runners';
import { SeenStates } from './seen-states';
import { SequenceTrie } from './sequence-trie';

export interface DirectedInput {
  readonly world: World;
  readonly graph: DependenceGraph;
  readonly entry: EntryCall;
  readonly source: AffectedSource;
  readonly goal?: Goal;
  /** Of sequences: `published` as in DiSE Fig. 6, `exact` unless told. */
  readonly pruning?: 'exact' | 'published';
  /** How often one affected node may occur in a sequence that is looked for; one more than loops may turn unless told. */
  readonly repeats?: number;
  /** Told of every node with the sets of the published pruning after it. */
  readonly onVisit?: (visit: Visit, sets: ExploredSets) => void;
}

/**
 * What is to be covered: every sequence of affected nodes (DiSE), every affected statement, basic block, branch, combination of
 * path fragments, or flow of data (iDiSE Def. IV.1 to IV.5).
 */
export type Goal = 'sequence' | 'fragment' | CoverageGoal;

/** Searches for the paths of a function that a change affects. */
export function createDirectedSearch(input: DirectedInput): DirectedSearch {
  const { program } = input.graph;
  const contexts = new CallingContexts(program, input.source, input.entry.fn);
  return new DirectedSearch(pruningOf(input, contexts), contexts);
}

function pruningOf(input: DirectedInput, contexts: CallingContexts): Pruning {
  const { goal = 'sequence' } = input;
  if (goal !== 'sequence' && goal !== 'fragment') return goalPruning(input, goal, contexts);
  const parts = sequenceParts(input, contexts);
  if (input.pruning !== 'published') return new ExactPruning(parts);
  const { onVisit } = input;
  const { trie, sequences } = parts;
  const flows = new ProgramFlows(input.graph.program);
  return new PublishedPruning({ trie, sequences, contexts, flows, ...(onVisit === undefined ? {} : { onVisit }) });
}

/** What searches for sequences share. */
export function sequenceParts(input: DirectedInput, contexts: CallingContexts): SequenceParts {
  const { goal, pruning } = input;
  const elements = goal === 'fragment' ? 'decisions' : pruning === 'published' ? 'visits' : 'nodes';
  return new SequenceParts(input, contexts, elements);
}

function goalPruning(input: DirectedInput, goal: CoverageGoal, contexts: CallingContexts): GoalPruning {
  const { program } = input.graph;
  const calls = new LazyCalls(input.graph);
  const plain = new GraphParts(input, contexts, 'nodes', () => input.source.everywhere, calls);
  const goals = coverageGoals(goal, {
    program,
    flows: new ProgramFlows(program),
    affected: input.source.reached,
    decisionsAt: (fn, node) => plain.next.decisionsAt(fn, node),
  });
  // Where a value is used is met, too, and the entries and exits of functions, affected or not.
  const alsoMet = new Set(goals.keys());
  const everything = new Set([...alsoMet, ...input.source.everywhere]);
  const { next, reach } = new GraphParts(input, contexts, 'nodes', () => everything, calls, alsoMet);
  return new GoalPruning({ goals, graph: next, reachable: new ReachableElements(next), contexts, reach });
}

/**
 * What the graphs say, found out when it is first asked for: where each path has a sequence of its own, hardly anything is.
 */
class GraphParts implements NextAffectedInput {
  readonly #input: DirectedInput;
  #reach: Reach | null = null;
  readonly errors: PossibleErrors;
  readonly next: NextAffected;

  constructor(
    input: DirectedInput,
    readonly contexts: CallingContexts,
    readonly elements: ElementKind,
    readonly targets: () => ReadonlySet<NodeId>,
    readonly calls: LazyCalls,
    readonly alsoMet?: ReadonlySet<NodeId>,
  ) {
    this.#input = input;
    const { graph, world, entry } = input;
    this.errors = new PossibleErrors(
      graph,
      () => calls.all,
      (path) => world.source.module(path),
      entry,
    );
    this.next = new NextAffected(this);
  }

  get program(): Program {
    return this.#input.graph.program;
  }

  get callGraph(): CallGraph {
    return this.#input.graph.callGraph;
  }

  /** To what is to be met. */
  get reach(): Reach {
    return (this.#reach ??= this.reachOf(this.targets()));
  }

  get runners(): Runners {
    return this.reach.runners;
  }

  reachOf(nodes: ReadonlySet<NodeId>): Reach {
    const { graph, world } = this.#input;
    return new Reach(graph, nodes, world.keys, this.calls.all);
  }
}

class LazyCalls {
  readonly #graph: DependenceGraph;
  #all: PossibleCalls | null = null;

  constructor(graph: DependenceGraph) {
    this.#graph = graph;
  }

  get all(): PossibleCalls {
    return (this.#all ??= new PossibleCalls(this.#graph));
  }
}

class SequenceParts {
  readonly #input: DirectedInput;
  readonly #parts: GraphParts;
  #changed: Reach | null = null;
  #seen: SeenStates | null = null;
  readonly graph: NextAffected;
  readonly trie: SequenceTrie;
  readonly sequences: PathSequences;
  readonly ahead: ChangeAhead;

  constructor(
    input: DirectedInput,
    readonly contexts: CallingContexts,
    elements: ElementKind,
  ) {
    const { source, repeats, world, graph } = input;
    this.#input = input;
    this.#parts = new GraphParts(input, contexts, elements, () => source.everywhere, new LazyCalls(graph));
    const { next } = this.#parts;
    this.graph = next;
    this.trie = new SequenceTrie((element) => next.afterElement(element), repeats ?? world.limits.loops + 1);
    this.sequences = new PathSequences(this.trie, next);
    this.ahead = new ChangeAhead(graph.program, contexts, (context, node) => next.counts(context, node));
  }

  get reach(): Reach {
    return this.#parts.reach;
  }

  get changed(): Reach {
    return (this.#changed ??= this.#parts.reachOf(this.#input.source.reached));
  }

  get seen(): SeenStates {
    return (this.#seen ??= this.#makeSeen());
  }

  #makeSeen(): SeenStates {
    const { graph, world, entry } = this.#input;
    const live = new LivePlacesOf(graph, this.#parts.calls.all, (path) => world.source.module(path));
    return new SeenStates(live, entry.inputs);
  }
}
