import { BitSet } from '#core/bit-set';
import type { NodeId } from '#core/ids';
import type { AffectedRule, AffectedRuleSet, AffectedSetName, Derivation, Seed } from './derivation';
import { FlowSweep } from './flow-sweep';
import { isSilent, isTemporary, type FunctionFlow } from './function-flow';
import type { Access } from './function-nodes';

/**
 * The rules of DiSE Fig. 3 and 4, in the order of Fig. 5(b): Eq. (1) to exhaustion, then Eq. (2); then Eq. (3) one
 * addition at a time, lowest write first, each followed by Eq. (2) to exhaustion; all that until nothing is new. Eq. (4)
 * comes last and feeds none of the others.
 *
 * The document's node is a statement. Where lowering made several nodes of one, they are joined again: what a call or a
 * temporary carries on within its statement is passed through (`statement`), so that after `x = …` in AWN the condition of
 * `if (f(x) > 0)` is a reader of x, although it is the call that reads x.
 */
export class AffectedRules {
  readonly derivation: Derivation[] = [];
  readonly #flow: FunctionFlow;
  readonly #extended: boolean;
  readonly #sets: Readonly<Record<AffectedSetName, Members>>;
  /** Members of AWN and `other` whose readers Eq. (3) has not exhausted. */
  readonly #pending: BitSet;
  readonly #conditionsRead = new Map<number, number[]>();
  /** Parts of statements that carried a value on to the conditions that read them. */
  readonly #passed: BitSet;
  /** Parts of statements that carried a change on to the writes they are part of. */
  readonly #joined: BitSet;
  /** New members of AWN and `other` that have not been carried on yet. */
  readonly #fresh: number[] = [];
  readonly #conditionReaders: FlowSweep;
  readonly #otherReaders: FlowSweep;
  #appliedEq1 = 0;
  #appliedEq2 = 0;

