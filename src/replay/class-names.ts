import type { ReplayInput } from './write-input';

/** Names that inputs use as those of classes, but for classes of the language, in the order of the alphabet. */
export function classNamesIn(inputs: readonly ReplayInput[]): string[] {
  const names = new Set<string>();
  for (const { setup, receiver, args, later = [] } of inputs) {
    const texts = [...setup, receiver ?? '', ...args, ...later.flatMap((call) => call.args)];
    for (const text of texts) {
      for (const [, made, prototype] of text.matchAll(mention)) names.add(made ?? prototype ?? '');
    }
  }
  return [...names].filter((name) => !(name in globalThis)).toSorted();
}

const mention = /\bnew\s+([\p{L}_$][\p{L}\p{N}_$]*)|(?<![\p{L}\p{N}_$.])([\p{L}_$][\p{L}\p{N}_$]*)\.prototype\b/gu;
