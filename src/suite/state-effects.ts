import type { FunctionId } from '#core/ids';
import { EdgeList } from '#dependence/edge-list';
import { placeMaker } from '#dependence/place-maker';
import { runsAtLoad } from './follow-load';
import type { RecordedSuite } from './recorded-suite';
import type { Version } from './versions';

/**
 * Functions that may see what a run of the given functions left behind in state that outlives a test: variables and objects
 * of modules, globals. A later test of the same process that runs one of them may notice a change that it never executes.
 */
export function readersOfLastingState(
  version: Version,
  suite: RecordedSuite,
  from: Iterable<FunctionId>,
): ReadonlySet<FunctionId> {
  const graph = version.graph();
  const { program } = graph;
  const found = new Set<FunctionId>();
  const lasting = new Map<number, boolean>();
  const isLasting = (vertex: number): boolean => {
    const known = lasting.get(vertex);
    if (known !== undefined) return known;
    const maker = placeMaker(graph, vertex - graph.placeBase);
    const answer = maker === 'always' || (maker !== null && runsAtLoad(version, suite, maker as FunctionId));
    lasting.set(vertex, answer);
    return answer;
  };
  const ran = new Map<FunctionId, boolean>();
  /** Effects spread by code that runs: through what no test executed nothing can have come. */
  const mayRun = (fn: FunctionId): boolean => {
    const known = ran.get(fn);
    if (known !== undefined) return known;
    const recorded = version.recorded(fn);
    const isLoaded = suite.moduleIndex(program.locate(fn).module.path) !== undefined;
    const answer = typeof recorded === 'number' ? suite.executed.has(recorded) : recorded === 'new' || isLoaded;
    ran.set(fn, answer);
    return answer;
  };
  // Once through lasting state, always: a vertex is visited at most twice.
  const seen = [new Set<number>(), new Set<number>()] as const;
  const stack: [vertex: number, through: 0 | 1][] = [];
  const visit = (vertex: number, through: 0 | 1): void => {
    if (seen[1].has(vertex) || seen[through].has(vertex)) return;
    if (!graph.isPlace(vertex) && !mayRun(graph.functionOf(vertex))) return;
    seen[through].add(vertex);
    stack.push([vertex, through]);
  };
  for (const fn of from) {
    const { first, count } = program.nodesOf(fn);
    for (let i = 0; i < count; i++) visit(graph.vertexOf(first + i), 0);
  }
  const edges = new EdgeList();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [vertex, through] = next;
    if (graph.isVague(vertex)) continue;
    const isPlace = graph.isPlace(vertex);
    if (!isPlace && through === 1) found.add(graph.functionOf(vertex));
    const after = through === 1 || (isPlace && isLasting(vertex)) ? 1 : 0;
    edges.clear();
    graph.addForward(vertex, edges);
    for (let i = 0; i < edges.length; i++) visit(edges.to[i] ?? 0, after);
  }
  return found;
}
