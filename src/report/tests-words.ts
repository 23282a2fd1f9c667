import { displayPath } from '#core/display-path';
import type { SelectionReason, TestsResult } from '#result/tests-result';
import { count, grouped } from './words';

/** `12 of 340 tests (4 %), 1.2 s of 31 s`. */
export function testsHeadline(result: TestsResult): string {
  const { total, selected, fresh, milliseconds } = result;
  const share = total === 0 ? '' : ` (${percent(selected.length / total)})`;
  const time = milliseconds.total === 0 ? '' : `, ${seconds(milliseconds.selected)} of ${seconds(milliseconds.total)}`;
  const more = fresh.length === 0 ? '' : `; ${newWords(result)}`;
  if (total === 0) return `No recorded tests${more}`;
  return `${count(selected.length, 'test')} of ${grouped(total)} affected${share}${time}${more}`;
}

function newWords({ fresh }: TestsResult): string {
  const files = fresh.filter(({ name }) => name === null).length;
  const groups = fresh.filter(({ isGroup }) => isGroup === true).length;
  const tests = fresh.length - files - groups;
  const parts = [
    ...(tests === 0 ? [] : [count(tests, 'new test')]),
    ...(files === 0 ? [] : [`${count(files, 'file')} with new tests`]),
    ...(groups === 0 ? [] : [`${count(groups, 'group')} that may have new tests`]),
  ];
  return parts.join(' and ');
}

/** A file may be a test itself, which has no name. */
export function testLabel(name: string): string {
  return name === '' ? 'the whole file' : displayPath(name);
}

/** `runs src/a.ts#f, through main → g → f`. */
export function reasonWords({ subject, effect, path }: SelectionReason): string {
  const way = path.length < 2 ? '' : `, through ${path.map(shortName).join(' → ')}`;
  const by = path.length === 1 && !subject.includes(path[0] ?? '') ? `, in ${displayPath(path[0] ?? '')}` : '';
  return `${displayPath(subject)}: ${effect}${way}${by}`;
}

/** Without the file. */
function shortName(id: string): string {
  return displayPath(id.slice(id.indexOf('#') + 1));
}

export function percent(share: number): string {
  const value = share * 100;
  return `${value > 0 && value < 1 ? '<1' : Math.round(value)} %`;
}

export function seconds(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const value = milliseconds / 1000;
  return value < 10 ? `${value.toFixed(1)} s` : `${Math.round(value)} s`;
}
