import { targetOf } from '#ir/operands';
import type { FunctionIr, Op } from '#ir/cfg';
import type { Target } from '#ir/expression';

/** Which temporary of one function became which of the other, learned from the nodes that define them. */
export class TempPairs {
  readonly #toHead: Int32Array;
  readonly #toBase: Int32Array;

  constructor(base: FunctionIr, head: FunctionIr) {
    this.#toHead = new Int32Array(base.tempCount).fill(-1);
    this.#toBase = new Int32Array(head.tempCount).fill(-1);
    base.params.forEach((param, i) => this.learnTarget(param.target, head.params[i]?.target ?? null));
  }

  arePartners(base: number, head: number): boolean {
    return this.#toHead[base] === head;
  }

  /** From two operations that are taken for partners: what one defines is what the other defines. What was new. */
  learn(base: Op, head: Op): readonly number[] {
    const learned = this.learnTarget(targetOf(base), targetOf(head));
    if (base.kind === 'iter-open' && head.kind === 'iter-open')
      return [...learned, ...this.#learn(base.iter, head.iter)];
    if (base.kind === 'yield' && head.kind === 'yield' && base.returned !== null && head.returned !== null) {
      return [...learned, ...this.#learn(base.returned, head.returned)];
    }
    return learned;
  }

  learnTarget(base: Target | null, head: Target | null): readonly number[] {
    return base?.kind === 'temp' && head?.kind === 'temp' ? this.#learn(base.temp, head.temp) : nothing;
  }

  /** Takes back what `learn` answered. */
  forget(learned: readonly number[]): void {
    for (const base of learned) {
      this.#toBase[this.#toHead[base]!] = -1;
      this.#toHead[base] = -1;
    }
  }

  #learn(base: number, head: number): readonly number[] {
    if (this.#toHead[base]! >= 0 || this.#toBase[head]! >= 0) return nothing;
    this.#toHead[base] = head;
    this.#toBase[head] = base;
    return [base];
  }
}

const nothing: readonly number[] = [];
