import { cutText, displayWidth, oneLine } from './source-text';

/** A condition in lines of at most `width` columns, broken before `&&`; what does not fit into `most` lines is cut off. */
export function wrapCondition(condition: string, width: number, most: number): string[] {
  const lines: string[] = [];
  for (const part of oneLine(condition).split(/ (?=&& )/)) {
    const line = lines.at(-1);
    const longer = line === undefined ? part : `${line} ${part}`;
    if (line !== undefined && displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  const shown = lines.slice(0, most).map((line) => cutText(line, width));
  if (shown.length < lines.length) shown[most - 1] = cutText(`${shown[most - 1] ?? ''} …`, width);
  return shown;
}
