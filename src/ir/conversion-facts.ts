import type { IntList } from '#core/int-list';
import { constraintKinds as kinds, constraintWidth, type ModuleFacts } from './facts';

/**
 * Conversions of values that nobody else asks for: they are told of the variables and properties that the values come from, so that
 * arithmetic on properties adds nothing to pointer analysis where no method of the program can run in it.
 */
export class ConvertedValues {
  /** Per variable, one more than where the last constraint begins that gives it objects, and per constraint the one before. */
  private readonly last: Int32Array;
  private readonly before: Int32Array;

  constructor(
    private readonly facts: ModuleFacts,
    private readonly asked: Uint8Array,
    private readonly held: Uint8Array,
  ) {
    const { constraints: words, varCount } = facts;
    this.last = new Int32Array(varCount);
    this.before = new Int32Array(words.length);
    for (let at = 0; at < words.length; at += 1 + constraintWidth[words[at]!]!) {
      const kind = words[at]!;
      if (kind !== kinds.copy && kind !== kinds.load && kind !== kinds.global && kind !== kinds.superOf) continue;
      const to = words[at + 1]!;
      if (asked[to] === 1) continue;
      this.before[at] = this.last[to]!;
      this.last[to] = at + 1;
    }
  }

  /** Writes the constraints that stand for the conversion of a variable by a node. */
  write(variable: number, node: number, to: IntList): void {
    if (this.asked[variable] === 1) {
      to.push(kinds.convert, variable, node);
      return;
    }
    const { constraints: words } = this.facts;
    const seen = [variable];
    for (const value of seen) {
      // What is made here, and the results of calls, are known to the analysis in any case.
      if (this.last[value] === 0 && this.held[value] === 1) to.push(kinds.convert, value, node);
      for (let at = this.last[value]! - 1; at >= 0; at = this.before[at]! - 1) {
        const source = words[at + 2]!;
        if (words[at] === kinds.load) {
          if (this.held[source] === 1) to.push(kinds.convertPart, source, words[at + 3]!, node);
        } else if (words[at] === kinds.copy && this.held[source] === 1) {
          if (this.asked[source] === 1) to.push(kinds.convert, source, node);
          else if (!seen.includes(source)) seen.push(source);
        }
      }
    }
  }
}
