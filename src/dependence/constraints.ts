import { constraintWidth, type ModuleFacts } from '#ir/facts';

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
