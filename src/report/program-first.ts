import type { FileRole } from '#ir/file-role';
import { isTestPath } from '#project/test-path';
import type { SpanResult } from '#result/location';

/** The program, then its tests, then bundles, examples and the like; else in the order in which they are. */
export function programFirst<T extends { readonly role?: FileRole; readonly span?: SpanResult }>(
  items: readonly T[],
): readonly T[] {
  const rank = ({ role, span }: T): number =>
    role !== undefined ? 2 : span !== undefined && isTestPath(span.file) ? 1 : 0;
  return items.toSorted((a, b) => rank(a) - rank(b));
}
