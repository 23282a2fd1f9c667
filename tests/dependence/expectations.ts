import type { LabelledFiles } from './labelled-files';

/**
 * What a fixture says of itself, one expectation per comment line:
 *
 * - `@dep a -> b`: `b` depends on `a` directly; `@dep a -> b data x` also by which kind of edge, and for what.
 * - `@no a -> b`: it does not.
 * - `@reach a -> b`, `@unreach a -> b`: the forward slice of `a` has, or has not, a node of `b`.
 * - `@slice a: b, c`: the named lines of the forward slice of `a`, itself included; `@back a: b, c` of the backward slice.
 * - `@calls a: f, callback g`: all functions that the line `a` calls.
 * - `@unresolved a: external console.log`: all its calls of other code.
 *
 * What follows `FIXME` is a note on what would be right.
 */
export interface Expectation {
  readonly text: string;
  readonly points: readonly string[];
  /** Null when it holds, otherwise what was found instead. */
  check(files: LabelledFiles): string | null;
}

export function expectationsIn(text: string): Expectation[] {
  const lines = text.split('\n').map((line) => /^\s*\/\/ (@.*)$/.exec(line)?.[1] ?? '');
  return lines.filter((line) => line !== '').map((line) => expectation(line.replace(/ FIXME .*$/, '')));
}

function expectation(text: string): Expectation {
  const between = /^@(dep|no|reach|unreach) (\S+) -> (\S+)(?: (\w+)(?: (.+))?)?$/.exec(text);
  if (between !== null) {
    const [, command = '', from = '', to = '', kind, label] = between;
    return { text, points: [from, to], check: (files) => checkPair(files, command, { from, to, kind, label }) };
  }
  const list = /^@(slice|back|calls|unresolved) (\S+):(.*)$/.exec(text);
  if (list === null) throw new Error(`not an expectation: ${text}`);
  const [, command = '', point = '', items = ''] = list;
  const expected = items.split(',').map((item) => item.trim());
  const wanted = expected.filter((item) => item !== '');
  const points = command === 'slice' || command === 'back' ? [point, ...wanted] : [point];
  return { text, points, check: (files) => checkList(listOf(files, command, point), wanted) };
}

interface Pair {
  readonly from: string;
  readonly to: string;
  readonly kind: string | undefined;
  readonly label: string | undefined;
}

function checkPair(files: LabelledFiles, command: string, { from, to, kind, label }: Pair): string | null {
  if (command === 'reach' || command === 'unreach') {
    const reaches = files.reaches(from, to);
    return reaches === (command === 'reach') ? null : reaches ? 'reached' : 'not reached';
  }
  const found = files.direct(from, to);
  const fitting = found.filter((edge) => (kind ?? edge.kind) === edge.kind && (label ?? edge.label) === edge.label);
  if (fitting.length > 0 === (command === 'dep')) return null;
  return found.length === 0 ? 'none' : found.map((edge) => `${edge.kind} ${edge.label}`).join(', ');
}

function listOf(files: LabelledFiles, command: string, point: string): string[] {
  if (command === 'calls') return files.callees(point);
  if (command === 'unresolved') return files.unresolved(point);
  return files.slicedLabels([point], command === 'slice' ? 'forward' : 'backward');
}

function checkList(found: readonly string[], wanted: readonly string[]): string | null {
  const sorted = found.toSorted().join(', ');
  return sorted === wanted.toSorted().join(', ') ? null : sorted;
}
