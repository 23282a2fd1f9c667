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
    const skipped = offset === inner.start ? 0 : lead;
    for (const part of partsOf(line.slice(skipped).trimEnd())) {
      const tag = /^\s*@([A-Za-z]\w*)\s*(.*)$/.exec(part.text);
      if (tag !== null) {
        const at = offset + skipped + part.start + part.text.indexOf('@');
        tags.push({ name: tag[1] ?? '', text: (tag[2] ?? '').trimEnd(), start: at });
      } else {
        const open = tags.at(-1);
        if (open !== undefined) open.text += `\n${part.text}`;
      }
    }
    offset += line.length + 1;
  }
  for (const tag of tags) tag.text = tag.text.trimEnd();
  return { start, end, tags };
}

/** A line may hold several tags: `@param {number} a @param {number} b`. */
function partsOf(line: string): readonly { readonly text: string; readonly start: number }[] {
  const starts = [0];
  for (const { index } of line.matchAll(innerTag)) {
    const before = line.slice(0, index);
    const isOpen = before.split('{').length > before.split('}').length || before.split('`').length % 2 === 0;
    if (index > 0 && !isOpen && before.trim() !== '') starts.push(index);
  }
  return starts.map((start, i) => ({ text: line.slice(start, starts[i + 1]), start }));
}

const innerTag = /(?<=\s)@(?:param|arg|argument|property|prop|returns?|type|template|this|throws|pre)\b/g;

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
