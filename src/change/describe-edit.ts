import type { Hunk, TextRange } from './change-set';

/** A few words for a list of edits: what stood there and what stands there now. */
export function describeEdit(
  hunks: readonly Hunk[],
  baseTexts: ReadonlyMap<string, string>,
  headTexts: ReadonlyMap<string, string>,
): string {
  const shown = hunks.map((hunk) => describeHunk(hunk, baseTexts, headTexts));
  const [first] = shown;
  if (first === undefined) return '';
  return shown.length === 1 ? first : `${first} and ${shown.length - 1} more`;
}

function describeHunk(
  hunk: Hunk,
  baseTexts: ReadonlyMap<string, string>,
  headTexts: ReadonlyMap<string, string>,
): string {
  switch (hunk.kind) {
    case 'add-file':
      return `adds ${hunk.head.path}`;
    case 'remove-file':
      return `removes ${hunk.base.path}`;
    case 'replace': {
      const before = snippet(baseTexts, hunk.base);
      const after = snippet(headTexts, hunk.head);
      if (before === '' && after === '') return 'changes white space';
      if (before === '') return `adds \`${after}\``;
      return after === '' ? `removes \`${before}\`` : `replaces \`${before}\` with \`${after}\``;
    }
  }
}

const longest = 48;

function snippet(texts: ReadonlyMap<string, string>, { path, start, end }: TextRange): string {
  const text = (texts.get(path) ?? '')
    .slice(start, Math.min(end, start + 4 * longest))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > longest || end > start + 4 * longest ? `${text.slice(0, longest)}…` : text;
}
