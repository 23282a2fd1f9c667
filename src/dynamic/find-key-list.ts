import { ruleSymbol } from './events';
import type { WholePathDag } from './whole-path-dag';

/**
 * Find-Key-List (Evolve, Fig. 10): keys of the executions that enter one of the functions, in the order of the executions.
 *
 * An exit is known by its rule and its ordinal among the exits of the rule. The exit that follows an occurrence may lie inside a
 * symbol with several; the ordinal says which, so that nothing has to descend into it.
 */
export function findKeyList(dag: WholePathDag, functions: Iterable<number>): string[] {
  const search = new ExitSearch(dag);
  for (const entered of functions) {
    for (const position of dag.usesOf(entered)) search.moveUp(position);
  }
  return search.executions().map((ordinal) => dag.grammar.keys[ordinal]!);
}

class ExitSearch {
  readonly #dag: WholePathDag;
  /** Rules that end before the exit of an execution that is looked for. */
  readonly #unended = new Set<number>();
  /** Per rule, ordinals of exits that were found in it. */
  readonly #exits = new Map<number, Set<number>>();

  constructor(dag: WholePathDag) {
    this.#dag = dag;
  }

  executions(): number[] {
    return [...(this.#exits.get(this.#dag.start) ?? [])].toSorted((a, b) => a - b);
  }

  /** Move-up (Fig. 11): forward in the rule to the next exit, or on in all rules that use it. */
  moveUp(start: number): void {
    const dag = this.#dag;
    const positions = [start];
    for (let position = positions.pop(); position !== undefined; position = positions.pop()) {
      const rule = dag.ruleAt[position]!;
      // An occurrence is followed by no exit within its symbol, so that those of the symbol lie before it.
      const ordinal = dag.exitsBefore[position]! + dag.exitsIn(dag.symbols[position]!);
      if (ordinal < dag.exits[rule]!) this.#found(rule, ordinal);
      else if (!this.#unended.has(rule)) {
        this.#unended.add(rule);
        for (const use of dag.usesOf(ruleSymbol(rule))) positions.push(use);
      }
    }
  }

  /** An exit of a rule is one of every execution that uses the rule. */
  #found(firstRule: number, firstOrdinal: number): void {
    const dag = this.#dag;
    const pending = [{ rule: firstRule, ordinal: firstOrdinal }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { rule, ordinal } = next;
      const known = this.#exits.get(rule) ?? new Set();
      if (known.has(ordinal)) continue;
      this.#exits.set(rule, known.add(ordinal));
      for (const position of dag.usesOf(ruleSymbol(rule))) {
        pending.push({ rule: dag.ruleAt[position]!, ordinal: dag.exitsBefore[position]! + ordinal });
      }
    }
  }
}
