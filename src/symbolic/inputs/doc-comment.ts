/** A `/** … *\/` comment as its tags. */
export interface DocComment {
  readonly start: number;
  readonly end: number;
  readonly tags: readonly DocTag[];
}

export interface DocTag {
  /** Without `@`. */
  readonly name: string;
  /** What follows, its lines joined by line feeds, without the stars that lead them. */
  readonly text: string;
  /** Of the `@`. */
  readonly start: number;
}

/** The comment that stands directly before an offset, with nothing but blanks between. */
export function docCommentBefore(text: string, offset: number): DocComment | null {
  let end = offset;
  while (end > 0 && /\s/.test(text[end - 1] ?? '')) end--;
  if (!text.endsWith('*/', end)) return null;
  const start = text.lastIndexOf('/**', end - 3);
  if (start < 0 || text.indexOf('*/', start + 3) !== end - 2) return null;
  return parseDocComment(text, start, end);
}

export function allDocComments(text: string): readonly DocComment[] {
  return [...text.matchAll(/\/\*\*(?!\/)[\s\S]*?\*\//g)].map((match) =>
    parseDocComment(text, match.index, match.index + match[0].length),
  );
}

function parseDocComment(text: string, start: number, end: number): DocComment {
  const tags: { name: string; text: string; start: number }[] = [];
  const inner = { start: start + 3, end: end - 2 };
  let offset = inner.start;
  for (const line of text.slice(inner.start, inner.end).split('\n')) {
    const lead = /^[ \t\r]*(?:\*(?!\/)[ \t]?)?/.exec(line)?.[0].length ?? 0;
    const content = line.slice(offset === inner.start ? 0 : lead).trimEnd();
    const tag = /^\s*@([A-Za-z]\w*)\s*(.*)$/.exec(content);
    if (tag !== null) {
      const at = offset + line.indexOf('@');
      tags.push({ name: tag[1] ?? '', text: tag[2] ?? '', start: at });
    } else {
      const open = tags.at(-1);
      if (open !== undefined) open.text += `\n${content}`;
    }
    offset += line.length + 1;
  }
  for (const tag of tags) tag.text = tag.text.trimEnd();
  return { start, end, tags };
}

/** `{type} rest` with braces that match; null where no type is written. */
export function splitType(text: string): { readonly type: string; readonly rest: string } | null {
  const trimmed = text.trimStart();
  if (!trimmed.startsWith('{')) return null;
  let depth = 0;
  for (let i = 0; i < trimmed.length; i++) {
    if (trimmed[i] === '{') depth++;
    else if (trimmed[i] === '}' && --depth === 0) {
      return { type: trimmed.slice(1, i).trim(), rest: trimmed.slice(i + 1).trim() };
    }
  }
  return null;
}
