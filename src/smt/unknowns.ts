import { inPostOrder } from './post-order';
import type { Term, Unknown } from './term';
import { isUnknown } from './terms';

const known = new WeakMap<Term, readonly Unknown[]>();

/** Symbols and applications that occur in a term, parts first; remembered for the terms that are asked for. */
export function unknownsOf(root: Term): readonly Unknown[] {
  const remembered = known.get(root);
  if (remembered !== undefined) return remembered;
  const seen = new Set<Term>();
  const found: Unknown[] = [];
  inPostOrder(
    root,
    (term) => seen.has(term),
    (term) => {
      seen.add(term);
      if (isUnknown(term)) found.push(term);
    },
  );
  known.set(root, found);
  return found;
}
