import { isRule, ruleOf, ruleSymbol } from './events';
import type { ModSequitur } from './mod-sequitur';
import type { Sequitur } from './sequitur';

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

export function freezeGrammar(grammar: ModSequitur): WholePathGrammar {
  const { sequitur } = grammar;
  const { list, rules } = sequitur;
  const order = rulesBottomUp(sequitur);
  const places = new Int32Array(rules.end);
  order.forEach((rule, place) => (places[rule] = place));
  const offsets = new Int32Array(order.length + 1);
  const symbols = new Int32Array(sequitur.size);
  let end = 0;
  order.forEach((rule, place) => {
    const guard = rules.guard[rule]!;
    for (let node = list.next[guard]!; node !== guard; node = list.next[node]!) {
      const symbol = list.symbol[node]!;
      symbols[end++] = isRule(symbol) ? ruleSymbol(places[ruleOf(symbol)]!) : symbol;
    }
    offsets[place + 1] = end;
  });
  return { offsets, symbols, keys: grammar.keys(), names: Int32Array.from(order) };
}

/** Each rule after those that it uses, as a walk from the start leaves them. */
function rulesBottomUp({ list, rules }: Sequitur): number[] {
  const order: number[] = [];
  const seen = new Uint8Array(rules.end);
  const open = [0];
  const next = [list.next[rules.guard[0]!]!];
  while (open.length > 0) {
    const depth = open.length - 1;
    const node = next[depth]!;
    if (!list.isSymbol(node)) {
      order.push(open[depth]!);
      open.pop();
      next.pop();
      continue;
    }
    next[depth] = list.next[node]!;
    const symbol = list.symbol[node]!;
    if (!isRule(symbol) || seen[ruleOf(symbol)] === 1) continue;
    const rule = ruleOf(symbol);
    seen[rule] = 1;
    open.push(rule);
    next.push(list.next[rules.guard[rule]!]!);
  }
  return order;
}

/** All that the grammar derives: the traces one after the other, each with its exit. */
export function expandGrammar({ offsets, symbols }: WholePathGrammar): Int32Array {
  const ruleCount = offsets.length - 1;
  const lengths = new Float64Array(ruleCount);
  for (let rule = 0; rule < ruleCount; rule++) {
    for (let at = offsets[rule]!; at < offsets[rule + 1]!; at++) {
      const symbol = symbols[at]!;
      lengths[rule]! += isRule(symbol) ? lengths[ruleOf(symbol)]! : 1;
    }
  }
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
