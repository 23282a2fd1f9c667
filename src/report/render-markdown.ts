import type { Diagnostic } from '#core/diagnostics';
import type { FunctionResult } from '#result/function-result';
import type { ImpactResult } from '#result/impact-result';
import type { Impact, Result } from '#result/result';
import { because } from './because';
import { diffRows, type DiffRow } from './diff-rows';
import { editPlace, placeText } from './edit-place';
import { formerName, functionName, lineOf, linesOf } from './function-label';
import { groupByFunction, type FunctionGroup } from './group-by-function';
import { headline, impactHeadline, incompleteRemark, remarks, sharedUnknownReason } from './headline';
import { codeSpan, plainText, tableRow } from './markdown-text';
import { cutAroundDifference, cutText, oneLine } from './source-text';
import { verdictSentence } from './verdict-sentence';
import { count } from './words';

export interface MarkdownOptions {
  readonly all: boolean;
}

/** A result as a comment under a pull request: short, with the long lists folded. */
export function renderMarkdown(result: Result, options: MarkdownOptions): string {
  return layOut([
    [`### ${plainText(headline(result))}`],
    [`${codeSpan(oneLine(result.base.description))} → ${codeSpan(oneLine(result.head.description))}`],
    remarks(result).map((remark) => `- ${plainText(remark)}`),
    functionTable(result.functions, options),
    editsBlock(result, options),
    reachedBlock('can be reached', result.impact, options),
    entryPointsBlock(result, options),
    diagnosticsBlock(result.diagnostics, options),
  ]);
}

export function renderImpactMarkdown(result: ImpactResult, options: MarkdownOptions): string {
  return layOut([
    [`### ${plainText(impactHeadline(result))}`],
    result.complete ? [] : [incompleteRemark],
    reachedBlock(result.direction === 'forward' ? 'can be reached' : 'it depends on', result, options),
    diagnosticsBlock(result.diagnostics, options),
  ]);
}

// GitHub cuts a comment off at 65,536 characters: the defaults stay well below with long lines and paths.
const most = { functions: 30, changes: 3, edits: 20, groups: 20, statements: 5, entryPoints: 20, diagnostics: 20 };
const textWidth = 72;

function functionTable(functions: readonly FunctionResult[], options: MarkdownOptions): string[] {
  if (functions.length === 0) return [];
  const showsVerdicts = sharedUnknownReason(functions) === undefined;
  const shown = options.all ? functions : functions.slice(0, most.functions);
  const rows = shown.map((fn) =>
    tableRow([
      fn.status,
      codeSpan(functionName(fn.id, fn.span.file)),
      codeSpan(fn.status === 'changed' ? lineOf(fn.span) : linesOf(fn.span)),
      [...changesOf(fn, options), ...(showsVerdicts ? [plainText(verdictSentence(fn.verdict))] : [])].join('<br>'),
    ]),
  );
  const rest = functions.length - shown.length;
  return [
    '|  | function | where | what |',
    '| --- | --- | --- | --- |',
    ...rows,
    ...(rest > 0 ? [tableRow(['', `… ${count(rest, 'more function')}`, '', ''])] : []),
  ];
}

function changesOf(fn: FunctionResult, options: MarkdownOptions): string[] {
  const formerly = formerName(fn);
  const lines = formerly === '' ? [] : [plainText(formerly)];
  lines.push(...fn.headerChanges.map((change) => plainText(oneLine(change))));
  if (fn.status !== 'changed') return lines;
  const rows = diffRows(fn.changedNodes);
  const shown = options.all ? rows : rows.slice(0, most.changes);
  lines.push(...shown.map(changeText));
  if (shown.length < rows.length) lines.push(`… ${count(rows.length - shown.length, 'more change')}`);
  return lines;
}

