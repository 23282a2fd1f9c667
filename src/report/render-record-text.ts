import { displayPath } from '#core/display-path';
import type { GcResult, RecordingName, RecordResult } from '#result/record-result';
import { percent, seconds } from './tests-words';
import { paintFor, type TextOptions } from './text-style';
import { count, grouped } from './words';

/** What was recorded, for a terminal. */
export function renderRecordText(result: RecordResult, options: TextOptions): string {
  const paint = paintFor(options.colour);
  const { tests, ran, failed, skipped, functions } = result;
  const share = functions.total === 0 ? '' : ` (${percent(functions.run / functions.total)})`;
  const shown = options.all ? failed : failed.slice(0, mostFailed);
  const lines = [
    paint.bold(recordHeadline(result)),
    `  ${ran === tests ? 'all' : count(ran, 'test')} run in ${seconds(result.milliseconds)} by ${result.runners.join(', ')}: ${grouped(result.passed)} passed${failed.length === 0 ? '' : `, ${paint.red(`${grouped(failed.length)} failed`)}`}${skipped === 0 ? '' : `, ${grouped(skipped)} skipped`}`,
    `  ${count(functions.run, 'function')} of ${grouped(functions.total)}${share} in ${count(result.modules, 'file')} ran under a test`,
    paint.dim(`  ${megabytes(result.storeBytes)} kept`),
    ...shown.map(({ id }) => `  ${paint.red('failed')}  ${displayPath(id)}`),
    ...(shown.length === failed.length ? [] : [`  and ${count(failed.length - shown.length, 'more')}`]),
  ];
  return `${lines.join('\n')}\n`;
}

const mostFailed = 20;

export function recordHeadline({ tests, files, description }: RecordResult): string {
  return `Recorded ${count(tests, 'test')} of ${count(files, 'file')}, from ${description}`;
}

export function renderGcText({ file, bytesBefore, bytesAfter, dropped, recordings }: GcResult): string {
  if (file === null) return 'Nothing was recorded here.\n';
  const lines = [
    `${displayPath(file)}: ${megabytes(bytesBefore)} before, ${megabytes(bytesAfter)} now, ${count(dropped, 'piece')} dropped`,
    ...recordings.kept.map((recording) => `  kept     ${recordingWords(recording)}`),
    ...recordings.dropped.map((recording) => `  dropped  ${recordingWords(recording)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function recordingWords({ branch, description, madeAt }: RecordingName): string {
  const where = branch === null ? 'no branch' : displayPath(branch);
  return `${where}, ${description}, made ${madeAt.slice(0, 16).replace('T', ' ')} UTC`;
}

function megabytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
