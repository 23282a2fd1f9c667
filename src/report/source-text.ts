import { escapeInvisible } from '#core/escape-invisible';

/** Source text as one line that can stand in a report: no line breaks, and nothing that moves the cursor or hides text. */
export function oneLine(text: string): string {
  // Other spaces may be part of a text in the source, which is another one without them.
  const collapsed = text
    .slice(0, longestShown)
    .replace(/[ \t\r\n\v\f]+/g, ' ')
    .trim();
  return escapeInvisible(text.length > longestShown ? `${collapsed}…` : collapsed);
}

// A class body can be the text of one node; no report shows this much of it on a line.
const longestShown = 2000;

/** How many columns of a terminal a text takes: two for East Asian and emoji characters. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** At most `width` columns, with `…` in place of what is cut off. */
export function cutText(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let room = Math.max(1, width) - 1;
  for (const { segment } of segmenter.segment(text)) {
    room -= graphemeWidth(segment);
    if (room < 0) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Both texts cut so that the place where they begin to differ can be seen. */
export function cutAroundDifference(a: string, b: string, width: number): readonly [string, string] {
  if (displayWidth(a) <= width && displayWidth(b) <= width) return [a, b];
  const same = a.slice(0, commonPrefixLength(a, b));
  const context = lastColumns(same, Math.floor(width / 3));
  const from = same.length - context.length;
  if (from <= 1) return [cutText(a, width), cutText(b, width)];
  return [cutText(`…${a.slice(from)}`, width), cutText(`…${b.slice(from)}`, width)];
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])/u;

function graphemeWidth(grapheme: string): number {
  return wide.test(grapheme) ? 2 : 1;
}

function commonPrefixLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  // Not between the halves of a surrogate pair.
  return /[\ud800-\udbff]/.test(a.charAt(length - 1)) ? length - 1 : length;
}

/** The end of a text in at most `width` columns, from the start of a word if there is one. */
function lastColumns(text: string, width: number): string {
  let kept = '';
  let room = width;
  for (const { segment } of [...segmenter.segment(text)].toReversed()) {
    room -= graphemeWidth(segment);
    if (room < 0) break;
    kept = segment + kept;
  }
  const word = kept.indexOf(' ') + 1;
  return word > 0 && word < kept.length ? kept.slice(word) : kept;
}
