import { count } from './words';

/**
 * Text of one line as code that is shown unchanged, whatever it holds. The result has no bare `|`, so that it can stand in
 * a table, where a pipe ends the cell even inside a code span.
 */
export function codeSpan(text: string): string {
  if (text.includes('|')) return `<code>${text.replace(/[!-/:-@[-`{-~]/g, entity)}</code>`;
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  // One space on both sides is taken off again when the span is shown.
  const padding = /^`|`$|^ .* $/.test(text) || text === '' ? ' ' : '';
  return `${fence}${padding}${text}${padding}${fence}`;
}

/** Text of one line without markup of Markdown, HTML or GitHub; what stands between backticks is code. */
export function plainText(text: string): string {
  return text
    .split(/`([^`]+)`/)
    .map((piece, index) => (index % 2 === 1 ? codeSpan(piece) : piece.replace(/[\\`*_{}[\]<>#@|~&$!]/g, escapeMarkup)))
    .join('');
}

/** How a Markdown report is laid out. */
export interface MarkdownOptions {
  /** Show every entry of every list. */
  readonly all: boolean;
}

export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Items of a list, and how many are not shown. */
export function withRest(items: readonly string[], rest: number, noun: string): string[] {
  return rest > 0 ? [...items, `- … ${count(rest, noun)}`] : [...items];
}

/** GitHub reads Markdown inside `details` only after an empty line. */
export function folded(summary: string, lines: readonly string[]): string[] {
  return [`<details><summary>${htmlText(summary)}</summary>`, '', ...lines, '', '</details>'];
}

/** Text where Markdown is not read; what stands between backticks is code. */
function htmlText(text: string): string {
  return text
    .split(/`([^`]+)`/)
    .map((piece) => piece.replace(/[&<>"'@#]/g, entity))
    .map((piece, index) => (index % 2 === 1 ? `<code>${piece}</code>` : piece))
    .join('');
}

function escapeMarkup(character: string): string {
  // A backslash keeps neither GitHub from linking @name and #1 nor a table from ending its cell.
  return /[@#|]/.test(character) ? entity(character) : `\\${character}`;
}

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
