/**
 * Whole-path events as integers: the entry of function `f` is `f` (≥ 0), a return is `RETURN`, the end of an execution
 * is `EXIT`. Grammars have their rules below: rule `k` is `ruleSymbol(k)`.
 */
export const RETURN = -1;
export const EXIT = -2;

/** What one execution did, in order. Nothing follows an `EXIT`; a trace that has none is taken to end where it stops. */
export interface ExecutionTrace {
  readonly key: string;
  readonly events: Int32Array;
}

const FIRST_RULE = -3;

export function ruleSymbol(rule: number): number {
  return FIRST_RULE - rule;
}

export function isRule(symbol: number): boolean {
  return symbol <= FIRST_RULE;
}

export function ruleOf(symbol: number): number {
  return FIRST_RULE - symbol;
}

/** Events of a trace before its exit. */
export function beforeExit(events: Int32Array): Int32Array {
  const end = events.indexOf(EXIT);
  return end < 0 ? events : events.subarray(0, end);
}
