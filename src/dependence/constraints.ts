import { accessWidth, constraintWidth, places, type ModuleFacts } from '#ir/facts';

/** Calls back with the kind of each constraint and where its operands start. */
export function eachConstraint(
  module: ModuleFacts,
  visit: (kind: number, words: Int32Array, at: number) => void,
): void {
  const words = module.constraints;
  for (let i = 0; i < words.length;) {
    const kind = words[i]!;
    visit(kind, words, i + 1);
    i += 1 + constraintWidth[kind]!;
  }
}

export function functionsUsingArguments(module: ModuleFacts): Set<number> {
  const users = new Set<number>();
  const { accesses, functions } = module;
  for (let fn = 0; fn < functions.count; fn++) {
    const first = functions.firstNode[fn]!;
    const from = accesses.offset[first]!;
    const to = accesses.offset[first + functions.nodeCount[fn]!]!;
    for (let i = from; i < to; i += accessWidth) {
      if (accesses.words[i + 2] === places.arguments) {
        users.add(fn);
        break;
      }
    }
  }
  return users;
}
