import { DigramTable } from './digram-table';
import { EXIT, isRule, ruleOf, ruleSymbol } from './events';
import { RuleTable } from './rule-table';
import { guardSymbol, ruleOfGuard, SymbolList } from './symbol-list';
import type { TraceEnds } from './trace-ends';

const START = 0;
const NONE = 0;

/**
 * SEQUITUR (Nevill-Manning and Witten): a grammar that derives exactly the symbols appended to it. Between calls,
 * digram uniqueness (no two neighbours occur twice without overlapping) and rule utility (every rule is used at least twice)
 * hold, except after edits of the start rule, until `settle`.
 *
 * Every digram is the one that the table knows, or overlaps it (in a run of one symbol), or waits in `#pending`. Each step of
 * `settle` lowers 2 · symbols − rules, which an appended symbol raises by 2: the whole takes linear time.
 */
export class Sequitur {
  readonly list = new SymbolList();
  readonly rules = new RuleTable();
  readonly #digrams = new DigramTable();
  /** Nodes whose digram is to be looked at, the next one last. Some may have been freed, or be in use again. */
  readonly #pending: number[] = [];
  /** Rules that have lost a use. */
  readonly #thin: number[] = [];
  /** Rules that have lost their last use. */
  readonly #unused: number[] = [];
  readonly #ends: TraceEnds;
  #symbols = 0;

  constructor(ends: TraceEnds) {
    this.#ends = ends;
    this.#newRule(0);
  }

  /** Symbols on the right sides of all rules. */
  get size(): number {
    return this.#symbols;
  }

  get startGuard(): number {
    return this.rules.guard[START]!;
  }

  append(symbol: number): void {
    this.place(symbol);
    this.settle();
  }

  appendAll(symbols: Int32Array): void {
    for (let i = 0; i < symbols.length; i++) this.append(symbols[i]!);
  }

  /** Appends without looking at the new digram yet; the symbol's node. */
  place(symbol: number): number {
    const { list } = this;
    const guard = this.startGuard;
    const last = list.prev[guard]!;
    const node = this.#newNode(symbol);
    list.link(last, node);
    list.link(node, guard);
    this.#pending.push(last);
    return node;
  }

  exitsIn(symbol: number): number {
    if (symbol === EXIT) return 1;
    return isRule(symbol) ? this.rules.exits[ruleOf(symbol)]! : 0;
  }

  /** Restores both rules of the grammar wherever it was edited. */
  settle(): void {
    for (;;) {
      for (let node = this.#pending.pop(); node !== undefined; node = this.#pending.pop()) this.#check(node);
      const rule = this.#thin.pop();
      if (rule === undefined) return;
      if (this.rules.isLive(rule) && this.rules.uses[rule] === 1) this.#dissolve(rule);
    }
  }

  /** Puts a copy of its rule's body in the place of a node of the start rule; the first node of it. */
  expand(node: number): number {
    const { list, rules } = this;
    const rule = ruleOf(list.symbol[node]!);
    if (rules.uses[rule] === 1) return this.#dissolve(rule);
    const left = list.prev[node]!;
    const right = list.next[node]!;
    this.#cut(left);
    this.#cut(node);
    let last = left;
    const guard = rules.guard[rule]!;
    for (let source = list.next[guard]!; source !== guard; source = list.next[source]!) {
      const copy = this.#newNode(list.symbol[source]!);
      list.link(last, copy);
      this.#pending.push(last);
      last = copy;
    }
    list.link(last, right);
    this.#pending.push(last);
    this.#shareEnds(node, list.next[left]!, right);
    this.#discard(node);
    return list.next[left]!;
  }

  /** Takes the nodes from `first` to `last` out of the start rule, with the executions that end there. */
  remove(first: number, last: number): void {
    const { list } = this;
    const left = list.prev[first]!;
    const right = list.next[last]!;
    this.#cut(left);
    for (let node = first; node !== right;) {
      const next = list.next[node]!;
      this.#cut(node);
      this.#ends.forget(node);
      this.#discard(node);
      node = next;
    }
    list.link(left, right);
    this.#pending.push(left);
    this.#dropUnused();
  }

  /** For a grammar that is read back: rule `rule` with this body. Rules come before those that use them, the start last. */
  addRule(body: Int32Array, isStart: boolean): number {
    let exits = 0;
    for (const symbol of body) exits += this.exitsIn(symbol);
    const rule = isStart ? START : this.#newRule(exits);
    const guard = this.rules.guard[rule]!;
    let last = guard;
    for (const symbol of body) {
      const node = this.#newNode(symbol);
      this.list.link(last, node);
      this.#pending.push(last);
      last = node;
    }
    this.list.link(last, guard);
    return rule;
  }

  #check(node: number): void {
    const { list } = this;
    const second = list.next[node]!;
    if (!list.isSymbol(node) || !list.isSymbol(second)) return;
    const known = this.#digrams.findOrAdd(list.symbol[node]!, list.symbol[second]!, node);
    if (known === node) return;
    if (list.next[known] === node) this.#checkRun(node, list.prev[known]!);
    else if (second === known) this.#checkRun(node, list.next[known]!);
    else this.#match(node, known);
  }

