/**
 * A file name as it may stand inside a one-line message. Git allows any byte but NUL in a name; a name that could break the
 * line, hide text or be mistaken for the message around it is shown as a quoted, escaped string.
 */
export function displayPath(path: string): string {
  const quoted = JSON.stringify(path).replace(invisible, escapeCodeUnit);
  const hasEscapes = quoted.slice(1, -1) !== path.replaceAll('\\', '\\\\');
  return hasEscapes || misleadingUnquoted.test(path) ? quoted : path;
}

/** Source text, or words with some in them, inside a one-line message: quotes are part of it, and what no one can see is escaped. */
export function displayCode(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replace(invisible, escapeCodeUnit);
  return escaped.replaceAll(/\\(["\\])/g, '$1');
}

// JSON.stringify escapes C0 controls and lone surrogates; these are the other characters that no one can see: DEL and C1
// controls, soft hyphen, zero-width and bidirectional marks, line and paragraph separators, byte-order mark.
const invisible = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const misleadingUnquoted = /'|^\s|\s$|^$/;

function escapeCodeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
