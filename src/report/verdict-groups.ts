import type { Result } from '#result/result';
import type { SameVerdict } from '#result/verdict';
import { mostSurprisingFirst } from './surprise';
import { namesIn, seenTogether, type Subject } from './subjects';
import { oneLine } from './source-text';
import { extentWords, unknownReason } from './verdict-words';

/** Verdicts in the order in which they are read. */
export interface VerdictGroups {
  readonly differing: readonly Subject[];
  readonly masked: readonly Subject[];
  /** By reason. */
  readonly unknown: readonly SubjectGroup[];
  /** By how far it is known and why; what is bounded stands first. */
  readonly same: readonly SubjectGroup[];
  readonly nameOf: (id: string) => string;
}

export interface SubjectGroup {
  /** A reason without a final stop, or `for all inputs`. */
  readonly title: string;
  readonly subjects: readonly Subject[];
  /** What was taken for granted of one or more of them. */
  readonly assumptions: readonly string[];
}

export function verdictGroups(result: Result, subjects: readonly Subject[]): VerdictGroups {
  const names = namesIn(result);
  const shown = subjects.filter(({ masked }) => !masked);
  const byBound = [...shown.filter(isBounded), ...shown.filter((subject) => !isBounded(subject))];
  return {
    differing: mostSurprisingFirst(seenTogether(subjects.filter(({ verdict }) => verdict.kind === 'differs'))),
    masked: subjects.filter(({ masked }) => masked),
    unknown: grouped(shown, ({ verdict }) => (verdict.kind === 'unknown' ? unknownReason(verdict) : null)),
    same: grouped(byBound, ({ verdict }) => (verdict.kind === 'same' ? sameTitle(verdict) : null)),
    nameOf: (id) => names(id).name,
  };
}

function isBounded({ verdict }: Subject): boolean {
  return verdict.kind === 'same' && verdict.bound !== null;
}

function sameTitle(verdict: SameVerdict): string {
  const reason = verdict.because ?? (verdict.unaffected === true ? 'no call reaches the change' : '');
  return `${extentWords(verdict)}${reason === '' ? '' : `, because ${oneLine(reason).replace(/\.$/, '')}`}`;
}

function grouped(subjects: readonly Subject[], titleOf: (subject: Subject) => string | null): SubjectGroup[] {
  const groups = new Map<string, Subject[]>();
  for (const subject of subjects) {
    const title = titleOf(subject);
    if (title === null) continue;
    const known = groups.get(title);
    if (known === undefined) groups.set(title, [subject]);
    else known.push(subject);
  }
  return [...groups].map(([title, members]) => ({
    title,
    subjects: members,
    assumptions: [...new Set(members.flatMap(({ verdict }) => verdict.assumptions ?? []))],
  }));
}
