import { candidatesFor, constantsOf } from './candidates';
import { Evaluation, plainValue, type Model } from './model';
import { inPostOrder } from './post-order';
import type { Propagation } from './propagation';
import { parseRegExpData } from './regexp-operations';
import { regExpSamples } from './regexp-samples';
import { satisfies } from './satisfies';
import type { Scalar } from './sorts';
import type { Term } from './term';
import { unknownsOf } from './unknowns';

/** Values tried for one unknown. */
const mostValues = 400;
const mostUnknowns = 6;
const mostPatterns = 4;

/**
 * A model of almost all constraints, with another value for one of the unknowns of those that it misses. Of a text that a
 * regular expression has taken apart, one part changes while the others stay. Null when nothing fits.
 */
export function guessNear(constraints: readonly Term[], near: Model, known: Propagation): Model | null {
  const evaluation = new Evaluation(near);
  const missed = constraints.filter((constraint) => !evaluation.holds(constraint));
  const unknowns = [...new Set(missed.flatMap(unknownsOf))].slice(0, mostUnknowns);
  const constants = constantsOf(constraints);
  const patterns = patternsOf(constraints);
  for (const unknown of unknowns) {
    const value = near.get(unknown) ?? plainValue(unknown);
    const changed = typeof value === 'string' ? withOtherParts(value, patterns) : [];
    const values = [...new Set<Scalar>([...changed, ...candidatesFor(unknown, known, constants)])];
    for (const other of values.slice(0, mostValues)) {
      const model = new Map(near).set(unknown, other);
      // What was missed is cheaper to look at than everything.
      if (satisfies(missed, model) && satisfies(constraints, model)) return model;
    }
  }
  return null;
}

function patternsOf(constraints: readonly Term[]): readonly string[] {
  const seen = new Set<Term>();
  const found = new Map<string, string>();
  for (const constraint of constraints.toReversed()) {
    inPostOrder(
      constraint,
      (term) => seen.has(term),
      (term) => {
        seen.add(term);
        if (term.kind !== 'operation' || !term.operation.startsWith('regexp.')) return;
        const { source, flags } = parseRegExpData(term.data);
        found.set(`${flags}/${source}`, term.data);
      },
    );
  }
  return [...found.values()].slice(0, mostPatterns);
}

/** The text with the part that one group matches replaced by what the group matches elsewhere. */
function withOtherParts(text: string, patterns: readonly string[]): readonly string[] {
  return patterns.flatMap((data) => {
    const { source, flags } = parseRegExpData(data);
    const expression = new RegExp(source, `${flags.replaceAll(/[gyd]/g, '')}d`);
    const places = expression.exec(text)?.indices ?? [];
    const samples = regExpSamples(source, flags).map((sample) => expression.exec(sample) ?? []);
    return places.slice(1).flatMap((place, index) => {
      // Of a group that took no part there is no place.
      const [start, end] = (place as readonly [number, number] | undefined) ?? [-1, -1];
      if (start < 0) return [];
      const parts = new Set(samples.flatMap((sample) => sample[index + 1] ?? []));
      return [...parts].map((part) => text.slice(0, start) + part + text.slice(end));
    });
  });
}
