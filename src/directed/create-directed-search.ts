import type { DependenceGraph } from '#dependence/dependence-graph';
import type { World } from '#symbolic/machine';
import type { AffectedSource } from './affected-source';
import { CallingContexts } from './calling-context';
import { coverageGoals, type CoverageGoal } from './coverage-goals';
import { DirectedSearch } from './directed-search';
import { ExactPruning } from './exact-pruning';
import type { ExploredSets } from './explored-sets';
import { GoalPruning } from './goal-pruning';
import type { EntryCall } from './kinds-across-calls';
import { LivePlacesOf } from './live-places';
import { NextAffected, type NextAffectedInput } from './next-affected';
import { PathSequences } from './path-sequences';
import { PossibleCalls } from './possible-calls';
import { PossibleErrors } from './possible-errors';
import { ProgramFlows } from './program-flows';
import type { Pruning, Visit } from './pruning';
import { PublishedPruning } from './published-pruning';
import { Reach } from './reach';
import { ReachableElements } from './reachable-elements';
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
  const { onVisit } = input;
  if (input.pruning !== 'published') {
    const live = new LivePlacesOf(input.graph, parts.calls, (path) => input.world.source.module(path));
    return new ExactPruning({ ...parts, seen: new SeenStates(live, input.entry.inputs) });
  }
  const flows = new ProgramFlows(input.graph.program);
  return new PublishedPruning({ ...parts, flows, ...(onVisit === undefined ? {} : { onVisit }) });
}

interface SequenceParts {
  readonly trie: SequenceTrie;
  readonly sequences: PathSequences;
  readonly graph: NextAffected;
  readonly contexts: CallingContexts;
  readonly reach: Reach;
  readonly changed: Reach;
  readonly calls: PossibleCalls;
}

/** What searches for sequences share. */
export function sequenceParts(input: DirectedInput, contexts: CallingContexts): SequenceParts {
  const { world, goal, repeats, pruning } = input;
  const elements = goal === 'fragment' ? 'decisions' : pruning === 'published' ? 'visits' : 'nodes';
  const { reach, next, calls } = graphParts(input, contexts);
  const changed = new Reach(input.graph, input.source.reached, world.keys, calls);
  const graph = new NextAffected({ ...next, elements });
  const trie = new SequenceTrie((element) => graph.afterElement(element), repeats ?? world.limits.loops + 1);
  return { trie, graph, contexts, reach, changed, calls, sequences: new PathSequences(trie, graph) };
}

function goalPruning(input: DirectedInput, goal: CoverageGoal, contexts: CallingContexts): GoalPruning {
  const { program } = input.graph;
  const { calls, next } = graphParts(input, contexts);
  const plain = new NextAffected({ ...next, elements: 'nodes' });
  const goals = coverageGoals(goal, {
    program,
    flows: new ProgramFlows(program),
    affected: input.source.reached,
    decisionsAt: (fn, node) => plain.decisionsAt(fn, node),
  });
  // Where a value is used is met, too, and the entries and exits of functions, affected or not.
  const alsoMet = new Set(goals.keys());
  const everything = new Set([...alsoMet, ...input.source.everywhere]);
  const reach = new Reach(input.graph, everything, input.world.keys, calls);
  const graph = new NextAffected({ ...next, runners: reach.runners, elements: 'nodes', alsoMet });
  return new GoalPruning({ goals, graph, reachable: new ReachableElements(graph), contexts, reach });
}

interface GraphParts {
  readonly calls: PossibleCalls;
  readonly reach: Reach;
  readonly next: Omit<NextAffectedInput, 'elements'>;
}

function graphParts({ graph, world, source, entry }: DirectedInput, contexts: CallingContexts): GraphParts {
  const { program, callGraph } = graph;
  const calls = new PossibleCalls(graph);
  const reach = new Reach(graph, source.everywhere, world.keys, calls);
  const errors = new PossibleErrors(graph, calls, (path) => world.source.module(path), entry);
  return { calls, reach, next: { program, callGraph, contexts, runners: reach.runners, errors } };
}
