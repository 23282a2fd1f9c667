import type { ComparedFunction } from '#behaviour/compared-function';
import { verdictOf } from './verdict-of';
import type { VersionComparer } from './version-comparer';
import { versionsOf } from './versions-of';

type Part = string | number;

/** Versions of `f` that differ where the text has a box. */
export function comparedBy(
  comparer: VersionComparer,
  text: string,
  before: Part,
  now: Part,
): Promise<ComparedFunction> {
  const [base, head] = versionsOf(text, before, now);
  return comparer.open(base, head).directed(20_000);
}

/** What is said of the first behaviour. */
export async function toldBy(comparer: VersionComparer, text: string, before: Part, now: Part): Promise<string> {
  const found = await comparedBy(comparer, text, before, now);
  const [first] = found.behaviours;
  return first === undefined ? verdictOf(found) : `${first.witness.call}: ${first.before} → ${first.now}`;
}
