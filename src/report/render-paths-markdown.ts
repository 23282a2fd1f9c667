import type { FunctionPath, PathsResult } from '#result/paths-result';
import { symbolicTreeView } from '#result/symbolic-tree-view';
import { lineOf } from './function-label';
import { codeSpan, plainText, tableRow, type MarkdownOptions } from './markdown-text';
import {
  againstWords,
  assumptionWords,
  callWords,
  conditionWords,
  effectWords,
  endWords,
  pathsHeadline,
  replayWords,
} from './path-words';
import { renderMermaid } from './render-mermaid';
import { cutText, oneLine } from './source-text';
import { count } from './words';

/** Paths as a table for a document or a pull request. */
export function renderPathsMarkdown(result: PathsResult, options: MarkdownOptions): string {
  const remarks = [
    ...(result.against === undefined ? [] : againstWords(result.against).map((line) => `- ${plainText(line)}`)),
    ...result.gaps.map((gap) => `- not all: ${plainText(oneLine(gap))}`),
    ...result.assumptions.map((each) => `- ${plainText(assumptionWords(each))}`),
    ...result.diagnostics.map(
      ({ severity, code, message }) => `- ${severity} ${codeSpan(code)}: ${plainText(oneLine(message))}`,
    ),
  ];
  const most = options.all ? Infinity : mostRemarks;
  const rest = remarks.length - most;
  const blocks = [
    [`### ${codeSpan(oneLine(result.signature))}: ${plainText(pathsHeadline(result))}`],
    [codeSpan(lineOf(result.span))],
    [...remarks.slice(0, most), ...(rest > 0 ? [`- … ${count(rest, 'more remark')}`] : [])],
    pathTable(result.paths, options),
    result.tree === undefined ? [] : ['```mermaid', renderMermaid(symbolicTreeView(result)).trimEnd(), '```'],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const mostPaths = 100;
const mostRemarks = 20;
const mostEffects = 6;
const cellWidth = 160;

function pathTable(paths: readonly FunctionPath[], options: MarkdownOptions): string[] {
  if (paths.length === 0) return [];
  const shown = options.all ? paths : paths.slice(0, mostPaths);
  const cut = (text: string): string => (options.all ? text : cutText(text, cellWidth));
  const rows = shown.map((path, index) => {
    const effects = effectWords(path.effects, options.all ? Infinity : mostEffects);
    const notes = path.notes.map((note) => plainText(`note: ${oneLine(note)}`));
    return tableRow([
      String(index + 1),
      conditionWords(path) === 'always' ? 'always' : codeSpan(cut(oneLine(path.condition))),
      [codeSpan(cut(endWords(path))), ...(effects === '' ? [] : [codeSpan(cut(effects))]), ...notes].join('<br>'),
      codeSpan(cut(callWords(path))),
      plainText(replayWords(path.replay, path.outcome)),
    ]);
  });
  const rest = paths.length - shown.length;
  return [
    '|  | when | what | for example |  |',
    '| ---: | --- | --- | --- | --- |',
    ...rows,
    ...(rest > 0 ? [tableRow(['', `… ${count(rest, 'more path')}`, '', '', ''])] : []),
  ];
}
