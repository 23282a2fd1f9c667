import { calleeKinds, type CallTable } from '#ir/facts';

/** The variable of the receiver of a call of a method, else −1. */
export function receiverOf({ callee, target }: CallTable, call: number): number {
  return calleeKinds[callee[call]!] === 'method' ? target[call]! : -1;
}

/** The variables of the arguments of a call, −1 for those that are no objects. */
export function argumentsOf({ argOffset, args }: CallTable, call: number): number[] {
  const found: number[] = [];
  for (let at = argOffset[call]!; at < argOffset[call + 1]!; at += 2) found.push(args[at]!);
  return found;
}
