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

export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function escapeMarkup(character: string): string {
  // A backslash keeps neither GitHub from linking @name and #1 nor a table from ending its cell.
  return /[@#|]/.test(character) ? entity(character) : `\\${character}`;
}

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
