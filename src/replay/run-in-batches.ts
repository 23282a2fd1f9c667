import type { ReplayOutcome } from './outcome';
import type { Replayer, ReplayTarget } from './replay';
import type { ReplayInput } from './write-input';

export interface BatchOptions {
  /** Asked between batches. */
  readonly goesOn: () => boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

const batchSize = 32;

/** Outcomes in the order of the inputs, as many as there was leave to run. */
export async function runInBatches(
  replayer: Replayer,
  target: ReplayTarget,
  inputs: readonly ReplayInput[],
  { goesOn, onProgress }: BatchOptions,
): Promise<readonly ReplayOutcome[]> {
  const outcomes: ReplayOutcome[] = [];
  while (outcomes.length < inputs.length && goesOn()) {
    onProgress?.(outcomes.length, inputs.length);
    const batch = await replayer.run(target, inputs.slice(outcomes.length, outcomes.length + batchSize));
    // An interrupt reaches the child as well: what it did then tells nothing.
    if (!goesOn() && batch.some(({ completion }) => completion.kind === 'crashed')) break;
    outcomes.push(...batch);
  }
  return outcomes;
}
