/** A text in parts of at most `length` (two or more) units, at least one; the two halves of a character stay together. */
export function textParts(text: string, length: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + length, text.length);
    if (end < text.length && isFirstHalf(text.charCodeAt(end - 1))) end--;
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts.length === 0 ? [''] : parts;
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
