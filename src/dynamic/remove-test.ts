import { isRule, ruleOf } from './events';
import type { ModSequitur } from './mod-sequitur';

/**
 * What is written out before a trace is taken from the start rule. `terminals`: all of both symbols that hold its first and last
 * event, as published. `boundary`: rule by rule, only those that the trace shares with a neighbour.
 */
export type Expansion = 'boundary' | 'terminals';

/**
 * Remove-test (Evolve, Fig. 6): takes the execution with this key out of the grammar; whether it was there. The grammar derives
 * the other executions in their order at once; digram uniqueness and rule utility hold after `settle`.
 */
export function removeTest(grammar: ModSequitur, key: string, expansion: Expansion = 'boundary'): boolean {
  if (!grammar.has(key)) return false;
  const before = precedingKey(grammar, key);
  separate(grammar, key, expansion);
  if (before !== undefined) separate(grammar, before, expansion);
  removeTrace(grammar, key, before);
  return true;
}

/** Published as a search of the production for the previous end; inside one symbol, that is the previous key of its list. */
function precedingKey({ ends, sequitur }: ModSequitur, key: string): string | undefined {
  const { list } = sequitur;
  const end = ends.nodeOf(key) ?? sequitur.startGuard;
  const keys = ends.keysAt(end);
  const place = keys.indexOf(key);
  if (place > 0) return keys[place - 1];
  let node = list.prev[end]!;
  while (list.isSymbol(node) && sequitur.exitsIn(list.symbol[node]!) === 0) node = list.prev[node]!;
  return ends.keysAt(node).at(-1);
}

/** Expand and Insert (Figs. 7 and 8): until the end of the execution lies between two symbols of the start rule. */
function separate(grammar: ModSequitur, key: string, expansion: Expansion): void {
  const { ends, sequitur } = grammar;
  const node = ends.nodeOf(key);
  if (node === undefined) return;
  if (expansion === 'terminals') {
    expandToTerminals(grammar, node);
    return;
  }
  let holder = node;
  while (!endsWith(grammar, holder, key)) {
    sequitur.expand(holder);
    holder = ends.nodeOf(key) ?? holder;
  }
}

function endsWith({ ends, sequitur }: ModSequitur, node: number, key: string): boolean {
  const { list, rules } = sequitur;
  if (ends.keysAt(node).at(-1) !== key) return false;
  let last = node;
  while (isRule(list.symbol[last]!)) last = list.prev[rules.guard[ruleOf(list.symbol[last]!)]!]!;
  return sequitur.exitsIn(list.symbol[last]!) === 1;
}

function expandToTerminals({ sequitur }: ModSequitur, first: number): void {
  const { list } = sequitur;
  const end = list.next[first]!;
  for (let node = first; node !== end;) {
    node = isRule(list.symbol[node]!) ? sequitur.expand(node) : list.next[node]!;
  }
}

/** Remove-trace (Fig. 9): from the exit back to, and without, the exit before it. */
function removeTrace({ ends, sequitur }: ModSequitur, key: string, before: string | undefined): void {
  const { list, startGuard } = sequitur;
  const last = ends.nodeOf(key) ?? startGuard;
  const previous = before === undefined ? startGuard : (ends.nodeOf(before) ?? startGuard);
  sequitur.remove(list.next[previous]!, last);
}
