import type { Contents, Observed, ObservedObject } from './observed';
import type { ReplayOutcome } from './outcome';

/**
 * Whether two outcomes of which something was left out are known to differ. How much is looked at depends on which parts are one
 * object, so that what was cut in one version may be there in the other.
 */
export function differDespiteCuts({ completion: before }: ReplayOutcome, { completion: now }: ReplayOutcome): boolean {
  if (before.kind === 'returns' && now.kind === 'returns') return valuesDiffer(before.value, now.value);
  if (before.kind === 'throws' && now.kind === 'throws') return valuesDiffer(before.error, now.error);
  return before.kind !== now.kind;
}

function valuesDiffer(a: Observed, b: Observed): boolean {
  if (a.kind === 'back' || b.kind === 'back') return false;
  if (a.kind === 'cut' && b.kind === 'cut') return isWhole(a.what) && isWhole(b.what) && a.what !== b.what;
  if (a.kind === 'cut' || b.kind === 'cut') return false;
  if (a.kind === 'primitive' && b.kind === 'primitive') return !Object.is(a.value, b.value);
  if (a.kind === 'object' && b.kind === 'object') return objectsDiffer(a, b);
  return a.kind !== b.kind;
}

/** The words for a long text tell texts apart: they have its length and check sum. */
function isWhole(what: string): boolean {
  return what.startsWith('a string of ');
}

function objectsDiffer(a: ObservedObject, b: ObservedObject): boolean {
  if (a.constructorName !== b.constructorName || a.contents.kind !== b.contents.kind) return true;
  if (listsDiffer(elementsOf(a.contents), elementsOf(b.contents))) return true;
  const [own, other] = [new Map(a.properties), new Map(b.properties)];
  for (const [key, value] of own) {
    const found = other.get(key);
    if (found !== undefined && valuesDiffer(value, found)) return true;
  }
  return false;
}

function elementsOf(contents: Contents): readonly (Observed | null)[] {
  if (contents.kind === 'generator') return contents.values;
  return contents.kind === 'array' ? contents.elements : [];
}

/** As far as both were looked at. */
function listsDiffer(a: readonly (Observed | null)[], b: readonly (Observed | null)[]): boolean {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? null;
    if (value === null || other === null) continue;
    if (value.kind === 'cut' || other.kind === 'cut') return valuesDiffer(value, other);
    if (valuesDiffer(value, other)) return true;
  }
  return false;
}
