import { partsOf, type Term } from './term';

/**
 * Visits a term after its parts, each term once, without recursion: terms may be nested deeper than the stack.
 * What `isDone` is neither entered nor visited; `visit` must make it so.
 */
export function inPostOrder(
  root: Term,
  isDone: (term: Term) => boolean,
  visit: (term: Term) => void,
  parts: (term: Term) => readonly Term[] = partsOf,
): void {
  const stack = [root];
  for (let term = stack.at(-1); term !== undefined; term = stack.at(-1)) {
    if (isDone(term)) {
      stack.pop();
      continue;
    }
    const before = stack.length;
    for (const part of parts(term)) if (!isDone(part)) stack.push(part);
    if (stack.length > before) continue;
    stack.pop();
    visit(term);
  }
}
