import type { FunctionId } from '#core/ids';
import type { CallGraph } from './call-graph';

/** The functions next to one along calls. */
export type CallStep = (fn: FunctionId) => readonly FunctionId[];

/**
 * Who may call a function, for one search that asks of each function once, the nearest first: those who call functions held in common
 * are told with the first of these functions alone, so that the search takes no more steps than there are edges.
 */
export function stepToCallers(calls: CallGraph): CallStep {
  let areTold = false;
  return (fn) => {
    const callers = calls.callersOf(fn);
    if (areTold || !calls.isCommon(fn)) return callers;
    areTold = true;
    return [...callers, ...calls.common.callers];
  };
}

/** What a function may call, in the same way. */
export function stepToCallees(calls: CallGraph): CallStep {
  let areTold = false;
  return (fn) => {
    const callees = calls.callsFrom(fn).map(({ callee }) => callee);
    if (areTold || !calls.callsCommon(fn)) return callees;
    areTold = true;
    return [...callees, ...calls.common.callees];
  };
}
