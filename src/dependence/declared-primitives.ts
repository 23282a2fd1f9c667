import { constraintKinds as kinds, type ModuleFacts } from '#ir/facts';
import { eachConstraint } from './constraints';

/** Variables of a module that are declared to hold no object. */
export function primitivesOf(module: ModuleFacts): ReadonlySet<number> {
  const found = new Set<number>();
  eachConstraint(module, (kind, words, at) => {
    if (kind === kinds.primitive) found.add(words[at]!);
  });
  return found;
}
