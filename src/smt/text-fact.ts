/** What is known of a string besides its length. */
export interface TextFact {
  /** The string itself. */
  readonly value: string | null;
  readonly prefix: string;
  readonly suffix: string;
  /** Strings that it is not. */
  readonly excluded: ReadonlySet<string>;
}

export const anyText: TextFact = { value: null, prefix: '', suffix: '', excluded: new Set() };

export function exactText(value: string): TextFact {
  return { value, prefix: value, suffix: value, excluded: new Set() };
}

/** Both facts together; null when they contradict each other. */
export function meetText(left: TextFact, right: TextFact): TextFact | null {
  if (left === right || right === anyText) return left;
  if (left === anyText) return right;
  const prefix = left.prefix.length >= right.prefix.length ? left.prefix : right.prefix;
  const suffix = left.suffix.length >= right.suffix.length ? left.suffix : right.suffix;
  if (!prefix.startsWith(left.prefix) || !prefix.startsWith(right.prefix)) return null;
  if (!suffix.endsWith(left.suffix) || !suffix.endsWith(right.suffix)) return null;
  const value = left.value ?? right.value;
  if (value !== null && !mayBe(left, value)) return null;
  if (value !== null && !mayBe(right, value)) return null;
  if (value !== null) return left.value === null ? exactText(value) : left;
  const known = right.prefix === '' && right.suffix === '' && isSubset(right.excluded, left.excluded);
  if (known) return left;
  return { value, prefix, suffix, excluded: new Set([...left.excluded, ...right.excluded]) };
}

/** Whether no string can be both. */
export function areApart(left: TextFact, right: TextFact): boolean {
  if (left.value !== null) return !mayBe(right, left.value);
  if (right.value !== null) return !mayBe(left, right.value);
  return (
    !(left.prefix.startsWith(right.prefix) || right.prefix.startsWith(left.prefix)) ||
    !(left.suffix.endsWith(right.suffix) || right.suffix.endsWith(left.suffix))
  );
}

export function mayBe(fact: TextFact, value: string): boolean {
  if (fact.value !== null) return fact.value === value;
  return value.startsWith(fact.prefix) && value.endsWith(fact.suffix) && !fact.excluded.has(value);
}

/** Whether a string starts with another: null when that is open. */
export function startsWith(fact: TextFact, part: string): boolean | null {
  if (fact.value !== null) return fact.value.startsWith(part);
  if (fact.prefix.startsWith(part)) return true;
  return part.startsWith(fact.prefix) ? null : false;
}

export function endsWith(fact: TextFact, part: string): boolean | null {
  if (fact.value !== null) return fact.value.endsWith(part);
  if (fact.suffix.endsWith(part)) return true;
  return part.endsWith(fact.suffix) ? null : false;
}

function isSubset(inner: ReadonlySet<string>, outer: ReadonlySet<string>): boolean {
  for (const value of inner) if (!outer.has(value)) return false;
  return true;
}
