/** Two versions of a text, with what was written at `□` before and is now. */
export function versionsOf(text: string, before: string | number, now: string | number): [string, string] {
  return [text.replaceAll('□', String(before)), text.replaceAll('□', String(now))];
}
