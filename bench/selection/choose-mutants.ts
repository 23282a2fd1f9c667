import type { Mutant } from './mutants';

/** Some of many, from all parts of the program: the same ones every time. */
export function chooseMutants(all: readonly Mutant[], count: number): Mutant[] {
  return shuffled(spread(all, count));
}

/** Where it is and what it does. */
export function mutantName({ path: file, kind, start }: Mutant, text: string): string {
  const line = text.slice(0, start).split('\n');
  return `${file}:${line.length}:${(line.at(-1) ?? '').length + 1} ${kind}`;
}

/** Evenly over all files and places: the same ones every time. */
function spread<T>(items: readonly T[], wanted: number): T[] {
  const step = Math.max(1, items.length / wanted);
  return Array.from({ length: Math.min(wanted, items.length) }, (_, i) => items[Math.floor(i * step)]).filter(
    (item): item is T => item !== undefined,
  );
}

/** By steps of the golden ratio: a run that is ended early has seen all parts of the program. */
function shuffled<T>(items: readonly T[]): T[] {
  const ratio = (Math.sqrt(5) - 1) / 2;
  return items
    .map((item, i) => ({ item, key: (i * ratio) % 1 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
