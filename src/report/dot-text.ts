/**
 * A quoted string of the DOT language that shows `text` as it is. Graphviz replaces `\N`, `\l` and HTML entities in
 * strings, and writes what it is given into XML, which knows no control characters.
 */
export function dotString(text: string): string {
  return `"${escaped(text)}"`;
}

/** Lines set flush left, as code is; a single line is centred. */
export function dotLabel(lines: readonly string[]): string {
  if (lines.length === 1) return dotString(lines[0] ?? '');
  return `"${lines.map((line) => `${escaped(line)}\\l`).join('')}"`;
}

/** Text inside an HTML-like label. */
export function dotHtml(text: string): string {
  return withoutControls(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

export type DotAttributes = Readonly<Record<string, string | number>>;

export function dotAttributes(values: DotAttributes): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}=${typeof value === 'number' ? value : dotString(value)}`)
    .join(', ');
}

function escaped(text: string): string {
  return withoutControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n');
}

function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\n\P{Cc}]|\p{Cs}|[\ufffe\uffff]/gu, '\ufffd');
}
