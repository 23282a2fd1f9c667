import { isRule, ruleOf, ruleSymbol } from './events';
import type { ImpactTechnique } from './impact-technique';
import type { Part, Stretch, WholePathDag } from './whole-path-dag';

/**
 * PathImpact on a whole-path DAG (Law and Rothermel): from a changed function up through the rules that derive it; in each
 * execution forward from where it first runs, to all that is entered, and backward, to all that is returned into; up to the exits
 * on both sides. What a rule contributes is visited once: the cost is that of the grammar, and for each execution that its
 * grammar does not share with another, of the rules around its first changed event.
 */
export function dagPathImpact(dag: WholePathDag, name = 'path-impact-dag'): ImpactTechnique {
  return { name, impact: (changed) => new DagWalk(dag, changed).impact() };
}

interface Step {
  readonly stretch: Stretch;
  readonly at: number;
}

class DagWalk {
  readonly #dag: WholePathDag;
  readonly #changed: Uint8Array;
  readonly #impacted: Uint8Array;
  /** Per rule, bits of `Holds`. */
  readonly #holds: Uint8Array;
  readonly #entered: Uint8Array;
  /** Rules whose unmatched entries, but for a number of innermost ones, are in the impact set. */
  readonly #open = new Set<number>();

  constructor(dag: WholePathDag, changed: Iterable<number>) {
    const ruleCount = dag.exits.length;
    this.#dag = dag;
    this.#changed = new Uint8Array(dag.functionCount);
    for (const changedFunction of changed) this.#changed[changedFunction] = 1;
    this.#impacted = new Uint8Array(dag.functionCount);
    this.#holds = new Uint8Array(ruleCount);
    this.#entered = new Uint8Array(ruleCount);
  }

  impact(): Set<number> {
    const rules = this.#rulesWithChanges();
    for (const rule of rules) this.#findParts(rule);
    for (const rule of rules) this.#walkExecutionsIn(rule);
    const impact = new Set<number>();
    this.#impacted.forEach((isImpacted, number) => isImpacted === 1 && impact.add(number));
    return impact;
  }

  /** All rules that derive a changed function, each after those that it uses. */
  #rulesWithChanges(): number[] {
    const dag = this.#dag;
    const found: number[] = [];
    const ascend = (symbol: number): void => {
      for (const position of dag.usesOf(symbol)) {
        const rule = dag.ruleAt[position]!;
        if (this.#holds[rule] !== 0) continue;
        this.#holds[rule] = SOMEWHERE;
        found.push(rule);
      }
    };
    this.#changed.forEach((isChanged, number) => isChanged === 1 && ascend(number));
    for (let i = 0; i < found.length; i++) ascend(ruleSymbol(found[i]!));
    return found.toSorted((a, b) => a - b);
  }

