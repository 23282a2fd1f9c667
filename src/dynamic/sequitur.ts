import { DigramTable } from './digram-table';
import { isRule, ruleOf, ruleSymbol } from './events';
import { RuleBodies, START } from './rule-bodies';
import type { TraceEnds } from './trace-ends';

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
  readonly #bodies = new RuleBodies();
  readonly list = this.#bodies.list;
  readonly rules = this.#bodies.rules;
  readonly #digrams = new DigramTable();
  /** Nodes whose digram is to be looked at, the next one last. Some may have been freed, or be in use again. */
  readonly #pending: number[] = [];
  readonly #ends: TraceEnds;

  constructor(ends: TraceEnds) {
    this.#ends = ends;
    this.#bodies.newRule(0);
  }

  /** Symbols on the right sides of all rules. */
  get size(): number {
    return this.#bodies.size;
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
    const node = this.#bodies.newNode(symbol);
    list.link(last, node);
    list.link(node, guard);
    this.#pending.push(last);
    return node;
  }

  exitsIn(symbol: number): number {
    return this.#bodies.exitsIn(symbol);
  }

  /** Restores both rules of the grammar wherever it was edited. */
  settle(): void {
    for (;;) {
      for (let node = this.#pending.pop(); node !== undefined; node = this.#pending.pop()) this.#check(node);
      const rule = this.#bodies.takeThin();
      if (rule === undefined) return;
      this.#dissolve(rule);
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
      const copy = this.#bodies.newNode(list.symbol[source]!);
      list.link(last, copy);
      this.#pending.push(last);
      last = copy;
    }
    list.link(last, right);
    this.#pending.push(last);
    this.#shareEnds(node, list.next[left]!, right);
    this.#bodies.discard(node);
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
      this.#bodies.discard(node);
      node = next;
    }
    list.link(left, right);
    this.#pending.push(left);
    this.#dropUnused();
  }

  /** For an empty grammar: takes over rules that come after those that they use, the start last. To be settled. */
  load(bodies: readonly Int32Array[]): void {
    const { list, rules } = this;
    const numbers: number[] = [];
    bodies.forEach((body, index) => {
      const symbols = body.map((symbol) => (isRule(symbol) ? ruleSymbol(numbers[ruleOf(symbol)]!) : symbol));
      const exits = symbols.reduce((sum, symbol) => sum + this.exitsIn(symbol), 0);
      const rule = index + 1 === bodies.length ? START : this.#bodies.newRule(exits);
      numbers.push(rule);
      let last = rules.guard[rule]!;
      for (const symbol of symbols) {
        const node = this.#bodies.newNode(symbol);
        list.link(last, node);
        this.#pending.push(last);
        last = node;
      }
      list.link(last, rules.guard[rule]!);
    });
    this.#bodies.findThin();
    this.#dropUnused();
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
    const wholeKnown = this.#bodies.ruleWithBody(known);
    const whole = this.#bodies.ruleWithBody(node);
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
    const rule = this.#bodies.newRule(this.exitsIn(first) + this.exitsIn(second));
    const guard = this.rules.guard[rule]!;
    const left = this.#bodies.newNode(first);
    const right = this.#bodies.newNode(second);
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
    const renamed = this.#bodies.newNode(ruleSymbol(rule));
    this.#ends.merge(node, NONE, renamed);
    this.#bodies.discard(node);
    list.link(left, renamed);
    list.link(renamed, right);
    this.#substituted(renamed);
    return renamed;
  }

  /** Puts a rule in the place of the digram at a node, which the table is to know elsewhere from now on; the new node. */
  #substitute(node: number, rule: number): number {
    const { list } = this;
    const left = list.prev[node]!;
    const second = list.next[node]!;
    const right = list.next[second]!;
    this.#cut(left);
    this.#cut(second);
    const symbol = ruleSymbol(rule);
    const replaced = this.#bodies.newNode(symbol);
    if (this.rules.exits[rule]! > 0) this.#ends.merge(node, second, replaced);
    this.#bodies.discard(node);
    this.#bodies.discard(second);
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
    this.#bodies.retire(rule, node);
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

  /** Not by recursion: grammars may be deep. */
  #dropUnused(): void {
    const { list, rules } = this;
    for (let rule = this.#bodies.takeUnused(); rule !== undefined; rule = this.#bodies.takeUnused()) {
      const guard = rules.guard[rule]!;
      for (let node = list.next[guard]!; node !== guard;) {
        const next = list.next[node]!;
        this.#cut(node);
        this.#bodies.discard(node);
        node = next;
      }
      this.#bodies.drop(rule);
    }
  }
}
