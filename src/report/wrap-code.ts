import { cutText, displayWidth, oneLine } from './source-text';

/** Code in lines of at most `width` columns, broken at blanks; what does not fit into `most` lines is cut off. */
export function wrapCode(code: string, width: number, most: number): string[] {
  return wrap(oneLine(code).split(/ (?=\S)/), width, most);
}

/** A condition, broken before `&&`. */
export function wrapCondition(condition: string, width: number, most: number): string[] {
  return wrap(oneLine(condition).split(/ (?=&& )/), width, most);
}

function wrap(parts: readonly string[], width: number, most: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    const longer = line === undefined ? part : `${line} ${part}`;
    if (line !== undefined && displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  const shown = lines.slice(0, most).map((line) => cutText(line, width));
  const last = shown.at(-1) ?? '';
  if (shown.length < lines.length && !last.endsWith('…')) shown[most - 1] = `${cutText(last, width - 2)} …`;
  return shown;
}
