import type { FunctionId } from '#core/ids';
import type { CallGraph } from '#dependence/call-graph';
import { stepToCallees } from '#dependence/call-walk';

/** A function and all that it calls, directly or not. */
export function functionsCalled(calls: CallGraph, from: FunctionId): ReadonlySet<FunctionId> {
  const found = new Set([from]);
  // A set that grows while it is walked.
  const calleesOf = stepToCallees(calls);
  for (const fn of found) for (const callee of calleesOf(fn)) found.add(callee);
  return found;
}
