import type { FunctionResult } from '#result/function-result';
import { diffRows, type DiffRow } from './diff-rows';
import { formerName, functionName, lineOf, linesOf } from './function-label';
import { cutAroundDifference, cutText, oneLine } from './source-text';
import { paintFor, type TextOptions } from './text-style';
import { count } from './words';

/** The functions that differ, each with its lines before and after. */
export function changedSection(functions: readonly FunctionResult[], options: TextOptions): string[] {
  if (functions.length === 0) return [];
  const paint = paintFor(options.colour);
  const shown = options.all ? functions : functions.slice(0, mostFunctions);
  const lines = [paint.bold('Changed')];
  for (const fn of shown) {
    lines.push(
      titleLine(fn, options),
      ...headerLines(fn, options),
      ...nodeLines(fn, options),
      ...affectedLine(fn, options),
    );
  }
  if (shown.length < functions.length) {
    lines.push(paint.dim(`  … ${count(functions.length - shown.length, 'more function')} (--all shows everything)`));
  }
  return lines;
}

const mostFunctions = 20;
const mostRows = 8;
const indent = '      ';

function titleLine(fn: FunctionResult, options: TextOptions): string {
  const paint = paintFor(options.colour);
  const symbol = { changed: paint.yellow('~'), added: paint.green('+'), removed: paint.red('-') }[fn.status];
  const where = fn.status === 'changed' ? lineOf(fn.span) : linesOf(fn.span);
  const formerly = formerName(fn);
  const suffix = formerly === '' ? '' : `  ${paint.dim(`(${formerly})`)}`;
  return `  ${symbol} ${paint.bold(functionName(fn.id, fn.span.file))}  ${paint.cyan(where)}${suffix}`;
}

function headerLines(fn: FunctionResult, options: TextOptions): string[] {
  return fn.headerChanges.map((change) => cutText(`${indent}${oneLine(change)}`, options.width));
}

/** An added or removed function has nothing but added or removed nodes: its lines say enough. */
function nodeLines(fn: FunctionResult, options: TextOptions): string[] {
  if (fn.status !== 'changed') return [];
  const rows = diffRows(fn.changedNodes);
  const shown = options.all ? rows : rows.slice(0, mostRows);
  const gutter = Math.max(0, ...shown.map(lastLineNumber)).toString().length;
  const lines = shown.flatMap((row) => rowLines(row, gutter, options));
  if (shown.length < rows.length) {
    const rest = count(rows.length - shown.length, 'more change');
    lines.push(paintFor(options.colour).dim(`${indent}… ${rest} (--all shows everything)`));
  }
  return lines;
}

function lastLineNumber(row: DiffRow): number {
  return row.kind === 'pair' ? Math.max(row.before.line, row.after.line) : row.side.line;
}

function rowLines(row: DiffRow, gutter: number, options: TextOptions): string[] {
  const paint = paintFor(options.colour);
  const room = options.width - indent.length - gutter - 3;
  const line = (number: number, signAndText: string): string =>
    `${indent}${paint.dim(String(number).padStart(gutter))} ${signAndText}`;
  switch (row.kind) {
    case 'added':
      return [line(row.side.line, paint.green(`+ ${cutText(row.side.text, room)}`))];
    case 'removed':
      return [line(row.side.line, paint.red(`- ${cutText(row.side.text, room)}`))];
    case 'inside':
      return [line(row.side.line, paint.yellow(`~ ${cutText(row.side.text, room)}`))];
    case 'pair': {
      const [before, after] = cutAroundDifference(row.before.text, row.after.text, room);
      return [line(row.before.line, paint.red(`- ${before}`)), line(row.after.line, paint.green(`+ ${after}`))];
    }
  }
}

function affectedLine(fn: FunctionResult, options: TextOptions): string[] {
  if (fn.status !== 'changed' || fn.affectedNodes.length === 0) return [];
  const conditions = fn.affectedNodes.filter((node) => node.role === 'condition').length;
  const writes = fn.affectedNodes.length - conditions;
  const parts = [
    ...(conditions === 0 ? [] : [count(conditions, 'condition')]),
    ...(writes === 0 ? [] : [count(writes, 'write')]),
  ];
  return [paintFor(options.colour).dim(`${indent}affected: ${parts.join(', ')}`)];
}
