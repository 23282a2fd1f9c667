import { cutText, displayWidth, oneLine } from './source-text';

/**
 * Code in lines of at most `width` columns, broken at blanks; what does not fit into `most` lines is cut off. Without a
 * limit nothing is cut, and what has no blanks may be wider.
 */
export function wrapCode(code: string, width: number, most: number): string[] {
  return wrap(atBlanks(oneLine(code)), width, most);
}

/** A condition, broken before `&&`, or before `||` and at blanks where that is not enough. */
export function wrapCondition(condition: string, width: number, most: number): string[] {
  const parts = oneLine(condition)
    .split(/ (?=&& )/)
    .flatMap((part) => (displayWidth(part) > width ? part.split(/ (?=\|\| )/) : [part]))
    .flatMap((part) => (displayWidth(part) > width ? atBlanks(part) : [part]));
  return wrap(parts, width, most);
}

function atBlanks(text: string): string[] {
  return text.split(/ (?=\S)/);
}

function wrap(parts: readonly string[], width: number, most: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    const longer = line === undefined ? part : `${line} ${part}`;
    if (line !== undefined && displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  if (most === Infinity) return lines;
  const shown = lines.slice(0, most).map((line) => cutText(line, width));
  const last = shown.at(-1) ?? '';
  if (shown.length < lines.length && !last.endsWith('…')) shown[most - 1] = `${cutText(last, width - 2)} …`;
  return shown;
}
