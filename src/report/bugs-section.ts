import type { BugFound } from '#result/bug-found';
import { lineOf } from './function-label';
import { cutText, oneLine } from './source-text';
import { paintFor, type TextOptions } from './text-style';
import { count } from './words';
import { wrapCode } from './wrap-code';

/** Assertions that fail where the change has an effect, new ones first, each with a call that gets there. */
export function bugsSection(bugs: readonly BugFound[], options: TextOptions): string[] {
  if (bugs.length === 0) return [];
  const paint = paintFor(options.colour);
  const ordered = newestFirst(bugs);
  const shown = options.all ? ordered : ordered.slice(0, mostBugs);
  const lines = [paint.bold('Assertions that fail'), ...shown.flatMap((bug) => bugLines(bug, options))];
  const rest = bugs.length - shown.length;
  if (rest > 0) lines.push(paint.dim(`  … ${count(rest, 'more assertion')} (--all shows everything)`));
  return lines;
}

export function newestFirst(bugs: readonly BugFound[]): BugFound[] {
  return bugs.toSorted((a, b) => Number(b.isNew) - Number(a.isNew));
}

/** `new`, and whether it was seen. */
export function bugDetails({ isNew, replayed }: BugFound): string {
  return `${isNew ? 'new' : 'as before'}, ${replayed ? 'seen when run' : 'not confirmed by a run'}`;
}

const mostBugs = 8;

function bugLines(bug: BugFound, options: TextOptions): string[] {
  const paint = paintFor(options.colour);
  const brush = bug.isNew ? paint.red : paint.yellow;
  const room = Math.max(24, options.width - 4);
  const text = oneLine(bug.text);
  return [
    `  ${brush(options.all ? text : cutText(text, room))}`,
    `    ${paint.cyan(lineOf(bug.span))}  ${paint.dim(cutText(bugDetails(bug), room - lineOf(bug.span).length - 2))}`,
    ...wrapCode(bug.call, room, options.all ? Infinity : mostCallLines).map((line) => `    ${paint.cyan(line)}`),
  ];
}

const mostCallLines = 8;
