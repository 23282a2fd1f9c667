import { cutText, displayWidth, oneLine } from './source-text';
import type { Subject } from './subjects';
import { paintFor, type TextOptions } from './text-style';
import { count, someOf } from './words';
import { wrapCode } from './wrap-code';

/** A function with where it stands and how it was compared, on one line where there is room. */
export function subjectLines(subject: Subject, nameOf: (id: string) => string, options: TextOptions): string[] {
  const paint = paintFor(options.colour);
  const details = subjectDetails(subject, nameOf).join(', ');
  const known = `  ${paint.bold(subject.name)}${subject.where === '' ? '' : `  ${paint.cyan(subject.where)}`}`;
  if (details === '') return [known];
  const room = options.width - displayWidth(`  ${subject.name}  ${subject.where}  `);
  if (options.all || displayWidth(details) <= room) return [`${known}  ${paint.dim(details)}`];
  return [known, paint.dim(cutText(`    ${details}`, options.width))];
}

/** `entry point, through Cart.add, 24 path pairs compared`. */
export function subjectDetails(subject: Subject, nameOf: (id: string) => string): string[] {
  const { isEntryPoint, isChanged, exportedAs, through, inside, verdict } = subject;
  const parts: string[] = [];
  if (isEntryPoint && !isChanged) parts.push('entry point');
  if (exportedAs !== null) parts.push(`exported as ${oneLine(exportedAs)}`);
  if (through.length > 0) parts.push(`through ${someOf(through.map(nameOf), mostNames)}`);
  if (inside.length > 0) parts.push(`with ${someOf(inside.map(nameOf), mostNames)} inside`);
  if (verdict.tried !== undefined && verdict.tried > 0) parts.push(`${count(verdict.tried, 'path pair')} compared`);
  return parts;
}

const mostNames = 3;
const mostAssumptions = 2;

/** What was taken for granted of it. */
export function assumptionLines(assumptions: readonly string[] = [], options: TextOptions): string[] {
  const paint = paintFor(options.colour);
  const shown = options.all ? assumptions : assumptions.slice(0, mostAssumptions);
  const room = Math.max(24, options.width - 4);
  const lines = shown.flatMap((text) => wrapCode(`assuming ${oneLine(text)}`, room, options.all ? Infinity : 2));
  const rest = assumptions.length - shown.length;
  if (rest > 0) lines.push(`… ${count(rest, 'more assumption')} (--all shows everything)`);
  return lines.map((line) => paint.dim(`    ${line}`));
}