function changeText(row: DiffRow): string {
  if (row.kind === 'pair') {
    const [before, after] = cutAroundDifference(row.before.text, row.after.text, textWidth);
    return `${codeSpan(before)} → ${codeSpan(after)}`;
  }
  const text = codeSpan(cutText(row.side.text, textWidth));
  return row.kind === 'inside' ? `inside ${text}` : `${row.kind} ${text}`;
}

function editsBlock({ edits }: Result, options: MarkdownOptions): string[] {
  if (edits.length < 2) return [];
  const shown = options.all ? edits : edits.slice(0, most.edits);
  const items = shown.map((edit) => `- ${codeSpan(placeText(editPlace(edit)))} ${plainText(oneLine(edit.summary))}`);
  return folded(
    `${count(edits.length, 'independent edit')}`,
    withRest(items, edits.length - shown.length, 'more edit'),
  );
}

function reachedBlock(verb: string, impact: Impact, options: MarkdownOptions): string[] {
  const groups = groupByFunction(impact);
  if (groups.length === 0) return [];
  const shown = options.all ? groups : groups.slice(0, most.groups);
  const items = shown.flatMap((group) => groupItems(group, options));
  const title = `${count(impact.statements.length, 'statement')} in ${count(groups.length, 'function')} ${verb}`;
  return folded(title, withRest(items, groups.length - shown.length, 'more function'));
}

function groupItems(group: FunctionGroup, options: MarkdownOptions): string[] {
  const { file } = group.span;
  const shown = options.all ? group.statements : group.statements.slice(0, most.statements);
  const items = shown.map((statement) => {
    const chain = because(statement.because, { file, explained: statement.id, all: options.all }).map((part) =>
      part.kind === 'link' ? plainText(part.text) : codeSpan(`${part.where}${part.text === '' ? '' : ` ${part.text}`}`),
    );
    const reason = chain.length === 0 ? '' : `<br>because ${chain.join(' ')}`;
    return `  - ${codeSpan(`:${statement.line} ${cutText(oneLine(statement.text), textWidth)}`)}${reason}`;
  });
  const rest = group.statements.length - shown.length;
  return [
    `- **${codeSpan(functionName(group.id, file))}** ${codeSpan(lineOf(group.span))}`,
    ...items,
    ...(rest > 0 ? [`  - … ${count(rest, 'more statement')}`] : []),
  ];
}

function entryPointsBlock({ entryPoints }: Result, options: MarkdownOptions): string[] {
  if (entryPoints.length === 0) return [];
  const shown = options.all ? entryPoints : entryPoints.slice(0, most.entryPoints);
  const items = shown.map(({ id }) => `- ${codeSpan(oneLine(id))}`);
  const verb = entryPoints.length === 1 ? 'reaches' : 'reach';
  return folded(
    `${count(entryPoints.length, 'entry point')} ${verb} the change`,
    withRest(items, entryPoints.length - shown.length, 'more entry point'),
  );
}

function diagnosticsBlock(diagnostics: readonly Diagnostic[], options: MarkdownOptions): string[] {
  if (diagnostics.length === 0) return [];
  const shown = options.all ? diagnostics : diagnostics.slice(0, most.diagnostics);
  const items = shown.map(
    ({ severity, code, message }) => `- ${severity} ${codeSpan(code)}: ${plainText(oneLine(message))}`,
  );
  return folded(count(diagnostics.length, 'remark'), withRest(items, diagnostics.length - shown.length, 'more remark'));
}

function withRest(items: readonly string[], rest: number, noun: string): readonly string[] {
  return rest > 0 ? [...items, `- … ${count(rest, noun)}`] : items;
}

/** GitHub reads Markdown inside `details` only after an empty line. */
function folded(summary: string, lines: readonly string[]): string[] {
  return [`<details><summary>${summary}</summary>`, '', ...lines, '', '</details>'];
}

function layOut(blocks: readonly (readonly string[])[]): string {
  const shown = blocks.filter((lines) => lines.length > 0);
  return `${shown.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
