import { createHash } from 'node:crypto';
import type { Recording, Segment } from '../../src/trace/recording';

export interface DescribedRecording {
  /** What is known of every test and module, in words that do not depend on numbers of the recording. */
  readonly facts: ReadonlyMap<string, string>;
  readonly tests: number;
  /** Pairs of functions of a test where one executes when the other has begun, or later. */
  readonly pairs: number;
}

/** Everything that two recordings of the same suite must have in common. */
export function describeRecording(recording: Recording): DescribedRecording {
  const names = functionNames(recording);
  const facts = new Map<string, string>();
  let pairs = 0;
  const ofSegments = (indexes: readonly number[]): string => {
    const described = byProcess(indexes.flatMap((index) => recording.segments[index] ?? [])).map((spans) =>
      describeSpans(spans, names),
    );
    for (const { count } of described) pairs += count;
    return described
      .map(({ text }) => text)
      .toSorted()
      .join(' ');
  };
  for (const { test, runner, outcome, segments, reads, environment } of recording.executions) {
    const key = JSON.stringify([runner, test.project, test.file, test.titles, test.ordinal]);
    const files = [reads.toSorted(), environment.toSorted()].map((list) => list.join());
    facts.set(key, [outcome, ...files, ofSegments(segments)].join(' | '));
  }
  const inTests = pairs;
  for (const module of recording.modules) {
    const imports = module.imports.map((index) => recording.modules[index]?.path).toSorted();
    const lists = [imports, module.packages, module.files, module.environment.toSorted()].map((list) => list.join());
    const loads = module.loads.map((load) => ofSegments([load])).toSorted();
    facts.set(`${module.path} ${module.hash}`, [module.functions.length, ...lists, ...new Set(loads)].join(' | '));
  }
  facts.set('notes', JSON.stringify(recording.notes.map(({ kind, message }) => [kind, message]).toSorted()));
  return { facts, tests: recording.executions.length, pairs: inTests };
}

function functionNames({ modules }: Recording): readonly string[] {
  const names: string[] = [];
  for (const { path, firstFunction, functions } of modules)
    functions.forEach(({ start, kind }, i) => (names[firstFunction + i] = `${path}:${start}:${kind}`));
  return names;
}

type Spans = Map<number, { first: number; last: number }>;

/** Times of two processes do not compare. */
function byProcess(segments: readonly Segment[]): readonly Spans[] {
  const processes = new Map<number, Spans>();
  for (const { process, functions, first, last } of segments) {
    const spans = processes.get(process) ?? new Map<number, { first: number; last: number }>();
    processes.set(process, spans);
    functions.forEach((fn, i) => {
      const known = spans.get(fn) ?? { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
      spans.set(fn, { first: Math.min(known.first, first[i] ?? 0), last: Math.max(known.last, last[i] ?? 0) });
    });
  }
  return [...processes.values()];
}

function describeSpans(spans: Spans, names: readonly string[]): { readonly text: string; readonly count: number } {
  const named = [...spans].map(([fn, { first, last }]) => ({ name: names[fn] ?? String(fn), first, last }));
  named.sort((a, b) => (a.name < b.name ? -1 : 1));
  const hash = createHash('sha256');
  let count = 0;
  for (const x of named) {
    const after = named.filter((y) => x.last >= y.first).map(({ name }) => name);
    count += after.length;
    hash.update(`${x.name}\n${after.join()}\n`);
  }
  return { text: `${named.length} functions, ${count} pairs ${hash.digest('hex').slice(0, 16)}`, count };
}
