/** Whether something is the same in both versions, as far as was looked. */
export type Finding =
  | { readonly kind: 'same' }
  /** Where the first difference was found. */
  | { readonly kind: 'different'; readonly place: string }
  /** It may be the same or not: this is why. */
  | { readonly kind: 'unsure'; readonly why: string };

export const same: Finding = { kind: 'same' };

export function different(place: string): Finding {
  return { kind: 'different', place };
}

export function unsure(why: string): Finding {
  return { kind: 'unsure', why };
}

/** Different when one is; the same when all are. */
export function all(comparisons: readonly (() => Finding)[]): Finding {
  let doubt: Finding | null = null;
  for (const compare of comparisons) {
    const finding = compare();
    if (finding.kind === 'different') return finding;
    if (finding.kind === 'unsure') doubt ??= finding;
  }
  return doubt ?? same;
}
