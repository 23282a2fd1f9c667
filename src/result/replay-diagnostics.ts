import { assertNever, type Diagnostic } from '#core/diagnostics';
import { assumptionNotMet, replayMismatch } from '#core/path-diagnostics';
import type { FunctionPath, PathOutcome } from './paths-result';

/** Paths whose replay did something else: they must not be taken for what the function does. */
export function replayDiagnostics(paths: readonly FunctionPath[]): Diagnostic[] {
  return paths.flatMap(({ call, outcome, replay }, index): Diagnostic[] => {
    if (replay.kind !== 'differs') return [];
    const seen = outcomeWords(outcome);
    const predicted = outcomeWords(replay.predicted);
    const how =
      replay.in.includes('outcome') && seen !== predicted
        ? `was to ${infinitive(replay.predicted)} but ${seen}`
        : `left other ${replay.in.join(' and ')} than predicted`;
    const [assumed] = replay.assumptions;
    return [
      assumed === undefined ? replayMismatch(index + 1, call, how) : assumptionNotMet(index + 1, call, how, assumed),
    ];
  });
}

function outcomeWords(outcome: PathOutcome): string {
  switch (outcome.kind) {
    case 'returns':
      return `returned ${outcome.value}`;
    case 'throws':
      return `threw ${outcome.error}`;
    case 'times-out':
      return 'never ended';
    case 'never-settles':
      return 'never settled';
    case 'exits':
      return `called process.exit(${outcome.code})`;
    case 'unknown':
      return outcome.reason;
    default:
      return assertNever(outcome);
  }
}

function infinitive(outcome: PathOutcome): string {
  switch (outcome.kind) {
    case 'returns':
      return `return ${outcome.value}`;
    case 'throws':
      return `throw ${outcome.error}`;
    default:
      return 'never end';
  }
}
