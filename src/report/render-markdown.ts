import type { Diagnostic } from '#core/diagnostics';
import { isTestPath } from '#project/test-path';
import type { FunctionResult } from '#result/function-result';
import type { ImpactResult } from '#result/impact-result';
import type { Impact, Result } from '#result/result';
import { because } from './because';
import { comparisonOf } from './comparison';
import { diffRows, type DiffRow } from './diff-rows';
import { editPlace, placeText } from './edit-place';
import { formerName, functionName, lineOf, linesOf } from './function-label';
import { groupByFunction, type FunctionGroup } from './group-by-function';
import { headline, impactHeadline, incompleteRemark, remarks } from './headline';
import { markdownBehaviours } from './markdown-behaviours';
import { codeSpan, folded, plainText, tableRow, withRest, type MarkdownOptions } from './markdown-text';
import { markdownTests } from './markdown-tests';
import { programFirst } from './program-first';
import { cutAroundDifference, cutText, oneLine } from './source-text';
import { guessedThrough, splitImpact } from './split-impact';
import { verdictWords } from './verdict-words';
import { count } from './words';

/** A result as a comment under a pull request: short, with the long lists folded. */
export function renderMarkdown(result: Result, options: MarkdownOptions): string {
  const isCompared = comparisonOf(result).kind === 'compared';
  return layOut(
    [
      [`### ${plainText(headline(result))}`],
      [`${codeSpan(oneLine(result.base.description))} → ${codeSpan(oneLine(result.head.description))}`],
      remarks(result).map((remark) => `- ${plainText(remark)}`),
      ...(isCompared ? markdownBehaviours(result, options) : []),
      markdownTests(result.tests, options.all),
      functionBlock(programFirst(result.functions), isCompared, options),
      editsBlock(result, options),
      ...reachedBlocks('can be reached', result.impact, options),
      // Where behaviour is compared, there is a verdict on each above.
      isCompared ? [] : entryPointsBlock(result, options),
      diagnosticsBlock(result.diagnostics, options),
    ],
    options.all ? Infinity : longest,
  );
}

export function renderImpactMarkdown(result: ImpactResult, options: MarkdownOptions): string {
  return layOut(
    [
      [`### ${plainText(impactHeadline(result))}`],
      result.complete ? [] : [incompleteRemark],
      ...reachedBlocks(result.direction === 'forward' ? 'can be reached' : 'it depends on', result, options),
      diagnosticsBlock(result.diagnostics, options),
    ],
    options.all ? Infinity : longest,
  );
}

// GitHub takes no comment of more than 65,536 characters.
const longest = 60_000;
const most = { functions: 30, changes: 3, edits: 20, groups: 20, statements: 5, entryPoints: 20, diagnostics: 20 };
const textWidth = 72;

/** Folded where the verdicts have said already which functions there are. */
function functionBlock(functions: readonly FunctionResult[], isCompared: boolean, options: MarkdownOptions): string[] {
  if (functions.length === 0) return [];
  const shown = options.all ? functions : functions.slice(0, most.functions);
  const verdict = (fn: FunctionResult): string[] =>
    isCompared ? [isTestPath(fn.span.file) ? 'of tests' : behaviourCell(fn)] : [];
  const rows = shown.map((fn) =>
    tableRow([
      fn.status,
      codeSpan(functionName(fn.id, fn.span.file)),
      codeSpan(fn.status === 'changed' ? lineOf(fn.span) : linesOf(fn.span)),
      changesOf(fn, options).join('<br>'),
      ...verdict(fn),
    ]),
  );
  const rest = functions.length - shown.length;
  const titles = ['', 'function', 'where', 'what', ...(isCompared ? ['behaviour'] : [])];
  const table = [
    tableRow(titles),
    tableRow(titles.map(() => '---')),
    ...rows,
    ...(rest > 0 ? [tableRow(['', `… ${count(rest, 'more function')}`, ...titles.slice(2).map(() => '')])] : []),
  ];
  return isCompared ? folded(`${count(functions.length, 'function')} in the change`, table) : table;
}

function behaviourCell({ status, verdict }: FunctionResult): string {
  return status === 'changed' ? plainText(verdictWords(verdict)) : '';
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

function reachedBlocks(verb: string, impact: Impact, options: MarkdownOptions): string[][] {
  const { known, guessed } = splitImpact(impact);
  return [reachedBlock(verb, known, options), reachedBlock(`${verb} perhaps, ${guessedThrough}`, guessed, options)];
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
  const shown = options.all ? entryPoints : programFirst(entryPoints).slice(0, most.entryPoints);
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

/** Blocks one after the other, as long as there is room; the first ones say the most. */
function layOut(blocks: readonly (readonly string[])[], room: number): string {
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => `${lines.join('\n')}\n`);
  let length = 0;
  const shown = texts.filter((text) => (length += text.length + 1) <= room);
  return [...shown, ...(shown.length < texts.length ? [leftOut] : [])].join('\n');
}

const leftOut = 'More than a comment can hold is left out; `wingbeat` shows it, and `--all` everything.\n';
