import type { Terms } from '#smt/terms';
import type { Condition } from '#symbolic/condition';
import type { Location } from '#symbolic/location';

/** Conditions that hold together. */
export type Case = readonly Condition[];

/** More cases than these are left as they are: what one would have to compare grows with the square. */
export const mostCases = 400;

/**
 * Fewer and wider cases that mean the same together: `x && a || x && !a` is `x`, and `a || !a && b` is `a || b`. What paths
 * decide on their way to the same behaviour goes.
 */
export function mergeCases(cases: readonly Case[], terms: Terms): readonly Case[] {
  if (cases.length > mostCases) return cases;
  let merged = cases.map((list) => new CaseSet(list, terms));
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (let i = 0; i < merged.length; i++) {
      for (let j = 0; j < merged.length; j++) {
        const [kept, other] = [merged[i], merged[j]];
        if (i === j || kept === undefined || other === undefined || kept.isGone || other.isGone) continue;
        if (other.isIn(kept)) kept.isGone = true;
        else if (kept.absorb(other)) isDone = false;
      }
    }
    merged = merged.filter(({ isGone }) => !isGone);
  }
  return merged.map((set) => set.conditions());
}

/** One case, by keys of its conditions. */
class CaseSet {
  readonly #terms: Terms;
  readonly #conditions = new Map<string, Condition>();
  isGone = false;

  constructor(list: Case, terms: Terms) {
    this.#terms = terms;
    for (const condition of list) this.#conditions.set(keyOf(condition), condition);
  }

  conditions(): Condition[] {
    return [...this.#conditions.values()];
  }

  /** Whether everything that this case demands, another demands, too. */
  isIn(other: CaseSet): boolean {
    for (const key of this.#conditions.keys()) if (!other.#conditions.has(key)) return false;
    return true;
  }

  /**
   * Drops a condition that the other case makes needless: the other is this one's rest with the opposite, or with other kinds
   * of an input. True when something was dropped.
   */
  absorb(other: CaseSet): boolean {
    const missing = [...other.#conditions].filter(([key]) => !this.#conditions.has(key));
    const [only, ...more] = missing;
    if (only === undefined || more.length > 0) return false;
    const [, opposite] = only;
    if (opposite.kind === 'term') {
      const key = `term ${this.#terms.not(opposite.term).id}`;
      // A case that demands both is no input's.
      return !other.#conditions.has(key) && this.#conditions.delete(key);
    }
    if (opposite.kind !== 'shape') return false;
    return this.#widen(opposite.location, opposite.members, other);
  }

  #widen(location: Location, members: number, other: CaseSet): boolean {
    for (const [key, condition] of this.#conditions) {
      if (condition.kind !== 'shape' || condition.location !== location || other.#conditions.has(key)) continue;
      if (this.#conditions.size !== other.#conditions.size) return false;
      this.#conditions.delete(key);
      const all = condition.members | members;
      const count = location.type.members.length + (location.optional ? 1 : 0);
      const isEverything = count <= 30 && all === 2 ** count - 1;
      const wider: Condition = { ...condition, members: all };
      if (!isEverything) this.#conditions.set(keyOf(wider), wider);
      return true;
    }
    return false;
  }
}

function keyOf(condition: Condition): string {
  switch (condition.kind) {
    case 'term':
      return `term ${condition.term.id}`;
    case 'shape':
      return `shape ${condition.location.id} ${condition.members}`;
    case 'alias':
      return `alias ${condition.location.id} ${condition.other.id} ${condition.same}`;
  }
}
