import fc from 'fast-check';

/** Two versions of a program, as source. */
export interface TextVersions {
  readonly base: string;
  readonly head: string;
}

export const constant = fc.nat({ max: 3 }).map(String);

export function expression(scope: readonly string[], depth: number): fc.Arbitrary<string> {
  const leaf = fc.oneof(fc.constantFrom(...scope), constant);
  if (depth === 0) return leaf;
  const part = expression(scope, depth - 1);
  return fc.oneof(
    leaf,
    fc.tuple(part, fc.constantFrom('+', '-'), part).map(([left, op, right]) => `(${left} ${op} ${right})`),
    fc.tuple(part, constant, part, part).map(([left, at, yes, no]) => `(${left} < ${at} ? ${yes} : ${no})`),
  );
}

/** Versions of which one is the other with one operator or constant changed. */
export function mutantsOf(program: fc.Arbitrary<string>): fc.Arbitrary<TextVersions> {
  return fc.tuple(program, fc.nat()).map(([base, number]) => {
    const places = [...base.matchAll(/ [-+<] | \+= |(?<=[ (])\d\b/g)];
    const { 0: text, index } = places[number % places.length] ?? { 0: '', index: 0 };
    const other = swapped[text] ?? String((Number(text) + 1) % 4);
    return { base, head: base.slice(0, index) + other + base.slice(index + text.length) };
  });
}

const swapped: Readonly<Record<string, string>> = { ' + ': ' - ', ' - ': ' + ', ' < ': ' <= ', ' += ': ' -= ' };

/** Versions of which one is the other with terms in another order. */
export function rewritesOf(program: fc.Arbitrary<string>): fc.Arbitrary<TextVersions> {
  return program.map((base) => ({ base, head: base.replaceAll(/\(([\w.]+) \+ ([\w.]+)\)/g, '($2 + $1)') }));
}

/** Chooses the same for the same seed. */
export function chooser(seed: number): (count: number) => number {
  let own = seed;
  return (count) => {
    own = (Math.imul(own, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((own / 2 ** 32) * count);
  };
}
