import type { FunctionId } from '#core/ids';
import type { CallGraph } from '#dependence/call-graph';
import type { Program } from '#ir/program';
import { functionsAround } from './functions-around';

/** `file`: the functions of one file and what they call or are called by; `program`: all. */
export type CallScope = 'function' | 'file' | 'program';

export interface CalledFunctions {
  /** Those that matter most first. */
  readonly functions: readonly FunctionId[];
  /** Those whose calls are followed: whatever of the program they call is among `functions`. */
  readonly followed: ReadonlySet<FunctionId>;
  /** What becomes of calls that leave the program: in a picture of all functions there is no room for them. */
  readonly outside: 'listed' | 'counted';
}

/** The functions of a call graph. */
export function callScope(
  program: Program,
  callGraph: CallGraph,
  fn: FunctionId,
  scope: CallScope,
  depth = scope === 'function' ? 2 : 1,
): CalledFunctions {
  const callees = (f: FunctionId): FunctionId[] => callGraph.callsFrom(f).map((edge) => edge.callee);
  const callers = (f: FunctionId): FunctionId[] => callGraph.callsTo(f).map((edge) => edge.caller);
  // A module body that calls nothing of the program is no part of what calls what.
  const isIdle = (f: FunctionId): boolean => program.functionKind(f) === 'module' && callees(f).length === 0;
  const all = rootsOf(program, fn, scope);
  const busy = all.filter((f) => !isIdle(f));
  const roots = scope === 'function' || busy.length === 0 ? all : busy;
  const called = functionsAround(roots, depth, callees);
  const calling = functionsAround(roots, depth, callers);
  return {
    functions: [...new Set([...called, ...calling])],
    followed: new Set(depth === 0 ? [] : functionsAround(roots, depth - 1, callees)),
    outside: scope === 'program' ? 'counted' : 'listed',
  };
}

function rootsOf(program: Program, fn: FunctionId, scope: CallScope): FunctionId[] {
  if (scope === 'function') return [fn];
  const modules = scope === 'program' ? program.modules.keys() : [program.moduleOfFunction[fn] ?? 0];
  return [...modules].flatMap((m) =>
    Array.from({ length: program.modules[m]?.functions.count ?? 0 }, (_, index) => program.functionAt(m, index)),
  );
}
