import type { BugFound } from '#result/bug-found';
import { lineOf } from './function-label';
import { cutText, oneLine } from './source-text';
import { paintFor, type TextOptions } from './text-style';
import { count } from './words';
import { wrapCode } from './wrap-code';

/** Assertions that fail where the change has an effect, each with a call that gets there. */
export function bugsSection(bugs: readonly BugFound[], options: TextOptions): string[] {
  const ordered = listedBugs(bugs, options.all);
  if (ordered.length === 0) return [];
  const paint = paintFor(options.colour);
  const shown = options.all ? ordered : ordered.slice(0, mostBugs);
  const lines = [paint.bold(bugsHeading(shown)), ...shown.flatMap((bug) => bugLines(bug, options))];
  const rest = ordered.length - shown.length;
  if (rest > 0) lines.push(paint.dim(`  … ${count(rest, 'more place')} (--all shows everything)`));
  return lines;
}

/** New ones; what failed before the change comes after them where all is asked for. */
export function listedBugs(bugs: readonly BugFound[], all: boolean): BugFound[] {
  const fresh = bugs.filter(({ isNew }) => isNew);
  return all ? [...fresh, ...bugs.filter(({ isNew }) => !isNew)] : fresh;
}

export function bugsHeading(bugs: readonly BugFound[]): string {
  const thrown = bugs.filter(({ kind }) => kind === 'throw').length;
  if (thrown === 0) return 'Assertions that fail';
  return thrown === bugs.length ? 'Errors that are thrown' : 'Assertions that fail, errors that are thrown';
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
