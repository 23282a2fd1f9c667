import { constraintKinds as kinds, constraintWidth, type ModuleFacts } from './facts';

/**
 * The names under which a module keeps objects that have, or get, a `get` or a `set`: given to `Object.defineProperties`, they
 * describe accessors (`{ size: { get() { … } } }`, `accessors.size.get = function () { … }`).
 */
export function describedNames({ constraints, strings }: ModuleFacts): ReadonlySet<string> {
  const parts = new Set(['get', 'set'].map((part) => strings.indexOf(part)));
  const descriptors = new Set<number>();
  eachOf(constraints, kinds.store, (at) => {
    if (parts.has(constraints[at + 1]!)) descriptors.add(constraints[at]!);
  });
  const found = new Set<string>();
  if (descriptors.size === 0) return found;
  // A descriptor that is written out may have a variable of its own.
  eachOf(constraints, kinds.copy, (at) => {
    if (descriptors.has(constraints[at + 1]!)) descriptors.add(constraints[at]!);
  });
  eachOf(constraints, kinds.store, (at) => {
    if (descriptors.has(constraints[at + 2]!)) found.add(strings[constraints[at + 1]!]!);
  });
  eachOf(constraints, kinds.load, (at) => {
    if (descriptors.has(constraints[at]!)) found.add(strings[constraints[at + 2]!]!);
  });
  return found;
}

function eachOf(constraints: Int32Array, wanted: number, visit: (at: number) => void): void {
  for (let at = 0; at < constraints.length; at += 1 + constraintWidth[constraints[at]!]!)
    if (constraints[at] === wanted) visit(at + 1);
}
