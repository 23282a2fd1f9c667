import { BitSet } from '#core/bit-set';
import type { FunctionFlow } from './function-flow';
import type { LoopEntries } from './loop-entries';

/** ExCond, ExWrite, UnExCond and UnExWrite of DiSE Fig. 6, for one invocation of a function. */
export class ExploredSets {
  readonly exCond: BitSet;
  readonly exWrite: BitSet;
  readonly unExCond: BitSet;
  readonly unExWrite: BitSet;
  readonly #flow: FunctionFlow;
  readonly #loops: LoopEntries;

  constructor(flow: FunctionFlow, loops: LoopEntries, affected: BitSet) {
    this.#flow = flow;
    this.#loops = loops;
    this.exCond = new BitSet(flow.size);
    this.exWrite = new BitSet(flow.size);
    this.unExCond = affected.clone();
    this.unExCond.intersectWith(flow.conditions);
    // Calls, returns and throws have no place in the document: they are done like writes.
    this.unExWrite = affected.clone();
    this.unExWrite.subtract(this.unExCond);
  }

  /** `UpdateExploredSet`. */
  update(node: number): void {
    move(node, this.unExWrite, this.exWrite);
    move(node, this.unExCond, this.exCond);
  }

  /** `CheckLoops`. */
  checkLoops(node: number): void {
    for (const member of this.#loops.loopAt(node)) this.#reset(member);
  }

  /** `AffectedLocIsReachable`, but for its check of loops. */
  isReachable(from: number): boolean {
    let isReachable = false;
    const unexplored = [...this.unExWrite, ...this.unExCond];
    const explored = [...this.exWrite, ...this.exCond];
    for (const node of unexplored) {
      if (from !== node && !this.#flow.reaches(from, node)) continue;
      isReachable = true;
      for (const other of explored) if (this.#flow.reaches(node, other)) this.#reset(other);
    }
    return isReachable;
  }

  /** `ResetUnExploredSet`. */
  #reset(node: number): void {
    move(node, this.exWrite, this.unExWrite);
    move(node, this.exCond, this.unExCond);
  }
}

function move(node: number, from: BitSet, to: BitSet): void {
  if (from.delete(node)) to.add(node);
}
