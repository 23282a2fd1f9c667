import { displayPath } from '#core/display-path';
import type { CauseResult, ExplainedCallResult, ExplainResult } from '#result/explain-result';
import {
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
import { codeSpan, plainText, tableRow, type MarkdownOptions } from './markdown-text';
import { cutText, oneLine } from './source-text';
import { count } from './words';

/** An explanation for an issue or a pull request. */
export function renderExplainMarkdown(result: ExplainResult, options: MarkdownOptions): string {
  const { test } = result;
  const blocks = [
    ...result.calls.flatMap((call) => callBlocks(call, result, options)),
    [sameWords(result)].filter((words) => words !== ''),
    (test?.passedOver ?? []).map(
      ({ call, line, reason }) =>
        `- not looked at: ${codeSpan(oneLine(call))} in line ${line}: ${plainText(oneLine(reason))}`,
    ),
    result.diagnostics.map(
      ({ severity, code, message }) => `- ${severity} ${codeSpan(code)}: ${plainText(oneLine(message))}`,
    ),
  ];
  return `${[[`### ${plainText(explainHeadline(result))}`], ...blocks]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const cellWidth = 160;

function callBlocks(call: ExplainedCallResult, result: ExplainResult, options: MarkdownOptions): string[][] {
  const missing = withoutCauses(call);
  const causes = options.all ? call.causes : call.causes.filter(({ nearest }) => nearest !== null);
  const left = call.causes.length - causes.length;
  return [
    [`${codeSpan(oneLine(call.call))} of ${codeSpan(displayPath(call.function))}`],
    [
      `- in ${plainText(oneLine(result.base.description))}: ${codeSpan(doesWords(call, 'before'))}`,
      `- now: ${codeSpan(doesWords(call, 'now'))}`,
    ],
    missing === '' ? [] : [missing],
    causeTable(causes, options),
    left > 0 ? [`${count(left, 'more condition')} beyond which no input was found that behaves as before.`] : [],
    editTable(call),
    call.gaps.map((gap) => `- not all: ${plainText(oneLine(gap))}`),
  ];
}

function causeTable(causes: readonly CauseResult[], options: MarkdownOptions): string[] {
  if (causes.length === 0) return [];
  const cut = (text: string): string => (options.all ? text : cutText(text, cellWidth));
  const rows = causes.map((cause) => {
    const { place, nearest } = cause;
    const changed = changesWords(cause);
    return tableRow([
      `${codeSpan(`${displayPath(place.file)}:${place.line}`)}${cause.in === 'base' ? ' of the base' : ''}`,
      `${codeSpan(cut(oneLine(cause.condition)))}${moreTimes(cause)}`,
      nearest === null
        ? 'none found'
        : `${codeSpan(cut(oneLine(nearest.call)))} ${codeSpan(cut(outcomeWords(nearest.outcome)))}`,
      changed === '' ? '' : codeSpan(cut(changed)),
    ]);
  });
  return ['| condition at | is | as before with | changed |', '| --- | --- | --- | --- |', ...rows];
}

function editTable({ edits }: ExplainedCallResult): string[] {
  if (edits.length === 0) return [];
  const rows = edits.map((suspect) =>
    tableRow([codeSpan(suspectPlace(suspect)), plainText(oneLine(suspect.edit.summary)), withoutItWords(suspect)]),
  );
  return ['| change at | what |  |', '| --- | --- | --- |', ...rows];
}
