import { ChangeFacts } from '#behaviour/change-facts';
import { compareFunction } from '#behaviour/compare-function';
import { mineValues } from '#behaviour/mine-values';
import { ArgumentPool } from '#behaviour/trials/argument-pool';
import { TellingCalls } from '#behaviour/trials/telling-calls';
import { trialsOfPair } from '#behaviour/trials/trials-of-pair';
import type { DirectedBy } from '#behaviour/pair-search';
import { triggersOf } from '#behaviour/triggers';
import { ValuesWithin } from '#behaviour/values-within';
import type { ChangeSet } from '#change/change-set';
import { compareModules } from '#change/compare-modules';
import { buildDependenceGraph } from '#dependence/dependence-graph';
import type { ReplayOutcome } from '#replay/outcome';
import { Replayer, type ReplayTarget } from '#replay/replay';
import { sameObserved } from '#replay/same-observed';
import type { ReplayInput } from '#replay/write-input';
import { changeSeeds } from '#slice/change-seeds';
import { repositoryRoot } from '../repository-root';
import { loadVersion, type LoadedVersion } from './load-subject';
import type { Subject } from './subjects';

export interface WitnessTimes {
  /** Until both versions had been run on an input that shows a difference; null when there is none. */
  readonly firstMs: number | null;
  /** Until everything was compared. */
  readonly totalMs: number;
  readonly behaviours: number;
  readonly isSettled: boolean;
}

/** Code whose execution a difference needs, in both versions. */
function directedBy(changes: ChangeSet, base: LoadedVersion, head: LoadedVersion): DirectedBy | null {
  const seeds = changeSeeds(base.loaded.program, head.loaded.program, changes);
  const [inBase, inHead] = ([base, head] as const).map(({ loaded }, index) => {
    const graph = buildDependenceGraph(loaded.program, () => ({ kind: 'unresolved' }));
    return triggersOf(graph, changes, index === 0 ? 'base' : 'head', index === 0 ? seeds.base : seeds.head);
  });
  return inBase === null || inBase === undefined || inHead === null || inHead === undefined
    ? null
    : { base: inBase, head: inHead };
}

/** Two texts → how soon a difference was shown by the engine. Nothing is kept from one comparison to the next. */
export async function timesToWitness(subject: Subject): Promise<WitnessTimes> {
  const start = performance.now();
  let firstMs: number | null = null;
  // Both versions are run at the same time: either may be done first.
  const seen = { base: [] as ReplayOutcome[], head: [] as ReplayOutcome[] };
  const look = (version: 'base' | 'head', outcomes: readonly ReplayOutcome[]): void => {
    seen[version].push(...outcomes);
    const shows = seen.head.some((outcome, index) => isDifferent(seen.base[index], outcome));
    if (shows) firstMs ??= performance.now() - start;
  };
  const replayers = {
    base: new WatchedReplayer((outcomes) => look('base', outcomes)),
    head: new WatchedReplayer((outcomes) => look('head', outcomes)),
  };
  try {
    // As the command does, before it reads anything.
    replayers.base.start(repositoryRoot);
    replayers.head.start(repositoryRoot);
    const [base, head] = [loadVersion(subject, subject.before), loadVersion(subject, subject.now)];
    const changes = compareModules([base.module], [head.module]);
    const facts = new ChangeFacts(changes, () => true);
    const pair = {
      base: { loaded: base.loaded, path: base.path, index: base.fn.index },
      head: { loaded: head.loaded, path: head.path, index: head.fn.index },
    };
    const code = [base, head].map(({ loaded, path }) => ({ snapshot: loaded.snapshot, path, isCode: true }));
    const written = new ValuesWithin((path) => head.loaded.textOf(path));
    const change = { isChanged: () => true, isOnlyChange: () => true, mayRun: () => true, maySee: () => true };
    const telling = new TellingCalls();
    const options = { preconditions: {}, replayers, strict: false, telling, written, seen: change };
    const trials = trialsOfPair(pair, new ArgumentPool(mineValues(code, [])), options);
    await trials?.go(callsOnTrial, () => false);
    const { behaviours, gaps, unconfirmed, problem, complete } = await compareFunction(pair, facts, {
      ...options,
      directed: directedBy(changes, base, head),
      limits: {},
      solver: 'embedded',
      store: null,
      trials,
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

/** As many as are made before any search. */
const callsOnTrial = 500;

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
