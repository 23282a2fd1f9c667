import { assertNever } from '#core/diagnostics';
import type { Outcome, Verdict } from '#result/verdict';
import { oneLine } from './source-text';

/** A verdict in words, without a final stop. */
export function verdictSentence(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'differs': {
      const { call, base, head } = verdict.witness;
      return `differs: ${oneLine(call)} ${outcomeWords(base)} before, ${outcomeWords(head)} now`;
    }
    case 'same':
      return verdict.bound === null
        ? 'behaves the same for all inputs'
        : `behaves the same up to ${verdict.bound.loops} loop iterations and call depth ${verdict.bound.depth}`;
    case 'unknown':
      return `behaviour unknown: ${oneLine(verdict.reason)}`;
    default:
      return assertNever(verdict);
  }
}

function outcomeWords(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'returns':
      return `returns ${oneLine(outcome.value)}`;
    case 'throws':
      return `throws ${oneLine(outcome.error)}`;
    case 'times-out':
      return 'does not end in time';
    default:
      return assertNever(outcome);
  }
}
