import { isRule, ruleOf } from './events';
import type { WholePathDag } from './whole-path-dag';

/** An entry of Evolve's tables TEnd (key to link) and TLink (link to keys) of a rule. */
export interface TraceEnd {
  readonly key: string;
  /** The position whose symbol contains the exit of the execution. */
  readonly position: number;
}

/**
 * The hash tables of every rule (Evolve, Fig. 5). They follow from the order of the executions: the n-th exit of the start is the
 * n-th key's, and what a symbol of a rule holds, its rule holds too.
 */
export function endTables(dag: WholePathDag): TraceEnd[][] {
  const tables: TraceEnd[][] = Array.from(dag.exits, () => []);
  const keysIn: string[][][] = Array.from(dag.exits, () => []);
  keysIn[dag.start]?.push([...dag.grammar.keys]);
  for (let rule = dag.start; rule >= 0; rule--) {
    for (const keys of keysIn[rule] ?? []) {
      const { from, to } = dag.bodyOf(rule);
      for (let position = from; position <= to; position++) {
        const symbol = dag.symbols[position]!;
        const held = keys.slice(dag.exitsBefore[position]!, dag.exitsBefore[position]! + dag.exitsIn(symbol));
        for (const key of held) tables[rule]?.push({ key, position });
        if (held.length > 0 && isRule(symbol)) keysIn[ruleOf(symbol)]?.push(held);
      }
    }
  }
  return tables;
}
