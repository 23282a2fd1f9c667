import type { Result } from '#result/result';
import { subjectsOf, type Subject } from './subjects';
import { unknownWords } from './verdict-words';

/** What a result says about behaviour. */
export type Comparison =
  /** No function is in both versions and different. */
  | { readonly kind: 'nothing-to-compare' }
  /** No verdict was reached on anything, for one reason. */
  | { readonly kind: 'not-compared'; readonly reason: string }
  | { readonly kind: 'compared'; readonly subjects: readonly Subject[] };

export function comparisonOf(result: Result): Comparison {
  const subjects = subjectsOf(result);
  const [first] = subjects;
  if (first === undefined) return { kind: 'nothing-to-compare' };
  const { verdict } = first;
  if (verdict.kind !== 'unknown') return { kind: 'compared', subjects };
  const isShared = subjects.every((each) => each.verdict.kind === 'unknown' && each.verdict.reason === verdict.reason);
  if (!isShared) return { kind: 'compared', subjects };
  const { reason } = verdict;
  return { kind: 'not-compared', reason: unknownWords(subjects.length === 1 ? verdict : { kind: 'unknown', reason }) };
}
