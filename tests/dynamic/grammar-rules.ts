import type { ExecutionTrace } from '#dynamic/events';
import { EXIT, isRule, ruleOf } from '#dynamic/events';
import type { ModSequitur } from '#dynamic/mod-sequitur';
import { freezeGrammar } from '#dynamic/freeze-grammar';
import { expandGrammar, type WholePathGrammar } from '#dynamic/whole-path-grammar';

/** What is wrong with a grammar by the rules of SEQUITUR: digrams that occur twice without overlapping, rules used less than twice. */
export function brokenRules({ offsets, symbols }: WholePathGrammar): string[] {
  const broken: string[] = [];
  const uses = new Map<number, number>();
  const places = new Map<string, number[]>();
  for (let rule = 0; rule + 1 < offsets.length; rule++) {
    const from = offsets[rule] ?? 0;
    const body = symbols.slice(from, offsets[rule + 1]);
    if (body.length < 2 && rule + 2 < offsets.length) broken.push(`rule ${rule} has ${body.length} symbols`);
    body.forEach((symbol, i) => {
      if (isRule(symbol)) uses.set(ruleOf(symbol), (uses.get(ruleOf(symbol)) ?? 0) + 1);
      if (i + 1 === body.length) return;
      const digram = `${symbol} ${body[i + 1]}`;
      places.set(digram, [...(places.get(digram) ?? []), from + i]);
    });
  }
  for (let rule = 0; rule + 2 < offsets.length; rule++) {
    if ((uses.get(rule) ?? 0) < 2) broken.push(`rule ${rule} is used ${uses.get(rule) ?? 0} times`);
  }
  for (const [digram, at] of places) {
    if (Math.max(...at) - Math.min(...at) > 1) broken.push(`digram ${digram} occurs at ${at.join(', ')}`);
  }
  return broken;
}

/** The executions that a grammar derives, each with its exit. */
export function derivedTraces(grammar: ModSequitur): ExecutionTrace[] {
  const frozen = freezeGrammar(grammar);
  const events = expandGrammar(frozen);
  let from = 0;
  return frozen.keys.map((key) => {
    const end = events.indexOf(EXIT, from) + 1;
    const own = events.slice(from, end);
    from = end;
    return { key, events: own };
  });
}
