import { assertNever } from '#core/diagnostics';
import type { Bound, SameVerdict, UnknownVerdict, Verdict } from '#result/verdict';
import { lineOf } from './function-label';
import { oneLine } from './source-text';
import { count } from './words';

/** A verdict in a few words: `differs`, `same for all inputs`. */
export function verdictWords(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'differs':
      return 'differs';
    case 'same':
      return `same ${extentWords(verdict)}`;
    case 'unknown':
      return 'unknown';
    default:
      return assertNever(verdict);
  }
}

/** How far a verdict `same` goes; never left out, because a bounded one is no proof, nor is one that assumes something. */
export function extentWords({ bound, assumptions = [] }: SameVerdict): string {
  const extent = bound === null ? 'for all inputs' : boundWords(bound);
  return assumptions.length === 0 ? extent : `${extent} under assumptions`;
}

export function boundWords({ loops, depth }: Bound): string {
  return `up to ${count(loops, 'loop iteration')} and call depth ${depth}`;
}

/** `eval cannot be followed at src/a.ts:3`. */
export function unknownWords(verdict: UnknownVerdict): string {
  const place = unknownPlace(verdict);
  return place === '' ? unknownReason(verdict) : `${unknownReason(verdict)} at ${place}`;
}

/** Without the place, so that what is unknown for one reason can stand together. */
export function unknownReason({ reason }: UnknownVerdict): string {
  return withoutStop(reason).replace(placeAtEnd, '');
}

/** `src/a.ts:3`; empty when it is not known. */
export function unknownPlace({ reason, place }: UnknownVerdict): string {
  if (place !== undefined) return lineOf(place);
  return placeAtEnd.exec(withoutStop(reason))?.[1] ?? '';
}

const placeAtEnd = / at (\S+:\d+)$/;

function withoutStop(text: string): string {
  return oneLine(text).replace(/\.$/, '');
}

/** What is known of the inputs besides those that are known to differ. */
export function elsewhereWords(verdict: SameVerdict | UnknownVerdict): string {
  return verdict.kind === 'unknown'
    ? `other inputs: unknown, ${unknownWords(verdict)}`
    : `other inputs: the same${verdict.bound === null ? '' : ` ${boundWords(verdict.bound)}`}`;
}
