import { EXIT, isRule, RETURN, ruleOf } from './events';
import type { WholePathGrammar } from './whole-path-grammar';

/** One line for each rule, as Evolve prints them: the start is T, the others have the number of their creation. */
export function printGrammar(grammar: WholePathGrammar, nameOf: (functionNumber: number) => string): string[] {
  const { offsets, symbols, names } = grammar;
  const nameOfRule = (rule: number): string => (names[rule] === 0 ? 'T' : String(names[rule]));
  const nameOfSymbol = (symbol: number): string => {
    if (isRule(symbol)) return nameOfRule(ruleOf(symbol));
    if (symbol === RETURN) return 'r';
    return symbol === EXIT ? 'x' : nameOf(symbol);
  };
  return Array.from(names, (name, rule) => ({ name, rule }))
    .toSorted((a, b) => a.name - b.name)
    .map(({ rule }) => {
      const body = Array.from(symbols.subarray(offsets[rule], offsets[rule + 1]), nameOfSymbol);
      return [nameOfRule(rule), '→', ...body].join(' ');
    });
}
