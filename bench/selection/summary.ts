import { percent } from '../markdown-table';
import type { TriedChange } from './tried-change';

/** A paragraph on what was seen of many changes. */
export function summary(tried: readonly TriedChange[]): string {
  const asked = tried.flatMap(({ ours, own }) => (own === null ? [] : [{ ours, own }]));
  const failing = tried.filter((change) => change.failing > 0).length;
  const missed = tried.filter((change) => change.missed.length > 0).length;
  const unlisted = tried.filter((change) => change.unlisted.length > 0).length;
  return [
    `${tried.length} changes, ${failing} make tests fail, ${missed} with a failing test that was not selected,`,
    `${unlisted} with a new test that was not announced`,
    `selected of tests / of their time / of files: ${shares(tried.map(({ ours }) => ours))}`,
    `the runner, or the graph of imports, where asked (${asked.length}): ${shares(asked.map(({ own }) => own))}`,
    `ours, there: ${shares(asked.map(({ ours }) => ours))}`,
    `seconds to select: ${seconds(tried.map(({ milliseconds }) => milliseconds.ours))}, the runner's ` +
      `${seconds(tried.map(({ milliseconds }) => milliseconds.own))}, to run all ` +
      seconds(tried.map(({ milliseconds }) => milliseconds.run)),
  ].join('\n');
}

function shares(of: readonly TriedChange['ours'][]): string {
  const mean = (key: keyof TriedChange['ours']): string => percent(average(of.map((s) => s[key])), 0);
  return `${mean('tests')} / ${mean('time')} / ${mean('files')}`;
}

function seconds(milliseconds: readonly number[]): string {
  return (average(milliseconds) / 1000).toFixed(1);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
