import { isRule, ruleOf, ruleSymbol } from './events';
import { ModSequitur } from './mod-sequitur';
import type { Sequitur } from './sequitur';
import type { WholePathGrammar } from './whole-path-grammar';

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

/** A grammar that goes on where one was frozen. */
export function restoreGrammar({ offsets, symbols, keys }: WholePathGrammar): ModSequitur {
  const grammar = new ModSequitur();
  const { sequitur, ends } = grammar;
  sequitur.load(Array.from(offsets.subarray(1), (end, rule) => symbols.subarray(offsets[rule], end)));
  const { list, startGuard } = sequitur;
  let given = 0;
  for (let node = list.next[startGuard]!; node !== startGuard; node = list.next[node]!) {
    const exits = sequitur.exitsIn(list.symbol[node]!);
    if (exits > 0) ends.put(node, keys.slice(given, given + exits));
    given += exits;
  }
  sequitur.settle();
  return grammar;
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
