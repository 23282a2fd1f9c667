/** Control characters, bidirectional marks, spaces other than the plain one, and all that fonts have no picture of become escapes. */
export function escapeInvisible(text: string): string {
  return text.replace(invisible, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16);
    return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
  });
}

// Selectors of variants belong to the emoji before them.
const invisible = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;
