import type { VersionFunction } from './version';
import { rootSyntax } from './syntax-tree';

/**
 * Two functions that are written the same to the letter but for the functions nested in them, which stand at the same places.
 * A file in which one function changed is such: its body need not be taken apart to see that it did not.
 */
export class SameLayout {
  /** Start and end of each nested function, in order. */
  readonly #base: readonly number[];
  readonly #head: readonly number[];

  constructor(base: readonly number[], head: readonly number[]) {
    this.#base = base;
    this.#head = head;
  }

  /** Where a place of the base is in the head; −1 inside of a nested function. */
  toHead(place: number): number {
    let [passed, end] = [0, this.#base.length];
    while (passed < end) {
      const middle = (passed + end) >> 1;
      if (this.#base[middle]! < place) passed = middle + 1;
      else end = middle;
    }
    if (this.#base[passed] === place) return this.#head[passed]!;
    if (passed % 2 === 1) return -1;
    // After the last place that was passed; before the first, both count from the beginning of the function.
    return passed === 0
      ? place - this.#base[0]! + this.#head[0]!
      : place - this.#base[passed - 1]! + this.#head[passed - 1]!;
  }
}

/** Null where something else differs, or where what is nested is no function by itself. */
export function sameLayout(
  ours: VersionFunction,
  theirs: VersionFunction,
  nested: { readonly base: readonly VersionFunction[]; readonly head: readonly VersionFunction[] },
): SameLayout | null {
  if (nested.base.length === 0 || nested.base.length !== nested.head.length) return null;
  const [base, head] = [edgesOf(nested.base), edgesOf(nested.head)];
  if (base === null || head === null) return null;
  const [before, after] = [ours.module.text, theirs.module.text];
  let [i, j] = [ours.fn.start, theirs.fn.start];
  for (let at = 0; at <= base.length; at += 2) {
    const [x, y] = [base[at] ?? ours.fn.end, head[at] ?? theirs.fn.end];
    if (before.slice(i, x) !== after.slice(j, y)) return null;
    [i, j] = [base[at + 1] ?? x, head[at + 1] ?? y];
  }
  return new SameLayout(base, head);
}

/** The parts of a class that are not written as functions overlap with those that are. */
function edgesOf(functions: readonly VersionFunction[]): readonly number[] | null {
  const edges: number[] = [];
  for (const { fn } of functions) {
    const { type, start, end } = rootSyntax(fn);
    if (!functionTypes.has(type) || start < (edges.at(-1) ?? 0)) return null;
    edges.push(start, end);
  }
  return edges;
}

const functionTypes: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);
