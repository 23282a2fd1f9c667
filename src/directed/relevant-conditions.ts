import type { Term } from '#smt/term';
import { unknownsOf } from '#smt/unknowns';
import type { ConditionList } from '#symbolic/condition';
import type { Location } from '#symbolic/location';

/**
 * The conditions that say something of values, or of unknowns that others among them tie to these. The rest can be true
 * whatever the values are: it speaks of parameters only that no value depends on.
 */
export function relevantConditions(
  conditions: ConditionList | null,
  values: readonly (Term | Location | string | number)[],
  parameters: ReadonlySet<string>,
): ReadonlySet<unknown> {
  const relevant = new Set<unknown>();
  const names = new Set<string>();
  const places: string[] = [];
  const meet = (term: Term): void => {
    for (const { name } of unknownsOf(term)) names.add(name);
  };
  for (const value of values) {
    if (typeof value !== 'object') continue;
    if ('sort' in value) meet(value);
    else places.push(value.name);
  }
  let open: Term[] = [];
  for (let at = conditions; at !== null; at = at.before) {
    const { condition } = at;
    if (condition.kind === 'term') {
      open.push(condition.term);
      continue;
    }
    relevant.add(condition);
    places.push(condition.location.name);
    if (condition.kind === 'alias') places.push(condition.other.name);
  }
  const isMet = (term: Term): boolean =>
    unknownsOf(term).some(
      ({ kind, name }) =>
        kind === 'application' ||
        !parameters.has(name) ||
        names.has(name) ||
        // Whatever is at a place of the input is named for it.
        places.some((place) => name.startsWith(place)),
    );
  for (let left = -1; left !== open.length;) {
    left = open.length;
    open = open.filter((term) => {
      if (!isMet(term)) return true;
      relevant.add(term);
      meet(term);
      return false;
    });
  }
  return relevant;
}
