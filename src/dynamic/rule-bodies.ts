import { EXIT, isRule, ruleOf } from './events';
import { RuleTable } from './rule-table';
import { guardSymbol, ruleOfGuard, SymbolList } from './symbol-list';

/** The rule that derives everything. */
export const START = 0;

/** Rules, the rings of symbols that are their bodies, and who uses whom. Knows nothing of digrams. */
export class RuleBodies {
  readonly list = new SymbolList();
  readonly rules = new RuleTable();
  /** Rules that have lost a use. */
  readonly #thin: number[] = [];
  /** Rules that have lost their last use. */
  readonly #unused: number[] = [];
  #symbols = 0;

  /** Symbols in all bodies. */
  get size(): number {
    return this.#symbols;
  }

  exitsIn(symbol: number): number {
    if (symbol === EXIT) return 1;
    return isRule(symbol) ? this.rules.exits[ruleOf(symbol)]! : 0;
  }

  newRule(exits: number): number {
    const guard = this.list.allocate(0);
    const rule = this.rules.allocate(guard, exits);
    this.list.symbol[guard] = guardSymbol(rule);
    this.list.link(guard, guard);
    return rule;
  }

  /** Not linked yet. */
  newNode(symbol: number): number {
    const node = this.list.allocate(symbol);
    this.#symbols++;
    if (isRule(symbol)) {
      const rule = ruleOf(symbol);
      this.rules.uses[rule]!++;
      this.rules.usersXor[rule]! ^= node;
    }
    return node;
  }

  /** A node is freed, and with it the use of its rule. */
  discard(node: number): void {
    const symbol = this.list.symbol[node]!;
    this.list.release(node);
    this.#symbols--;
    if (!isRule(symbol)) return;
    const rule = ruleOf(symbol);
    this.rules.usersXor[rule]! ^= node;
    const uses = --this.rules.uses[rule]!;
    if (uses === 0) this.#unused.push(rule);
    else if (uses === 1) this.#thin.push(rule);
  }

  /** The rule whose whole body is the digram at a node; the start for none. */
  ruleWithBody(node: number): number {
    const { list } = this;
    const before = list.prev[node]!;
    if (list.isSymbol(before) || list.next[list.next[node]!] !== before) return START;
    return ruleOfGuard(list.symbol[before]!);
  }

  /** A rule that is used once. */
  takeThin(): number | undefined {
    for (;;) {
      const rule = this.#thin.pop();
      if (rule === undefined || (this.rules.isLive(rule) && this.rules.uses[rule] === 1)) return rule;
    }
  }

  takeUnused(): number | undefined {
    return this.#unused.pop();
  }

  /** All rules that are used less than twice are to be taken. */
  findThin(): void {
    for (let rule = START + 1; rule < this.rules.end; rule++) {
      if (!this.rules.isLive(rule)) continue;
      if (this.rules.uses[rule] === 0) this.#unused.push(rule);
      else if (this.rules.uses[rule] === 1) this.#thin.push(rule);
    }
  }

  /** The rule's body has gone where its only use was. */
  retire(rule: number, use: number): void {
    this.list.release(use);
    this.#symbols--;
    this.drop(rule);
  }

  /** The rule has no body any more. */
  drop(rule: number): void {
    this.list.release(this.rules.guard[rule]!);
    this.rules.release(rule);
  }
}
