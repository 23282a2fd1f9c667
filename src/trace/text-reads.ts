import { decodeFunctions } from './function-table';
import type { ProcessJournal } from './read-journals';
import { bareClasses } from './recording';
import type { TextEntry } from './runtime/entry';

/** A text that was asked for, with the functions of the recording that it may consist of. */
export interface TextRead extends Pick<TextEntry, 'execution' | 'suite' | 'module'> {
  readonly functions: readonly number[];
}

/**
 * Which module a text is of is not known: any of the process that has as many functions. `numbers` are those of the functions of the process in
 * the recording.
 */
export function textReads({ entries }: ProcessJournal, numbers: ReadonlyMap<number, number>): readonly TextRead[] {
  const asked = entries.filter((entry) => entry.t === 'text');
  if (asked.length === 0) return [];
  const modules = entries.flatMap((entry) =>
    entry.t === 'module' ? [{ base: entry.base, count: decodeFunctions(entry.table).length }] : [],
  );
  return asked.map(({ execution, suite, module, functions }) => {
    if (functions.length === 0) return { execution, suite, module, functions: [bareClasses] };
    const found = modules.flatMap(({ base, count }) =>
      functions.every((fn) => fn < count) ? functions.flatMap((fn) => numbers.get(base + fn) ?? []) : [],
    );
    return { execution, suite, module, functions: found };
  });
}

export function ascending(numbers: Iterable<number>): number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}