  #findParts(rule: number): void {
    const isIn = (part: Part): boolean => this.#firstChange(this.#dag.stretchOf(rule, part)) !== undefined;
    if (this.#dag.exits[rule] === 0) {
      this.#holds[rule] = SOMEWHERE | IN_HEAD | IN_TAIL;
      return;
    }
    this.#holds[rule] = SOMEWHERE | (isIn('head') ? IN_HEAD : 0) | (isIn('tail') ? IN_TAIL : 0);
  }

  #firstChange(stretch: Stretch): number | undefined {
    for (let at = stretch.from; at <= stretch.to; at++) {
      if (this.#hasChange(this.#dag.symbols[at]!, this.#dag.partAt(stretch, at))) return at;
    }
    return undefined;
  }

  #hasChange(symbol: number, part: Part): boolean {
    if (isRule(symbol)) return (this.#holds[ruleOf(symbol)]! & (part === 'tail' ? IN_TAIL : IN_HEAD)) !== 0;
    return symbol >= 0 && this.#changed[symbol] === 1;
  }

  /** Those that begin and end in the rule itself. What a rule begins or ends only, rules above it complete. */
  #walkExecutionsIn(rule: number): void {
    const dag = this.#dag;
    const { from, to } = dag.bodyOf(rule);
    const isStart = rule === dag.start;
    let begin = isStart ? from : -1;
    let afterExit = false;
    for (let at = from; at <= to; at++) {
      if (dag.exitsIn(dag.symbols[at]!) === 0) continue;
      if (begin >= 0) this.#walkExecution({ from: begin, to: at, afterExit });
      begin = at;
      afterExit = true;
    }
    if (isStart && begin >= 0) this.#walkExecution({ from: begin, to, afterExit });
  }

  /** Later occurrences add nothing: what follows them follows the first, and who is on the stack was there or was entered since. */
  #walkExecution(execution: Stretch): void {
    const path = this.#pathToFirstChange(execution);
    if (path === undefined) return;
    const last = path.at(-1);
    if (last !== undefined) this.#impacted[this.#dag.symbols[last.at]!] = 1;
    this.#walkBackward(path, this.#walkForward(path));
  }

  /** From the position in the execution down to that of the changed function itself. */
  #pathToFirstChange(execution: Stretch): Step[] | undefined {
    const dag = this.#dag;
    const path: Step[] = [];
    for (let stretch = execution; ;) {
      const at = this.#firstChange(stretch);
      if (at === undefined) return undefined;
      path.push({ stretch, at });
      const symbol = dag.symbols[at]!;
      if (!isRule(symbol)) return path;
      stretch = dag.stretchOf(ruleOf(symbol), dag.partAt(stretch, at));
    }
  }

  /** Everything entered behind the path; the number of returns that are not matched there. */
  #walkForward(path: readonly Step[]): number {
    const dag = this.#dag;
    let returns = 0;
    let entries = 0;
    for (const { stretch, at } of path.toReversed()) {
      for (let position = at + 1; position <= stretch.to; position++) {
        const symbol = dag.symbols[position]!;
        const part = dag.partAt(stretch, position);
        const matched = Math.min(entries, dag.returnsOf(symbol, part));
        returns += dag.returnsOf(symbol, part) - matched;
        entries += dag.entriesOf(symbol, part) - matched;
        this.#enter(symbol, part);
      }
    }
    return returns;
  }

  /**
   * All functions that a part of a symbol enters. Each rule is looked into once: what lies behind a change is all of a rule without
   * exits, and the head of one with exits.
   */
  #enter(root: number, rootPart: Part): void {
    const dag = this.#dag;
    const pending: Stretch[] = [];
    this.#enterLater(root, rootPart, pending);
    for (let stretch = pending.pop(); stretch !== undefined; stretch = pending.pop()) {
      for (let at = stretch.from; at <= stretch.to; at++) {
        this.#enterLater(dag.symbols[at]!, dag.partAt(stretch, at), pending);
      }
    }
  }

  #enterLater(symbol: number, part: Part, pending: Stretch[]): void {
    if (!isRule(symbol)) {
      if (symbol >= 0) this.#impacted[symbol] = 1;
      return;
    }
    const rule = ruleOf(symbol);
    if (this.#entered[rule] === 1) return;
    this.#entered[rule] = 1;
    pending.push(this.#dag.stretchOf(rule, part));
  }

  /** The innermost `wanted` functions that are on the stack before the path. */
  #walkBackward(path: readonly Step[], wanted: number): void {
    const dag = this.#dag;
    const search = { wanted, skipped: 0 };
    for (const { stretch, at } of path.toReversed()) {
      const steps: { readonly stretch: Stretch; at: number }[] = [{ stretch, at }];
      for (let step = steps.at(-1); step !== undefined && search.wanted > 0; step = steps.at(-1)) {
        if (--step.at < step.stretch.from) {
          steps.pop();
          continue;
        }
        const symbol = dag.symbols[step.at]!;
        const part = dag.partAt(step.stretch, step.at);
        if (this.#passBackward(search, symbol, part)) continue;
        const inner = dag.stretchOf(ruleOf(symbol), part);
        steps.push({ stretch: inner, at: inner.to + 1 });
      }
    }
  }

  /** Whether the symbol is dealt with; otherwise its rule must be looked into. `skipped` returns await their entries further left. */
  #passBackward(search: { wanted: number; skipped: number }, symbol: number, part: Part): boolean {
    const returns = this.#dag.returnsOf(symbol, part);
    const visible = this.#dag.entriesOf(symbol, part) - search.skipped;
    if (visible <= 0) {
      search.skipped = returns - visible;
      return true;
    }
    if (!isRule(symbol)) {
      this.#impacted[symbol] = 1;
      search.wanted--;
      return true;
    }
    if (search.wanted < visible) return false;
    // What lies before a change is all of a rule without exits, and the tail of one with exits.
    const key = ruleOf(symbol) * 2 ** 26 + search.skipped;
    if (search.skipped >= 2 ** 26 || !this.#open.has(key)) {
      this.#open.add(key);
      return false;
    }
    search.wanted -= visible;
    search.skipped = returns;
    return true;
  }
}

const SOMEWHERE = 1;
const IN_HEAD = 2;
const IN_TAIL = 4;
