import { IntList } from '#core/int-list';
import { IntColumn } from './int-column';
import type { IntSets } from './int-sets';

/** Variables that functions were left out of, since there were too many. */
export class MissingFunctions {
  private readonly noted = new IntColumn();
  private readonly variables = new IntList();
  private readonly flows = new IntList();

  note(variable: number): void {
    if (this.noted.at(variable) === 1) return;
    this.noted.set(variable, 1);
    this.variables.push(variable);
  }

  /** Functions of one variable become functions of another without being copied. */
  flow(from: number, to: number): void {
    this.flows.push(from, to);
  }

  /** By variable, 1 for those that functions were left out of, and for those that copy from them, directly or not. */
  everywhere(count: number, copies: IntSets): Uint8Array {
    const found = new Uint8Array(count);
    const flows = this.flowsFrom();
    const waiting: number[] = [];
    const add = (variable: number): void => {
      if (found[variable] === 1) return;
      found[variable] = 1;
      waiting.push(variable);
    };
    for (const variable of this.variables.toArray()) add(variable);
    for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
      for (const to of copies.of(from)) add(to);
      for (const to of flows.get(from) ?? []) add(to);
    }
    return found;
  }

  private flowsFrom(): ReadonlyMap<number, readonly number[]> {
    const found = new Map<number, number[]>();
    const pairs = this.flows.toArray();
    for (let i = 0; i < pairs.length; i += 2) {
      const known = found.get(pairs[i]!);
      if (known === undefined) found.set(pairs[i]!, [pairs[i + 1]!]);
      else known.push(pairs[i + 1]!);
    }
    return found;
  }
}
