/** A range of a source file in UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** What an editor shows: both count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Offsets of a line's text without its terminator. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Lines of one text, with JavaScript's idea of what ends a line. */
export class LineIndex {
  readonly #text: string;
  readonly #starts: Int32Array;

  constructor(text: string) {
    this.#text = text;
    this.#starts = lineStarts(text);
  }

  /** At least 1: an empty text has one empty line. */
  get lineCount(): number {
    return this.#starts.length;
  }

  /** An offset outside the text counts as its nearest end, so that a parser's "unexpected end" can be shown. */
  positionAt(offset: number): Position {
    const inside = Math.max(0, Math.min(offset, this.#text.length));
    const line = lastAtOrBefore(this.#starts, inside);
    return { line: line + 1, column: inside - this.#starts[line]! + 1 };
  }

  /** `undefined` when the text has no such line. */
  rangeOfLine(line: number): LineRange | undefined {
    const start = this.#starts[line - 1];
    if (start === undefined) return undefined;
    const next = this.#starts[line];
    if (next === undefined) return { start, end: this.#text.length };
    return { start, end: next - terminatorLength(this.#text, next) };
  }

  /** `undefined` when the line does not exist or is too short; the column just after the last character is allowed. */
  offsetAt(position: Position): number | undefined {
    const range = this.rangeOfLine(position.line);
    if (range === undefined || position.column < 1) return undefined;
    const offset = range.start + position.column - 1;
    return offset <= range.end ? offset : undefined;
  }
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const lineTerminator = /\r\n|[\n\r\u2028\u2029]/g;

function lineStarts(text: string): Int32Array {
  const starts = [0];
  for (const match of text.matchAll(lineTerminator)) starts.push(match.index + match[0].length);
  return Int32Array.from(starts);
}

function lastAtOrBefore(starts: Int32Array, offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function terminatorLength(text: string, nextLineStart: number): number {
  const isPair =
    text.charCodeAt(nextLineStart - 1) === lineFeed && text.charCodeAt(nextLineStart - 2) === carriageReturn;
  return isPair ? 2 : 1;
}
