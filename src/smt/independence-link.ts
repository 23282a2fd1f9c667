import type { Model } from './model';
import { sat, unsat, type Answer, type Link, type Solver } from './solver';
import type { Scalar } from './sorts';
import type { Term, Unknown } from './term';
import { unknownsOf } from './unknowns';

/**
 * Splits constraints into groups that share no unknown and asks for each alone: the group of the last constraint first,
 * since the others were mostly asked before.
 */
export function independenceLink(next: Solver): Link {
  const count = { seen: 0, answered: 0 };
  return {
    name: 'independence',
    count,
    check(query) {
      count.seen++;
      const groups = independentGroups(query.constraints);
      const [first] = groups;
      if (groups.length === 1 && first?.length === query.constraints.length) return next.check(query);
      const models: Model[] = [];
      let open: Answer | null = null;
      for (const constraints of groups.toReversed()) {
        const answer = next.check({ ...query, constraints });
        if (answer.kind === 'unsat') return unsat;
        if (answer.kind === 'unknown') open ??= answer;
        else models.push(restricted(answer.model, constraints));
      }
      if (groups.length === 0) count.answered++;
      return open ?? sat(merged(models));
    },
    close: () => next.close(),
  };
}

/**
 * Groups in the order of their last constraint. Functions of one name are one unknown here: their results agree where
 * their arguments do. What is always true is in no group.
 */
export function independentGroups(constraints: readonly Term[]): readonly (readonly Term[])[] {
  const parents = new Map<Unknown | string | Term, Unknown | string | Term>();

  function find(member: Unknown | string | Term): Unknown | string | Term {
    let root = member;
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root))
      root = parent;
    for (let at = member; at !== root;) {
      const parent = parents.get(at) ?? root;
      parents.set(at, root);
      at = parent;
    }
    return root;
  }

  for (const constraint of constraints) {
    for (const unknown of unknownsOf(constraint)) {
      parents.set(find(unknown.kind === 'application' ? unknown.name : unknown), find(constraint));
    }
  }
  const groups = new Map<Unknown | string | Term, Term[]>();
  for (const constraint of new Set(constraints)) {
    if (constraint.kind === 'constant' && constraint.value === true) continue;
    const root = find(constraint);
    const group = groups.get(root) ?? [];
    group.push(constraint);
    // Moved to the end, so that the group of the last constraint comes last.
    groups.delete(root);
    groups.set(root, group);
  }
  return [...groups.values()];
}

/** A model that was found for other constraints may say more than it was asked: other groups must not see that. */
function restricted(model: Model, constraints: readonly Term[]): Model {
  const own = new Map<Unknown, Scalar>();
  for (const constraint of constraints) {
    for (const unknown of unknownsOf(constraint)) {
      const value = model.get(unknown);
      if (value !== undefined) own.set(unknown, value);
    }
  }
  return own;
}

function merged(models: readonly Model[]): Model {
  const all = new Map<Unknown, Scalar>();
  for (const model of models) for (const [unknown, value] of model) all.set(unknown, value);
  return all;
}