  constructor(flow: FunctionFlow, rules: AffectedRuleSet) {
    this.#flow = flow;
    this.#extended = rules === 'extended';
    this.#sets = { ACN: new Members(flow.size), AWN: new Members(flow.size), other: new Members(flow.size) };
    this.#pending = new BitSet(flow.size);
    this.#passed = new BitSet(flow.size);
    this.#joined = new BitSet(flow.size);
    this.#conditionReaders = new FlowSweep(
      flow,
      'readers',
      (node) => this.#passed.has(node) && !this.#isNewCondition(node),
    );
    this.#otherReaders = new FlowSweep(flow, 'readers', (node) => this.#isCarriedOn(node));
  }

  /** A node that both decides and writes is in both sets. */
  seed(seed: Seed): void {
    const node = this.#flow.indexOf(seed.node);
    for (const set of this.#setsOf(node, seed)) this.#add(set, node, { ...seed, set });
    this.#carryOn();
  }

  run(): void {
    do {
      this.#applyEq1();
      this.#applyEq2();
      for (let read = this.#nextConditionRead(); read !== undefined; read = this.#nextConditionRead()) {
        this.#step('ACN', read.condition, 'Eq. 3', read.from);
        this.#applyEq2();
      }
    } while (this.#appliedEq1 < this.#sets.ACN.order.length);
    this.#applyEq4();
  }

  /** In node order. */
  members(set: AffectedSetName): NodeId[] {
    return Array.from(this.#sets[set].bits, (node) => this.#flow.idOf(node));
  }

  #setsOf(node: number, seed: Seed): readonly AffectedSetName[] {
    const natural: AffectedSetName[] = [];
    if (this.#flow.conditions.has(node)) natural.push('ACN');
    if (this.#flow.writes.has(node)) natural.push('AWN');
    if (natural.length === 0) return ['other'];
    return seed.rule === 'removed' && natural.includes(seed.set) ? [seed.set] : natural;
  }

  #applyEq1(): void {
    const { order } = this.#sets.ACN;
    for (let from = order[this.#appliedEq1]; from !== undefined; from = order[++this.#appliedEq1]) {
      for (const node of this.#flow.controlledBy(from)) {
        if (this.#flow.conditions.has(node)) this.#step('ACN', node, 'Eq. 1', from);
      }
    }
  }

  #applyEq2(): void {
    const { order } = this.#sets.ACN;
    for (let from = order[this.#appliedEq2]; from !== undefined; from = order[++this.#appliedEq2]) {
      for (const node of this.#flow.controlledBy(from)) {
        if (this.#flow.writes.has(node)) this.#step('AWN', node, 'Eq. 2', from);
        else if (this.#extended && this.#isOther(node)) this.#step('other', node, 'Eq. 2', from);
      }
      this.#carryOn();
    }
  }

  /** The next pair (ni, nj) of Eq. (3): the lowest ni that a condition outside of ACN reads, and the lowest such nj. */
  #nextConditionRead(): { from: number; condition: number } | undefined {
    for (let from = lowest(this.#pending); from !== undefined; from = lowest(this.#pending)) {
      const conditions = this.#conditionsReadFrom(from);
      for (let condition = conditions.pop(); condition !== undefined; condition = conditions.pop()) {
        if (!this.#sets.ACN.bits.has(condition)) return { from, condition };
      }
      this.#pending.delete(from);
    }
    return undefined;
  }

  /** Highest first, to be taken from the end. */
  #conditionsReadFrom(node: number): number[] {
    const known = this.#conditionsRead.get(node);
    if (known !== undefined) return known;
    const conditions = new Set<number>();
    const carriers: number[] = [];
    const meet = (reader: number): void => {
      if (this.#isNewCondition(reader)) conditions.add(reader);
      if (this.#passed.add(reader)) carriers.push(reader);
    };
    const handed = this.#extended ? this.#flow.handedBy(node) : [];
    this.#conditionReaders.of(node, [...this.#flow.definitionsOf(node), ...handed]).forEach(meet);
    for (let carrier = carriers.pop(); carrier !== undefined; carrier = carriers.pop()) {
      const back = this.#flow.returnOf(carrier);
      if (back !== undefined) meet(back);
      this.#conditionReaders.of(carrier, this.#temporariesOf(carrier)).forEach(meet);
    }
    const descending = [...conditions].toSorted((a, b) => b - a);
    this.#conditionsRead.set(node, descending);
    return descending;
  }

  #applyEq4(): void {
    const { ACN, AWN, other } = this.#sets;
    const affected = [...ACN.order, ...AWN.order, ...(this.#extended ? other.order : [])];
    const writers = new FlowSweep(this.#flow, 'writers', (node) => AWN.bits.has(node) || !this.#flow.writes.has(node));
    for (const reader of affected) {
      for (const writer of writers.of(reader, this.#flow.usesOf(reader))) {
        AWN.add(writer);
        affected.push(writer);
        this.derivation.push(this.#derived('AWN', writer, 'Eq. 4', reader));
      }
    }
  }

  #step(set: AffectedSetName, node: number, rule: AffectedRule, from: number): void {
    this.#add(set, node, this.#derived(set, node, rule, from));
  }

  #add(set: AffectedSetName, node: number, derivation: Derivation): void {
    if (!this.#sets[set].add(node)) return;
    this.derivation.push(derivation);
    if (set === 'ACN') return;
    this.#pending.add(node);
    this.#fresh.push(node);
  }

  #carryOn(): void {
    for (let member = this.#fresh.pop(); member !== undefined; member = this.#fresh.pop()) {
      if (this.#extended) this.#spread(member);
      else this.#join(member);
    }
  }

  /** The rest of the statement that an affected node is part of. */
  #join(member: number): void {
    const parts = [member];
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      const back = this.#flow.returnOf(part);
      if (back !== undefined) this.#joinReturn(back, member);
      for (const next of this.#otherReaders.of(part, this.#temporariesOf(part))) {
        if (this.#flow.writes.has(next)) this.#step('AWN', next, 'statement', member);
        else if (this.#joined.add(next)) parts.push(next);
      }
    }
  }

  #joinReturn(back: number, member: number): void {
    if (this.#flow.conditions.has(back)) this.#step('ACN', back, 'statement', member);
    if (this.#flow.writes.has(back)) this.#step('AWN', back, 'statement', member);
    else if (this.#extended && this.#isOther(back)) this.#step('other', back, 'statement', member);
  }

  /** Everything but conditions that reads what an affected node writes; conditions are for Eq. (3). */
  #spread(member: number): void {
    const readers = this.#otherReaders.of(member, [
      ...this.#flow.definitionsOf(member),
      ...this.#flow.handedBy(member),
    ]);
    for (const reader of readers) {
      this.#step(this.#flow.writes.has(reader) ? 'AWN' : 'other', reader, 'data flow', member);
    }
    const back = this.#flow.returnOf(member);
    if (back !== undefined) this.#joinReturn(back, member);
  }

  /** What a node hands on inside its statement. */
  #temporariesOf(node: number): readonly Access[] {
    return this.#flow.definitionsOf(node).filter(isTemporary);
  }

  #isNewCondition(node: number): boolean {
    return this.#flow.conditions.has(node) && !this.#sets.ACN.bits.has(node);
  }

  /** Nothing that reads from an affected node is to be done for it, conditions aside. */
  #isCarriedOn(node: number): boolean {
    if (this.#flow.writes.has(node)) return this.#sets.AWN.bits.has(node);
    if (!this.#extended) return this.#joined.has(node);
    return !this.#isOther(node) || this.#sets.other.bits.has(node);
  }

  #isOther(node: number): boolean {
    return !this.#flow.conditions.has(node) && !this.#flow.writes.has(node) && !isSilent(this.#flow.kindOf(node));
  }

  #derived(set: AffectedSetName, node: number, rule: AffectedRule, from: number): Derivation {
    return { rule, set, node: this.#flow.idOf(node), from: this.#flow.idOf(from) };
  }
}

/** A set that remembers the order of its members. */
class Members {
  readonly order: number[] = [];
  readonly bits: BitSet;

  constructor(capacity: number) {
    this.bits = new BitSet(capacity);
  }

  add(node: number): boolean {
    if (!this.bits.add(node)) return false;
    this.order.push(node);
    return true;
  }
}

function lowest(set: BitSet): number | undefined {
  for (const member of set) return member;
  return undefined;
}
