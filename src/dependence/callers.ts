import type { Program } from '#ir/program';
import type { ResolvedCalls } from './pointers';

/** How an entry of `Callers` reaches its function; the number of the call or implicit call is in the bits above. */
export const reachKinds = { call: 0, callback: 1, implicit: 2 } as const;
export const reachBits = 2;

/** Per function, all that may run it: calls in the order of the program, then accessors and iterators. */
export class Callers {
  readonly offset: Int32Array;
  readonly entries: Int32Array;

  constructor(program: Program, calls: ResolvedCalls) {
    this.offset = new Int32Array(program.functionCount + 1);
    eachReach(calls, (callee) => {
      this.offset[callee + 1]!++;
    });
    for (let fn = 0; fn < program.functionCount; fn++) this.offset[fn + 1]! += this.offset[fn]!;
    this.entries = new Int32Array(this.offset[program.functionCount]!);
    const next = this.offset.slice();
    eachReach(calls, (callee, entry) => {
      this.entries[next[callee]!++] = entry;
    });
  }
}

function eachReach(calls: ResolvedCalls, visit: (callee: number, entry: number) => void): void {
  for (let call = 0; call < calls.count; call++) {
    const targets = calls.targetsOf(call);
    for (let i = 0; i < targets.length; i++) visit(targets[i]!, (call << reachBits) | reachKinds.call);
    const callbacks = calls.callbacksOf(call);
    for (let i = 0; i < callbacks.length; i++) {
      if (!targets.includes(callbacks[i]!)) visit(callbacks[i]!, (call << reachBits) | reachKinds.callback);
    }
  }
  calls.implicit.forEach(({ callee }, i) => visit(callee, (i << reachBits) | reachKinds.implicit));
}
