import type { Result } from '#result/result';
import { notAskedFor } from '#result/verdict';
import { splitSubjects, type Subject } from './subjects';
import { unknownWords } from './verdict-words';

/** What a result says about the behaviour of the program. */
export type Comparison =
  /** No function is in both versions and different. */
  | { readonly kind: 'nothing-to-compare' }
  | { readonly kind: 'not-asked-for'; readonly reason: string }
  /** Nothing could be tried, for one reason. */
  | { readonly kind: 'not-compared'; readonly subjects: readonly Subject[]; readonly reason: string }
  | { readonly kind: 'compared'; readonly subjects: readonly Subject[] };

export function comparisonOf(result: Result): Comparison {
  const { program: subjects } = splitSubjects(result);
  const [first] = subjects;
  if (first === undefined) return { kind: 'nothing-to-compare' };
  const { verdict } = first;
  if (verdict.kind !== 'unknown') return { kind: 'compared', subjects };
  const isShared = subjects.every((each) => {
    return (
      each.verdict.kind === 'unknown' && each.verdict.reason === verdict.reason && each.verdict.tried === undefined
    );
  });
  if (!isShared) return { kind: 'compared', subjects };
  if (verdict.reason === notAskedFor) return { kind: 'not-asked-for', reason: notAskedFor };
  const { reason } = verdict;
  const words = unknownWords(subjects.length === 1 ? verdict : { kind: 'unknown', reason });
  return { kind: 'not-compared', subjects, reason: words };
}
