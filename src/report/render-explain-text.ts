import { displayPath } from '#core/display-path';
import type { CauseResult, ExplainedCallResult, ExplainedTest, ExplainResult } from '#result/explain-result';
import { because } from './because';
import {
  causeEdits,
  changesWords,
  doesWords,
  explainHeadline,
  moreTimes,
  outcomeWords,
  sameWords,
  suspectPlace,
  withoutCauses,
  withoutItWords,
} from './explain-words';
import { cutText, oneLine } from './source-text';
import { paintFor, type Paint, type TextOptions } from './text-style';
import { count } from './words';
import { wrapCode } from './wrap-code';

/** An explanation for a terminal: what the call did and does, the conditions to blame, the edits to blame. */
export function renderExplainText(result: ExplainResult, options: TextOptions): string {
  const paint = paintFor(options.colour);
  const blocks = [
    [paint.bold(capital(explainHeadline(result)))],
    ...result.calls.flatMap((call) => callBlocks(call, options, paint)),
    ...(result.test === undefined ? [] : [testBlock(result.test, sameWords(result), options, paint)]),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const mostCauses = 6;
const mostEdits = 8;
const mostPassedOver = 5;
const mostCallLines = 8;
const mostOutcomeLines = 4;

function callBlocks(call: ExplainedCallResult, options: TextOptions, paint: Paint): string[][] {
  const line = call.line === undefined ? '' : ` in line ${call.line}`;
  const wrapped = wrapCode(call.call, options.width, options.all ? Infinity : mostCallLines);
  const opening = [
    ...wrapped.map((text) => paint.cyan(text)),
    paint.dim(cutText(`  of ${displayPath(call.function)}${line}`, options.width)),
    ...indented('  before  ', doesWords(call, 'before'), options, (text) => text),
    ...indented('  now     ', doesWords(call, 'now'), options, paint.red),
  ];
  return [
    opening,
    causesBlock(call, options, paint),
    editsBlock(call, options, paint),
    gapsBlock(call, options, paint),
  ];
}

function indented(label: string, words: string, options: TextOptions, brush: (text: string) => string): string[] {
  const lines = wrapCode(words, options.width - label.length, options.all ? Infinity : mostOutcomeLines);
  return lines.map((line, index) => `${index === 0 ? label : ' '.repeat(label.length)}${brush(line)}`);
}

function causesBlock(call: ExplainedCallResult, options: TextOptions, paint: Paint): string[] {
  const missing = withoutCauses(call);
  const all = options.all ? call.causes : call.causes.filter(({ nearest }) => nearest !== null);
  const shown = options.all ? all : all.slice(0, mostCauses);
  const lines = shown.flatMap((cause) => causeLines(cause, call, options, paint));
  const rest = call.causes.length - shown.length;
  const more = rest > 0 ? [paint.dim(`  … ${count(rest, 'more condition')} (--all shows everything)`)] : [];
  if (missing !== '') return [missing, ...lines, ...more];
  return [paint.bold('Because of'), ...lines, ...more];
}

function causeLines(cause: CauseResult, call: ExplainedCallResult, options: TextOptions, paint: Paint): string[] {
  const { place, nearest } = cause;
  const where = `${displayPath(place.file)}:${place.line}${cause.in === 'base' ? ' of the base' : ''}`;
  const [first = '', ...more] = wrapCode(`${cause.condition}${moreTimes(cause)}`, options.width - where.length - 4, 3);
  const indent = ' '.repeat(where.length + 4);
  const chains = options.all ? cause.edits : cause.edits.slice(0, 1);
  const edited = new Set(causeEdits(cause, call).map(({ edit }) => edit.id));
  const reasons = chains.flatMap(({ id, because: steps }) => {
    const parts = because(steps, { file: place.file, explained: place.id, all: options.all });
    const text = parts
      .map((part) => (part.kind === 'link' ? part.text : `${part.where} ${part.text}`.trim()))
      .join(' ');
    return text === '' || !edited.has(id) ? [] : [`      ${paint.dim(cutText(text, options.width - 6))}`];
  });
  const changed = changesWords(cause);
  return [
    `  ${paint.cyan(where)}  ${paint.bold(first)}`,
    ...more.map((line) => `${indent}${paint.bold(line)}`),
    ...reasons,
    ...(nearest === null
      ? [`      ${paint.dim('no input beyond it was found that behaves as before')}`]
      : [
          ...wrapCode(`as before: ${nearest.call}`, options.width - 6, mostCallLines).map(
            (line) => `      ${paint.green(line)}`,
          ),
          `      ${paint.dim(cutText(`${outcomeWords(nearest.outcome)} in both versions${changed === '' ? '' : `; ${changed}`}`, options.width - 6))}`,
        ]),
  ];
}

function editsBlock(call: ExplainedCallResult, options: TextOptions, paint: Paint): string[] {
  if (call.edits.length === 0) return [];
  const shown = options.all ? call.edits : call.edits.slice(0, mostEdits);
  const rest = call.edits.length - shown.length;
  return [
    paint.bold('Changes on its way'),
    ...shown.flatMap((suspect) => {
      const where = suspectPlace(suspect);
      const brush = suspect.withoutIt === 'restores' ? paint.red : paint.dim;
      return [
        `  ${paint.cyan(where)}  ${cutText(oneLine(suspect.edit.summary), options.width - where.length - 4)}`,
        `      ${brush(withoutItWords(suspect))}`,
      ];
    }),
    ...(rest > 0 ? [paint.dim(`  … ${count(rest, 'more edit')} (--all shows everything)`)] : []),
  ];
}

function gapsBlock({ gaps }: ExplainedCallResult, options: TextOptions, paint: Paint): string[] {
  const shown = options.all ? gaps : gaps.slice(0, mostPassedOver);
  const rest = gaps.length - shown.length;
  return [
    ...shown.map((gap) => paint.yellow(cutText(`not all: ${oneLine(gap)}`, options.width))),
    ...(rest > 0 ? [paint.dim(`… ${count(rest, 'more remark')} (--all shows everything)`)] : []),
  ];
}

function testBlock({ passedOver }: ExplainedTest, same: string, options: TextOptions, paint: Paint): string[] {
  const shown = options.all ? passedOver : passedOver.slice(0, mostPassedOver);
  const rest = passedOver.length - shown.length;
  return [
    ...(same === '' ? [] : [paint.dim(same)]),
    ...shown.map(({ call, line, reason }) =>
      paint.dim(cutText(`not looked at: ${oneLine(call)} in line ${line}: ${oneLine(reason)}`, options.width)),
    ),
    ...(rest > 0 ? [paint.dim(`… ${count(rest, 'more call')} (--all shows everything)`)] : []),
  ];
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
