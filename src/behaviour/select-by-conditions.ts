import type { GivenInput } from '#symbolic/concrete/bind-input';
import type { Condition } from '#symbolic/condition';

/** A path of the head that a change affects, by what must be true of an input that takes it. */
export interface AffectedPath {
  readonly conditions: readonly Condition[];
}

/** What is known of recorded inputs and affected paths (DiSE 5.2): which to run again, and what to add. */
export interface Selection {
  /** For each input, by its place in the list. */
  readonly inputs: readonly InputJudgement[];
  /** Paths that no input is known to take: tests to be added. */
  readonly unexercised: readonly number[];
}

/** `unsure` counts as selected: the input may take one of the paths. */
export type InputJudgement =
  | { readonly kind: 'selected'; readonly paths: readonly number[] }
  | { readonly kind: 'unsure'; readonly paths: readonly number[] }
  | { readonly kind: 'unaffected' };

/** Judged by whether the condition of a path holds for an input, where the published tool compared the texts of tests. */
export function selectByConditions(paths: readonly AffectedPath[], inputs: readonly GivenInput[]): Selection {
  const exercised = new Set<number>();
  const judged = inputs.map((input): InputJudgement => {
    const taken: number[] = [];
    const open: number[] = [];
    paths.forEach((path, index) => {
      const holds = holdsTogether(path.conditions, input);
      if (holds === true) taken.push(index);
      else if (holds === null) open.push(index);
    });
    for (const index of taken) exercised.add(index);
    if (taken.length > 0) return { kind: 'selected', paths: taken };
    return open.length > 0 ? { kind: 'unsure', paths: open } : { kind: 'unaffected' };
  });
  return { inputs: judged, unexercised: [...paths.keys()].filter((index) => !exercised.has(index)) };
}

/** Null when the input does not say. A condition that does not hold decides, also after one that is open. */
export function holdsTogether(conditions: readonly Condition[], input: GivenInput): boolean | null {
  let isOpen = false;
  for (const condition of conditions) {
    const holds = input.holds(condition);
    if (holds === false) return false;
    if (holds === null) isOpen = true;
  }
  return isOpen ? null : true;
}
