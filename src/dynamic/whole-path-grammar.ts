import { isRule, ruleOf } from './events';

/**
 * A grammar of executions that no longer changes. Rules come after those that they use, the start is the last: the body of rule
 * `r` is `symbols[offsets[r]]` … `symbols[offsets[r + 1] − 1]`.
 */
export interface WholePathGrammar {
  readonly offsets: Int32Array;
  readonly symbols: Int32Array;
  /** Of the executions, in the order of their exits in the expansion. */
  readonly keys: readonly string[];
  /** What each rule was called while the grammar grew, in the order of creation; the start is 0. */
  readonly names: Int32Array;
}

/** Events that the grammar derives, exits among them. */
export function eventCount(grammar: WholePathGrammar): number {
  return expansionLengths(grammar).at(-1) ?? 0;
}

function expansionLengths({ offsets, symbols }: WholePathGrammar): Float64Array {
  const lengths = new Float64Array(offsets.length - 1);
  for (let rule = 0; rule < lengths.length; rule++) {
    for (let at = offsets[rule]!; at < offsets[rule + 1]!; at++) {
      const symbol = symbols[at]!;
      lengths[rule]! += isRule(symbol) ? lengths[ruleOf(symbol)]! : 1;
    }
  }
  return lengths;
}

/** All that the grammar derives: the traces one after the other, each with its exit. */
export function expandGrammar(grammar: WholePathGrammar): Int32Array {
  const { offsets, symbols } = grammar;
  const lengths = expansionLengths(grammar);
  const ruleCount = lengths.length;
  const events = new Int32Array(lengths[ruleCount - 1] ?? 0);
  let written = 0;
  // A rule's first expansion is where the others are copied from.
  const firstAt = new Int32Array(ruleCount).fill(-1);
  const open: number[] = [ruleCount - 1];
  const next: number[] = [offsets[ruleCount - 1]!];
  while (open.length > 0) {
    const depth = open.length - 1;
    const at = next[depth]!;
    if (at === offsets[open[depth]! + 1]) {
      const rule = open[depth]!;
      firstAt[rule] = written - lengths[rule]!;
      open.pop();
      next.pop();
      continue;
    }
    next[depth] = at + 1;
    const symbol = symbols[at]!;
    if (!isRule(symbol)) {
      events[written++] = symbol;
      continue;
    }
    const rule = ruleOf(symbol);
    const from = firstAt[rule]!;
    if (from < 0) {
      open.push(rule);
      next.push(offsets[rule]!);
    } else {
      events.copyWithin(written, from, from + lengths[rule]!);
      written += lengths[rule]!;
    }
  }
  return events;
}
