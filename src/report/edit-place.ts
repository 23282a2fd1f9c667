import { displayPath } from '#core/display-path';
import type { EditResult } from '#result/edit-result';
import type { LineSpan } from '#result/location';

/** Where an edit begins, in the head if it is there. */
export interface EditPlace {
  readonly file: string;
  /** `12` or `12-30`. */
  readonly lines: string;
  /** How many other places it has. */
  readonly others: number;
}

export function editPlace({ hunks }: EditResult): EditPlace {
  const [first] = hunks;
  if (first === undefined) return { file: '', lines: '', others: 0 };
  const others = hunks.length - 1;
  return first.kind === 'remove'
    ? { file: first.baseFile, lines: lineRange(first.baseLines), others }
    : { file: first.headFile, lines: lineRange(first.headLines), others };
}

/** `src/cart.ts:12-30`. */
export function placeText({ file, lines }: EditPlace): string {
  return `${displayPath(file)}:${lines}`;
}

function lineRange({ first, last }: LineSpan): string {
  return first >= last ? String(first) : `${first}-${last}`;
}
