import { escapeInvisible } from '#core/escape-invisible';
import { cutText, displayWidth } from './source-text';

/** The label of a node as lines that fit into a picture: wrapped at blanks, at most five, with `…` for what is left out. */
export function labelLines(label: string): string[] {
  const lines = label.slice(0, longestLabel).split(/\r\n|[\n\r\u2028\u2029]/);
  const wrapped = lines.flatMap((line) => wrapLine(escapeInvisible(line.replaceAll('\t', '  ').trimEnd())));
  if (wrapped.length <= mostLines) return wrapped;
  const kept = wrapped.slice(0, mostLines);
  kept[mostLines - 1] = `${(kept[mostLines - 1] ?? '').trimEnd().slice(0, lineWidth - 2)} …`;
  return kept;
}

const lineWidth = 40;
const mostLines = 5;
const longestLabel = 1000;

function wrapLine(line: string): string[] {
  if (displayWidth(line) <= lineWidth) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<=[ ,;(.])/)) {
    const isTooLong = displayWidth((current + word).trimEnd()) > lineWidth;
    if (isTooLong && current.trim() !== '') {
      lines.push(current.trimEnd());
      current = `  ${word.trimStart()}`;
    } else {
      current += word;
    }
  }
  return [...lines, current.trimEnd()].map((text) => cutText(text, lineWidth));
}
