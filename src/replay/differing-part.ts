import type { Observed, ObservedObject } from './observed';
import { sameObserved } from './same-observed';

/** The innermost place at which two values differ, as one reads it: `result.items[0].price`. */
export interface DifferingPart {
  readonly place: string;
  /** Null where one of them has nothing. */
  readonly before: Observed | null;
  readonly now: Observed | null;
}

/** Where two different values differ first. */
export function differingPart(before: Observed, now: Observed, place: string): DifferingPart {
  const whole = { place, before, now };
  if (before.kind !== 'object' || now.kind !== 'object' || before.constructorName !== now.constructorName) return whole;
  for (const { step, a, b } of pairsOf(before, now)) {
    // What is said of an object that was met before is said where it was met.
    if (a?.kind === 'back' || b?.kind === 'back') continue;
    if (a === null || b === null) {
      if (a !== b) return { place: `${place}${step}`, before: a, now: b };
    } else if (!sameObserved(a, b)) return differingPart(a, b, `${place}${step}`);
  }
  return whole;
}

interface Pair {
  readonly step: string;
  readonly a: Observed | null;
  readonly b: Observed | null;
}

function* pairsOf(before: ObservedObject, now: ObservedObject): Generator<Pair> {
  const [x, y] = [before.contents, now.contents];
  if (x.kind === 'array' && y.kind === 'array') {
    for (let i = 0; i < Math.max(x.elements.length, y.elements.length); i++) {
      yield { step: `[${i}]`, a: x.elements[i] ?? null, b: y.elements[i] ?? null };
    }
  }
  const [own, other] = [new Map(before.properties), new Map(now.properties)];
  for (const key of new Set([...own.keys(), ...other.keys()])) {
    const step = identifier.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    yield { step, a: own.get(key) ?? null, b: other.get(key) ?? null };
  }
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
