import { behaviourBlock, witnessLines } from './behaviour-block';
import { cutText } from './source-text';
import { assumptionLines, subjectLines } from './subject-lines';
import type { Subject } from './subjects';
import { bySurprise } from './surprise';
import { paintFor, type TextOptions } from './text-style';
import { elsewhereWords } from './verdict-words';
import { count } from './words';

/** What behaves differently: each function with the inputs for which it does, and a call that was run on both versions. */
export function differsSection(
  subjects: readonly Subject[],
  nameOf: (id: string) => string,
  options: TextOptions,
): string[] {
  if (subjects.length === 0) return [];
  const paint = paintFor(options.colour);
  const shown = options.all ? subjects : subjects.slice(0, mostSubjects);
  const lines = [paint.bold('Behaves differently')];
  shown.forEach((subject, index) => {
    if (index > 0) lines.push('');
    lines.push(...subjectLines(subject, nameOf, options), ...differenceLines(subject, options));
  });
  if (shown.length < subjects.length) {
    const rest = count(subjects.length - shown.length, 'more function');
    lines.push('', paint.dim(`  … ${rest} (--all shows everything)`));
  }
  return lines;
}

const mostSubjects = 8;
const mostBehaviours = 4;

function differenceLines(subject: Subject, options: TextOptions): string[] {
  const { verdict, behaviours } = subject;
  const paint = paintFor(options.colour);
  const ordered = bySurprise(behaviours);
  const shown = options.all ? ordered : ordered.slice(0, mostBehaviours);
  const blocks = shown.map((behaviour) => behaviourBlock(behaviour, options));
  if (verdict.kind === 'differs' && blocks.length === 0) blocks.push(witnessLines(verdict.witness, false, options));
  const lines = blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
  if (shown.length < ordered.length) {
    const rest = count(ordered.length - shown.length, 'more difference');
    lines.push('', paint.dim(`    … ${rest} (--all shows everything)`));
  }
  const remarks = assumptionLines(verdict.assumptions, options);
  if (verdict.kind === 'differs' && verdict.elsewhere !== undefined) {
    const words = `    ${elsewhereWords(verdict.elsewhere)}`;
    remarks.push(paint.dim(options.all ? words : cutText(words, options.width)));
  }
  // Below several they would look like part of the last one.
  return [...lines, ...(remarks.length > 0 && blocks.length > 1 ? ['', ...remarks] : remarks)];
}
