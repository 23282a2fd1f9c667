import type { Term } from '#smt/term';
import type { Location } from './location';
import type { Site } from './site';

/** One thing that must be true of the input for the program to take this path. */
export type Condition =
  | {
      readonly kind: 'term';
      readonly term: Term;
      /**
       * `branch`: a decision of the program. `implicit`: one inside an operation, such as an index in range.
       * `input`: true of every input of the declared type. `precondition`: stated by the user.
       */
      readonly role: 'branch' | 'implicit' | 'input' | 'precondition';
      readonly site: Site | null;
    }
  /** The input at the location is one of some members of its type. */
  | { readonly kind: 'shape'; readonly location: Location; readonly members: number; readonly site: Site | null }
  /** Two inputs are the same object, or are not. */
  | {
      readonly kind: 'alias';
      readonly location: Location;
      readonly other: Location;
      readonly same: boolean;
      /** What follows for the parts that the path has looked at: they are equal, too. */
      readonly equal: Term;
      readonly site: Site | null;
    };

/** The conditions of a path, latest first. Paths share what they have in common. */
export interface ConditionList {
  readonly condition: Condition;
  readonly before: ConditionList | null;
  readonly length: number;
}

export function withCondition(list: ConditionList | null, condition: Condition): ConditionList {
  return { condition, before: list, length: (list?.length ?? 0) + 1 };
}

/** Terms among the conditions, in the order in which the path met them. */
export function termsOf(list: ConditionList | null): Term[] {
  const terms: Term[] = [];
  for (let at = list; at !== null; at = at.before) {
    if (at.condition.kind === 'term') terms.push(at.condition.term);
  }
  return terms.toReversed();
}
