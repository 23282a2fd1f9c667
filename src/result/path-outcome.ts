import { assertNever } from '#core/diagnostics';
import type { Observed } from '#replay/observed';
import type { Completion, ReplayOutcome } from '#replay/outcome';
import { printObserved } from '#replay/print-observed';
import { sameObserved } from '#replay/same-observed';
import { matches, type Prediction } from '#symbolic/describe-path';
import type { PathOutcome, ReplayDifference } from './paths-result';

/** What the engine did, for a reader. */
export function observedOutcome({ completion }: ReplayOutcome): PathOutcome {
  switch (completion.kind) {
    case 'returns':
      return { kind: 'returns', value: printObserved(completion.value) };
    case 'throws':
      return { kind: 'throws', error: printThrown(completion.error) };
    case 'times-out':
    case 'never-settles':
      return { kind: 'times-out' };
    default:
      return { kind: 'unknown', reason: noBehaviour(completion) };
  }
}

export function predictedOutcome({ completion: { kind, value } }: Prediction): PathOutcome {
  return kind === 'returns' ? { kind, value: printObserved(value) } : { kind, error: printThrown(value) };
}

/** Errors by their class and message alone: that is what two of them are compared by. */
function printThrown(error: Observed): string {
  if (error.kind !== 'object' || error.contents.kind !== 'error') return printObserved(error);
  const { name, message } = error.contents;
  return `new ${error.constructorName ?? name}(${message === '' ? '' : JSON.stringify(message)})`;
}

type NoBehaviour = Exclude<Completion, { kind: 'returns' | 'throws' | 'times-out' | 'never-settles' }>;

/** Why a run neither confirms nor refutes a path; null when it came to an end that counts. */
export function inconclusive({ completion }: ReplayOutcome): string | null {
  switch (completion.kind) {
    case 'returns':
    case 'throws':
    case 'never-settles':
      return null;
    case 'times-out':
      return 'it did not end in time';
    default:
      return noBehaviour(completion);
  }
}

function noBehaviour(completion: NoBehaviour): string {
  switch (completion.kind) {
    case 'exits':
      return `it called process.exit(${completion.code})`;
    case 'out-of-memory':
      return 'it ran out of memory';
    case 'out-of-stack':
      return 'it ran out of stack';
    case 'crashed':
      return `the process ended: ${completion.reason}`;
    case 'refused':
      return `it tried something that a replay does not allow: ${completion.what}`;
    case 'not-callable':
      return completion.reason;
    default:
      return assertNever(completion);
  }
}

/** In which respects a run was not what was predicted; empty when it was. */
export function differences(
  predicted: Prediction,
  moduleState: ReadonlyMap<string, Observed>,
  outcome: ReplayOutcome,
): ReplayDifference[] {
  const found: ReplayDifference[] = [];
  const { completion, receiver } = outcome;
  const seen =
    completion.kind === 'returns' ? completion.value : completion.kind === 'throws' ? completion.error : null;
  if (
    completion.kind !== predicted.completion.kind ||
    seen === null ||
    !sameObserved(predicted.completion.value, seen)
  ) {
    found.push('outcome');
  }
  if (predicted.receiver !== null && receiver !== null && !sameObserved(predicted.receiver, receiver)) {
    found.push('receiver');
  }
  if (!predicted.args.every((arg, i) => isSame(arg, outcome.args[i]))) found.push('arguments');
  const isStateAsPredicted = outcome.moduleState.every(([name, value]) => {
    const expected = moduleState.get(name);
    return expected === undefined || sameObserved(expected, value);
  });
  if (!isStateAsPredicted) found.push('module state');
  if (found.length === 0 && !matches(predicted, outcome)) found.push('calls');
  return found;
}

function isSame(expected: Observed, seen: Observed | undefined): boolean {
  return seen !== undefined && sameObserved(expected, seen);
}
