import { ChangeFacts } from '#behaviour/change-facts';
import { compareFunction } from '#behaviour/compare-function';
import { compareModules } from '#change/compare-modules';
import type { ReplayOutcome } from '#replay/outcome';
import { Replayer, type ReplayTarget } from '#replay/replay';
import { sameObserved } from '#replay/same-observed';
import type { ReplayInput } from '#replay/write-input';
import { loadVersion } from './load-subject';
import type { Subject } from './subjects';

export interface WitnessTimes {
  /** Until both versions had been run on an input that shows a difference; null when there is none. */
  readonly firstMs: number | null;
  /** Until everything was compared. */
  readonly totalMs: number;
  readonly behaviours: number;
  readonly isSettled: boolean;
}

/** Two texts → how soon a difference was shown by the engine. Nothing is kept from one comparison to the next. */
export async function timesToWitness(subject: Subject): Promise<WitnessTimes> {
  const start = performance.now();
  const [base, head] = [loadVersion(subject, subject.before), loadVersion(subject, subject.now)];
  const facts = new ChangeFacts(compareModules([base.module], [head.module]), () => true);
  let firstMs: number | null = null;
  let last: readonly ReplayOutcome[] = [];
  const replayers = {
    base: new WatchedReplayer((outcomes) => (last = outcomes)),
    head: new WatchedReplayer((outcomes) => {
      const shows = outcomes.some((outcome, index) => isDifferent(last[index], outcome));
      if (shows) firstMs ??= performance.now() - start;
    }),
  };
  try {
    const pair = {
      base: { loaded: base.loaded, path: base.path, index: base.fn.index },
      head: { loaded: head.loaded, path: head.path, index: head.fn.index },
    };
    const { behaviours, gaps, unconfirmed, problem, complete } = await compareFunction(pair, facts, {
      limits: {},
      preconditions: {},
      solver: 'embedded',
      store: null,
      strict: false,
      replayers,
      expired: () => false,
      isInterrupted: () => false,
    });
    const isSettled = gaps.length === 0 && unconfirmed.length === 0 && problem === null && complete;
    return { firstMs, totalMs: performance.now() - start, behaviours: behaviours.length, isSettled };
  } finally {
    await replayers.base.dispose();
    await replayers.head.dispose();
  }
}

class WatchedReplayer extends Replayer {
  readonly #seen: (outcomes: readonly ReplayOutcome[]) => void;

  constructor(seen: (outcomes: readonly ReplayOutcome[]) => void) {
    super({ timeoutMs: 2_000, memoryMb: 256 });
    this.#seen = seen;
  }

  override async run(target: ReplayTarget, inputs: readonly ReplayInput[]): Promise<readonly ReplayOutcome[]> {
    const outcomes = await super.run(target, inputs);
    this.#seen(outcomes);
    return outcomes;
  }
}

/** By what is returned, and by the variables that the subjects write: their constants may differ from the start. */
function isDifferent(before: ReplayOutcome | undefined, now: ReplayOutcome): boolean {
  if (before?.completion.kind !== 'returns' || now.completion.kind !== 'returns') return false;
  if (!sameObserved(before.completion.value, now.completion.value)) return true;
  const variables = new Map(before.moduleState);
  return now.moduleState.some(([name, value]) => {
    const other = variables.get(name);
    return other !== undefined && value.kind !== 'object' && !sameObserved(other, value);
  });
}
