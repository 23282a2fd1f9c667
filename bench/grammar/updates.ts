import type { ExecutionTrace } from '#dynamic/events';
import { findKeyList } from '#dynamic/find-key-list';
import { freezeGrammar } from '#dynamic/freeze-grammar';
import type { ModSequitur } from '#dynamic/mod-sequitur';
import { type Expansion, removeTest } from '#dynamic/remove-test';
import { WholePathDag } from '#dynamic/whole-path-dag';
import { markdownTable, ratio } from '../markdown-table';
import { medianBy } from '../median';
import { buildGrammar } from './compression';
import { functionsOf, type Subject } from './subjects';
import { randomNumbers } from './synthetic-suite';
import { type Timed, timed } from './timed';

/** One update of a suite against a new build of the same suite. */
interface Trial {
  readonly changed: number;
  readonly updateMs: number;
  readonly publishedMs: number;
  readonly rebuildMs: number;
  /** Symbols after the update, over those of the new build. */
  readonly size: number;
  readonly publishedSize: number;
}

/** Evolve's Fig. 13: some tests of the suite are changed, so that their traces go and come again. */
export function testChangesTable({ traces }: Subject, trials: number): string {
  const random = randomNumbers(11);
  const shares = [0, 0.03, 0.1, 0.25, 0.5, 0.75, 1];
  const rows = shares.map((share) => {
    const changed = Math.max(1, Math.round(share * traces.length));
    const runs = Array.from({ length: trials }, () => compare(traces, shuffled(traces, random).slice(0, changed)));
    return rowOf(String(changed), runs);
  });
  return tableOf('changed tests#', rows);
}

/** Evolve's Fig. 15: some functions are changed; the tests to run again are those that Find-Key-List finds, in its time. */
export function functionChangesTable({ traces }: Subject, trials: number): string {
  const random = randomNumbers(12);
  const functions = functionsOf(traces);
  const byShare = new Map<string, Trial[]>();
  const grammar = buildGrammar(traces);
  for (let i = 0; i < trials * 4; i++) {
    const changed = shuffled(functions, random).slice(0, 1 + Math.floor(random() * 4));
    const found = timed(() => new Set(findKeyList(new WholePathDag(freezeGrammar(grammar)), changed)));
    const trial = compare(
      traces,
      traces.filter(({ key }) => found.value.has(key)),
    );
    const share = found.value.size / traces.length;
    const bucket = share < 0.17 ? 'up to 17 %' : share < 0.97 ? '17 to 97 %' : 'over 97 %';
    const withSearch = { ...trial, updateMs: trial.updateMs + found.ms, publishedMs: trial.publishedMs + found.ms };
    byShare.set(bucket, [...(byShare.get(bucket) ?? []), withSearch]);
  }
  const rows = ['up to 17 %', '17 to 97 %', 'over 97 %'].flatMap((bucket) => {
    const runs = byShare.get(bucket);
    return runs === undefined ? [] : [rowOf(`${bucket} (${runs.length} trials)`, runs)];
  });
  return tableOf('affected tests', rows);
}

/** A tenth of the tests replaced again and again, each time by other traces of the same program. */
export function driftTable({ traces }: Subject, rounds: number): string {
  const random = randomNumbers(13);
  const half = traces.slice(0, traces.length >> 1);
  const spare = traces.slice(half.length);
  const grammar = buildGrammar(half);
  const current = new Map(half.map((execution) => [execution.key, execution]));
  const rows: string[][] = [];
  for (let round = 1; round <= rounds; round++) {
    for (const { key } of shuffled([...current.values()], random).slice(0, Math.ceil(half.length / 10))) {
      const events = spare[Math.floor(random() * spare.length)]?.events ?? new Int32Array();
      removeTest(grammar, key);
      grammar.add({ key, events });
      current.delete(key);
      current.set(key, { key, events });
    }
    if ((round & (round - 1)) !== 0) continue;
    const rebuilt = buildGrammar(current.values());
    rows.push([String(round), ratio(grammar.sequitur.size / rebuilt.sequitur.size)]);
  }
  return markdownTable(['rounds#', 'symbols against a new build#'], rows);
}

function compare(traces: readonly ExecutionTrace[], changed: readonly ExecutionTrace[]): Trial {
  const keys = new Set(changed.map(({ key }) => key));
  const kept = traces.filter(({ key }) => !keys.has(key));
  const rebuilt = timed(() => buildGrammar([...kept, ...changed]));
  const updated = update(traces, changed, 'boundary');
  const published = update(traces, changed, 'terminals');
  const size = ({ value }: Timed<ModSequitur>): number => value.sequitur.size / rebuilt.value.sequitur.size;
  return {
    changed: changed.length,
    updateMs: updated.ms,
    publishedMs: published.ms,
    rebuildMs: rebuilt.ms,
    size: size(updated),
    publishedSize: size(published),
  };
}

function update(
  traces: readonly ExecutionTrace[],
  changed: readonly ExecutionTrace[],
  expansion: Expansion,
): Timed<ModSequitur> {
  const grammar = buildGrammar(traces);
  return timed(() => {
    for (const { key } of changed) removeTest(grammar, key, expansion);
    for (const execution of changed) grammar.add(execution);
    grammar.sequitur.settle();
    return grammar;
  });
}

function rowOf(label: string, runs: readonly Trial[]): string[] {
  const median = (of: (trial: Trial) => number): number => of(medianBy(runs, of));
  return [
    label,
    median(({ rebuildMs }) => rebuildMs).toFixed(0),
    median(({ updateMs }) => updateMs).toFixed(0),
    ratio(median(({ updateMs, rebuildMs }) => updateMs / rebuildMs)),
    ratio(median(({ publishedMs, rebuildMs }) => publishedMs / rebuildMs)),
    ratio(median(({ size }) => size)),
    ratio(median(({ publishedSize }) => publishedSize)),
  ];
}

function tableOf(label: string, rows: readonly (readonly string[])[]): string {
  return markdownTable(
    [label, 'build, ms#', 'update, ms#', 'update/build#', 'terminals/build#', 'symbols#', 'symbols, terminals#'],
    rows,
  );
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
