/** A text as the program has it, and as it is run. */
export interface Pair {
  readonly plain: string;
  readonly traced: string;
}

/** A text around pairs, in both forms. */
export function join(texts: TemplateStringsArray, ...pairs: readonly (Pair | string)[]): Pair {
  return { plain: filled(texts, pairs, 'plain'), traced: filled(texts, pairs, 'traced') };
}

function filled(texts: TemplateStringsArray, pairs: readonly (Pair | string)[], form: 'plain' | 'traced'): string {
  return texts
    .map((text, i) => {
      const pair = pairs[i] ?? '';
      return text + (typeof pair === 'string' ? pair : pair[form]);
    })
    .join('');
}

export function same(text: string): Pair {
  return { plain: text, traced: text };
}

/** The traced forms, as arguments of a call. */
export function tracedList(pairs: readonly Pair[]): string {
  return pairs.map((pair) => pair.traced).join(', ');
}

export function plainList(pairs: readonly Pair[]): string {
  return pairs.map((pair) => pair.plain).join(', ');
}
