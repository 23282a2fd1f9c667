import type { FunctionId } from '#core/ids';
import { stepToCallees, type CallStep } from '#dependence/call-walk';
import type { RecordedSuite } from './recorded-suite';
import type { Version } from './versions';

/** How calls lead from a test to a function that it ran: along the call graph, through functions that the test executed. */
export class CallChains {
  private readonly functions = new Map<number, FunctionId>();

  constructor(
    private readonly version: Version,
    private readonly suite: RecordedSuite,
  ) {
    const { program } = version.loaded;
    for (let fn = 0; fn < program.functionCount; fn++) {
      const number = version.recorded(fn as FunctionId);
      if (typeof number === 'number') this.functions.set(number, fn as FunctionId);
    }
  }

  /** Names from the first function after the test to the one asked for; that one alone when no calls are known to lead there. */
  to(test: number, target: number): string[] {
    const { program } = this.version.loaded;
    const end = this.functions.get(target);
    if (end === undefined) return [];
    // A chain of calls with few targets says more than one through a variable that may hold anything.
    const { callGraph } = this.version.graph();
    const byEdges = (fn: FunctionId): FunctionId[] => callGraph.callsFrom(fn).map(({ callee }) => callee);
    const chain = this.find(test, end, byEdges) ?? this.find(test, end, stepToCallees(callGraph)) ?? [end];
    return chain.map((fn) => program.nameOf(fn));
  }

  private find(test: number, end: FunctionId, calleesOf: CallStep): FunctionId[] | null {
    const ran = this.suite.functionsOf(test);
    const file = this.suite.moduleIndex(this.suite.recording.executions[test]?.test.file ?? '');
    const before = new Map<FunctionId, FunctionId | null>();
    const queue: FunctionId[] = [];
    for (const number of this.suite.ownFunctions(test)) {
      const fn = this.functions.get(number);
      if (fn === undefined || this.suite.moduleOfFunction(number) !== file || before.has(fn)) continue;
      before.set(fn, null);
      queue.push(fn);
    }
    for (const fn of queue) {
      if (fn === end) return pathTo(before, end);
      for (const callee of calleesOf(fn)) {
        const number = this.version.recorded(callee);
        if (before.has(callee) || (typeof number === 'number' && !ran.has(number))) continue;
        before.set(callee, fn);
        queue.push(callee);
      }
    }
    return null;
  }
}

/** Without the functions of the test file itself in front. */
function pathTo(before: ReadonlyMap<FunctionId, FunctionId | null>, end: FunctionId): FunctionId[] {
  const path: FunctionId[] = [];
  for (let fn: FunctionId | null | undefined = end; fn !== null && fn !== undefined; fn = before.get(fn))
    path.unshift(fn);
  return path.length > 1 ? path.slice(1) : path;
}
