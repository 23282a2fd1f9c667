import type { FunctionResult } from '#result/function-result';
import { maskedSentences } from './masked-sentence';
import { cutText } from './source-text';
import { assumptionLines, subjectLines } from './subject-lines';
import { namesApart } from './names-apart';
import type { Subject } from './subjects';
import { paintFor, type TextOptions } from './text-style';
import type { SubjectGroup, VerdictGroups } from './verdict-groups';
import { unknownPlace } from './verdict-words';
import { count, someOf } from './words';
import { wrapCode } from './wrap-code';

/** What does not behave differently, as far as is known: compact, one block for each reason. */
export function verdictSections(
  groups: VerdictGroups,
  functions: readonly FunctionResult[],
  options: TextOptions,
): string[][] {
  const paint = paintFor(options.colour);
  const reasons = options.all ? groups.unknown : groups.unknown.slice(0, mostReasons);
  const unknown = reasons.flatMap((group) => [
    ...wrapCode(group.title, Math.max(24, options.width - 2), options.all ? Infinity : 3).map((line) => `  ${line}`),
    ...members(group, groups, options).map((line) => `  ${line}`),
  ]);
  const rest = groups.unknown.length - reasons.length;
  if (rest > 0) unknown.push(paint.dim(`  … ${count(rest, 'more reason')} (--all shows everything)`));
  return [
    maskedLines(groups.masked, functions, options),
    unknown.length === 0 ? [] : [paint.bold('Unknown'), ...unknown],
    ...groups.same.map((group) => [
      ...wrapCode(`Behaves the same ${group.title}`, options.width, options.all ? Infinity : 3).map(paint.bold),
      ...members(group, groups, options),
    ]),
  ];
}

const mostReasons = 8;
const fewMembers = 4;
const mostNames = 12;
const mostMasked = 6;

/** A few with all that is known of them; the names of many. */
function members(group: SubjectGroup, { nameOf }: VerdictGroups, options: TextOptions): string[] {
  const { subjects, assumptions } = group;
  const narrow = { ...options, width: options.width - 2 };
  if (options.all || subjects.length <= fewMembers) {
    return subjects.flatMap((subject) => [
      ...subjectLines(subject, nameOf, narrow),
      ...placeLines(subject, narrow),
      ...assumptionLines(subject.verdict.assumptions, narrow),
    ]);
  }
  const names = someOf(namesApart(subjects), mostNames);
  const lines = wrapCode(names, Math.max(24, narrow.width - 2), Infinity).map((line) => `  ${line}`);
  return [...lines, ...assumptionLines(assumptions, narrow)];
}

/** The code that a reason is about, which need not be that of the function. */
function placeLines({ verdict }: Subject, options: TextOptions): string[] {
  const place = verdict.kind === 'unknown' ? unknownPlace(verdict) : '';
  return place === '' ? [] : [paintFor(options.colour).dim(cutText(`    at ${place}`, options.width))];
}

function maskedLines(masked: readonly Subject[], functions: readonly FunctionResult[], options: TextOptions): string[] {
  const paint = paintFor(options.colour);
  const sentences = masked.flatMap((subject) => maskedSentences(subject, functions));
  if (sentences.length === 0) return [];
  const shown = options.all ? sentences : sentences.slice(0, mostMasked);
  const room = Math.max(24, options.width - 4);
  const lines = shown.flatMap((sentence) =>
    wrapCode(sentence, room, Infinity).map((line, i) => `  ${i > 0 ? '  ' : ''}${line}`),
  );
  const rest = sentences.length - shown.length;
  return [
    paint.bold('Hidden from callers'),
    ...lines,
    ...(rest > 0 ? [paint.dim(`  … ${count(rest, 'more function')} (--all shows everything)`)] : []),
  ];
}
