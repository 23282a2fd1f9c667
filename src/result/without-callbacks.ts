import type { FunctionId } from '#core/ids';
import { stepToCallers } from '#dependence/call-walk';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { ReachedEntryPoint } from './entry-points';

/**
 * Entry points without functions inside of others that no module makes when it is loaded: only a call of what they are inside of makes them, and
 * where entry points that may make that call are among the others, these show what they do.
 */
export function withoutCallbacks(
  graph: DependenceGraph,
  entries: readonly ReachedEntryPoint[],
): readonly ReachedEntryPoint[] {
  const { program } = graph;
  const isEntry = new Set(entries.filter(({ fn }) => makerOf(graph, fn) === null).map(({ fn }) => fn));
  const known = new Map<FunctionId, boolean>();
  const isSeenElsewhere = (maker: FunctionId): boolean => {
    const callers = callersOf(graph, maker);
    const isMadeAtLoad = callers.some((fn) => atLoad.has(program.functionKind(fn)));
    return !isMadeAtLoad && callers.some((fn) => isEntry.has(fn));
  };
  return entries.filter(({ fn }) => {
    const maker = makerOf(graph, fn);
    if (maker === null) return true;
    const isSeen = known.get(maker) ?? isSeenElsewhere(maker);
    known.set(maker, isSeen);
    return !isSeen;
  });
}

/** The function directly around another one; null for what is there once its module is loaded. */
function makerOf(graph: DependenceGraph, fn: FunctionId): FunctionId | null {
  const { program } = graph;
  const { module, moduleIndex, index } = program.locate(fn);
  const parent = module.functions.parent[index] ?? -1;
  if (parent <= 0) return null;
  const around = program.functionAt(moduleIndex, parent);
  return atLoad.has(program.functionKind(around)) ? makerOf(graph, around) : around;
}

/** A function, and all that may call it, directly or not. */
function callersOf({ callGraph }: DependenceGraph, fn: FunctionId): readonly FunctionId[] {
  const next = stepToCallers(callGraph);
  const found = new Set([fn]);
  for (const each of found) for (const caller of next(each)) found.add(caller);
  return [...found];
}

const atLoad: ReadonlySet<string> = new Set(['module', 'static', 'namespace']);
