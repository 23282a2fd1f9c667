import { displayPath } from '#core/display-path';
import type { NewTestsResult, SelectedTestResult, TestRunResult, TestsResult } from '#result/tests-result';
import { cutText } from './source-text';
import { reasonWords, testLabel, testsHeadline } from './tests-words';
import { paintFor, type Paint, type TextOptions } from './text-style';
import { count } from './words';

/** The selected tests for a terminal: by file, each with why. */
export function renderTestsText(result: TestsResult, options: TextOptions): string {
  const paint = paintFor(options.colour);
  const blocks = [
    [paint.bold(testsHeadline(result)), paint.dim(`recorded from ${result.recording.description}`)],
    causesBlock(result.selected, options, paint),
    ...fileBlocks(result.selected, options, paint),
    freshBlock(result.fresh, options, paint),
    ...(result.gone.length === 0 ? [] : [[paint.dim(`${count(result.gone.length, 'recorded test')} no longer there`)]]),
    ...(result.run === undefined ? [] : [runBlock(result.run, paint)]),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const mostFiles = 12;
const mostTests = 6;

/** From this many tests on, what they are selected for is said at a glance. */
const manyTests = 20;
const mostCauses = 8;

function causesBlock(selected: readonly SelectedTestResult[], options: TextOptions, paint: Paint): string[] {
  if (selected.length < manyTests) return [];
  const causes = causesOf(selected);
  const shown = options.all ? causes : causes.slice(0, mostCauses);
  const width = Math.max(...shown.map(({ amount }) => count(amount, 'test').length));
  const rest = causes.length - shown.length;
  return [
    'Because of',
    ...shown.map(({ subject, amount }) =>
      cutText(`  ${count(amount, 'test').padStart(width)}  ${displayPath(subject)}`, options.width),
    ),
    ...(rest === 0 ? [] : [paint.dim(`  and ${count(rest, 'more change')}`)]),
  ];
}

/** What was changed first, then what affected tests leave behind. */
function causesOf(selected: readonly SelectedTestResult[]): { readonly subject: string; readonly amount: number }[] {
  const causes = new Map<string, { readonly subject: string; readonly isState: boolean; amount: number }>();
  for (const { subject, kind } of selected.flatMap(({ because }) => because)) {
    const cause = causes.get(subject) ?? { subject, isState: kind === 'state', amount: 0 };
    cause.amount++;
    causes.set(subject, cause);
  }
  return [...causes.values()].toSorted((a, b) => Number(a.isState) - Number(b.isState) || b.amount - a.amount);
}

function fileBlocks(selected: readonly SelectedTestResult[], options: TextOptions, paint: Paint): string[][] {
  const files = new Map<string, SelectedTestResult[]>();
  for (const test of selected) files.set(test.file, [...(files.get(test.file) ?? []), test]);
  const blocks = [...files].map(([file, tests]) => fileBlock(file, tests, options, paint));
  if (options.all || blocks.length <= mostFiles) return blocks;
  const left = blocks.length - mostFiles;
  return [...blocks.slice(0, mostFiles), [paint.dim(`and ${count(left, 'more file')}; --all shows them`)]];
}

function fileBlock(file: string, tests: readonly SelectedTestResult[], options: TextOptions, paint: Paint): string[] {
  const shown = options.all ? tests : tests.slice(0, mostTests);
  const rest = tests.length - shown.length;
  const [common, ...others] = new Set(tests.map((test) => reasonLines(test, options, paint).join('\n')));
  const isCommon = tests.length > 1 && others.length === 0;
  return [
    `${paint.cyan(displayPath(file))}  ${paint.dim(count(tests.length, 'test'))}`,
    ...(isCommon && common !== undefined ? [common] : []),
    ...shown.flatMap((test) =>
      [cutText(`  ${testLabel(test.name)}`, options.width)].concat(isCommon ? [] : reasonLines(test, options, paint)),
    ),
    ...(rest === 0 ? [] : [paint.dim(`  and ${count(rest, 'more test')}`)]),
  ];
}

function reasonLines(test: SelectedTestResult, options: TextOptions, paint: Paint): string[] {
  const reasons = options.all ? test.because : test.because.slice(0, 1);
  const rest = test.because.length - reasons.length;
  return reasons.map((reason, i) => {
    const more = rest > 0 && i === reasons.length - 1 ? ` (and ${count(rest, 'more reason')})` : '';
    return paint.dim(cutText(`      ${reasonWords(reason)}${more}`, options.width));
  });
}

function freshBlock(fresh: readonly NewTestsResult[], options: TextOptions, paint: Paint): string[] {
  if (fresh.length === 0) return [];
  return [
    'Not recorded yet',
    ...fresh.map(({ file, name, why }) =>
      cutText(
        `  ${paint.cyan(displayPath(file))}  ${name === null ? '' : displayPath(name)}  ${paint.dim(why)}`,
        options.width * 2,
      ),
    ),
  ];
}

function runBlock({ passed, failed, audited, missed }: TestRunResult, paint: Paint): string[] {
  const lines = [
    `${paint.green(`${passed} passed`)}${failed.length === 0 ? '' : `, ${paint.red(`${failed.length} failed`)}`}`,
    ...failed.map(({ id }) => `  ${paint.red(displayPath(id))}`),
  ];
  if (audited > 0) {
    lines.push(
      `${count(audited, 'test')} that ${audited === 1 ? 'was' : 'were'} not selected ran as well: ${missed.length === 0 ? 'none failed' : `${missed.length} failed`}`,
    );
    lines.push(...missed.map(({ id }) => `  ${paint.red(displayPath(id))}`));
  }
  return lines;
}