  /** The known digram overlaps the one at a node; in a run of four, one on its other side does not. */
  #checkRun(node: number, other: number): void {
    const { list } = this;
    const symbol = list.symbol[node]!;
    if (list.symbol[other] === symbol && list.symbol[list.next[other]!] === symbol) this.#match(node, other);
  }

  /** Both nodes begin the same digram. */
  #match(node: number, known: number): void {
    const { list } = this;
    const wholeKnown = this.#ruleWithBody(known);
    const whole = this.#ruleWithBody(node);
    if (wholeKnown !== START) {
      if (whole === START) this.#substituted(this.#substitute(node, wholeKnown));
      else this.#unite(whole, wholeKnown);
      return;
    }
    const first = list.symbol[node]!;
    const second = list.symbol[list.next[node]!]!;
    if (whole !== START) {
      const replaced = this.#substitute(known, whole);
      this.#digrams.set(first, second, node);
      this.#substituted(replaced);
      return;
    }
    const rule = this.#newRule(this.exitsIn(first) + this.exitsIn(second));
    const guard = this.rules.guard[rule]!;
    const left = this.#newNode(first);
    const right = this.#newNode(second);
    list.link(guard, left);
    list.link(left, right);
    list.link(right, guard);
    const earlier = this.#substitute(known, rule);
    const later = this.#substitute(node, rule);
    this.#digrams.set(first, second, left);
    this.#substituted(later);
    this.#substituted(earlier);
  }

  /**
   * Two rules have come to the same body: what uses one now uses the other. Appending does not lead here, and removals
   * seldom do, so the uses are looked for.
   */
  #unite(rule: number, into: number): void {
    const { list, rules } = this;
    const symbol = ruleSymbol(rule);
    for (let user = 0; user < rules.end && rules.uses[rule]! > 0; user++) {
      const guard = rules.guard[user]!;
      if (guard === 0) continue;
      for (let node = list.next[guard]!; node !== guard; node = list.next[node]!) {
        if (list.symbol[node] === symbol) node = this.#rename(node, into);
      }
    }
    this.#dropUnused();
  }

  #rename(node: number, rule: number): number {
    const { list } = this;
    const left = list.prev[node]!;
    const right = list.next[node]!;
    this.#cut(left);
    this.#cut(node);
    const renamed = this.#newNode(ruleSymbol(rule));
    this.#ends.merge(node, NONE, renamed);
    this.#discard(node);
    list.link(left, renamed);
    list.link(renamed, right);
    this.#substituted(renamed);
    return renamed;
  }

  /** The rule whose whole body is the digram at a node; the start for none. */
  #ruleWithBody(node: number): number {
    const { list } = this;
    const before = list.prev[node]!;
    if (list.isSymbol(before) || list.next[list.next[node]!] !== before) return START;
    return ruleOfGuard(list.symbol[before]!);
  }

  /** Puts a rule in the place of the digram at a node; the new node. */
  #substitute(node: number, rule: number): number {
    const { list } = this;
    const left = list.prev[node]!;
    const second = list.next[node]!;
    const right = list.next[second]!;
    this.#cut(left);
    this.#cut(node);
    this.#cut(second);
    const symbol = ruleSymbol(rule);
    const replaced = this.#newNode(symbol);
    if (this.rules.exits[rule]! > 0) this.#ends.merge(node, second, replaced);
    this.#discard(node);
    this.#discard(second);
    list.link(left, replaced);
    list.link(replaced, right);
    return replaced;
  }

  #substituted(node: number): void {
    this.#pending.push(node, this.list.prev[node]!);
  }

  /** Puts the body of a rule that is used once in the place of its use; the body's first node. */
  #dissolve(rule: number): number {
    const { list, rules } = this;
    const node = rules.usersXor[rule]!;
    const guard = rules.guard[rule]!;
    const left = list.prev[node]!;
    const right = list.next[node]!;
    const first = list.next[guard]!;
    const last = list.prev[guard]!;
    this.#cut(left);
    this.#cut(node);
    list.link(left, first);
    list.link(last, right);
    this.#shareEnds(node, first, right);
    list.release(node);
    list.release(guard);
    rules.release(rule);
    this.#symbols--;
    this.#pending.push(last, left);
    return first;
  }

  /** The digram at a node is about to end. A run of its symbol may hide an overlapping one that the table does not know. */
  #cut(node: number): void {
    const { list } = this;
    const second = list.next[node]!;
    if (!list.isSymbol(node) || !list.isSymbol(second)) return;
    const symbol = list.symbol[node]!;
    const known = this.#digrams.delete(symbol, list.symbol[second]!, node);
    if (known && symbol === list.symbol[second]) this.#pending.push(list.prev[node]!, second);
  }

  #shareEnds(node: number, first: number, end: number): void {
    const { list } = this;
    const keys = this.#ends.take(node);
    if (keys.length === 0) return;
    let shared = 0;
    for (let piece = first; piece !== end; piece = list.next[piece]!) {
      const exits = this.exitsIn(list.symbol[piece]!);
      if (exits > 0) this.#ends.put(piece, keys.slice(shared, shared + exits));
      shared += exits;
    }
  }

  #newRule(exits: number): number {
    const guard = this.list.allocate(0);
    const rule = this.rules.allocate(guard, exits);
    this.list.symbol[guard] = guardSymbol(rule);
    this.list.link(guard, guard);
    return rule;
  }

  #newNode(symbol: number): number {
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
  #discard(node: number): void {
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

  /** Not by recursion: grammars may be deep. */
  #dropUnused(): void {
    const { list, rules } = this;
    for (let rule = this.#unused.pop(); rule !== undefined; rule = this.#unused.pop()) {
      const guard = rules.guard[rule]!;
      for (let node = list.next[guard]!; node !== guard;) {
        const next = list.next[node]!;
        this.#cut(node);
        this.#discard(node);
        node = next;
      }
      list.release(guard);
      rules.release(rule);
    }
  }
}
