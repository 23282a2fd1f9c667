import type { ChangeSet } from '#change/change-set';
import type { ReplayOutcome } from '#replay/outcome';
import type { Replayer, ReplayTarget } from '#replay/replay';
import { runInBatches } from '#replay/run-in-batches';
import { sameObserved } from '#replay/same-observed';
import type { ReplayInput } from '#replay/write-input';
import { createSolver } from '#smt/chain';
import type { AnswerStore } from '#smt/persistent-link';
import { unknown, type Solver } from '#smt/solver';
import type { CoreKind } from '#smt/solver-kinds';
import type { Misfit } from '#symbolic/concrete/bind-input';
import { describeCondition, type DescribedCondition } from '#symbolic/describe-condition';
import type { Preconditions } from '#symbolic/inputs/preconditions';
import type { CutReason } from '#symbolic/state';
import { isConfirmed } from './concrete-run';
import { findCauses, type BothOutcomes, type Cause, type CausesRequest, type FoundCauses } from './explain-causes';
import type { WrittenCall } from './explain-call';
import type { BlamedEdit, ExplainedChange, Side } from './explain-change';
import { revertEdits, type RevertedEdit } from './explain-edits';
import {
  effectDifferences,
  isBehaviour,
  outcomeDifferences,
  type EffectDifference,
  type OutcomeDifference,
} from './explain-outcome';
import { runBoth, type BothRuns } from './explain-runs';
import { functionOf, type FunctionPair } from './function-pair';
import { givenCall } from './given-call';
import type { PairWorldsOptions } from './pair-worlds';

export interface ExplainRequest {
  readonly pair: FunctionPair;
  readonly call: WrittenCall;
  readonly input: ReplayInput;
  readonly changes: ChangeSet;
  readonly change: ExplainedChange;
  readonly renamed: PairWorldsOptions['renamed'];
  readonly preconditions: Preconditions;
  readonly replayer: Replayer;
  readonly solver: CoreKind | 'none';
  readonly store: AnswerStore | null;
  /** Also conditions that the change cannot reach: DARWIN without DeltaDebug. */
  readonly all: boolean;
  readonly expired: () => boolean;
}

/** Why a call does something else since a change. */
export type Explanation =
  | { readonly kind: 'explained'; readonly explained: ExplainedCall }
  /** Both versions do the same. */
  | { readonly kind: 'no-difference'; readonly outcome: ReplayOutcome }
  /** What makes the arguments behaves otherwise already. */
  | { readonly kind: 'input-differs' }
  | { readonly kind: 'not-run'; readonly side: Side; readonly reason: string };

export interface ExplainedCall {
  readonly call: WrittenCall;
  readonly parameters: readonly string[];
  readonly outcomes: BothOutcomes;
  readonly differsIn: readonly OutcomeDifference[];
  /** What besides the result or error is different. */
  readonly effects: readonly EffectDifference[];
  /** The path conditions f, in the base, and f′, in the head. */
  readonly conditions: Readonly<Record<Side, readonly PathDecision[]>>;
  readonly causes: readonly BlamedCause[];
  /** Edits that the call executes, or that a cause depends on, and what taking them back does. */
  readonly edits: readonly RevertedEdit[];
  readonly gaps: readonly ExplanationGap[];
}

export interface PathDecision extends DescribedCondition {
  readonly impacted: boolean;
}

export interface BlamedCause extends Cause {
  readonly blamed: readonly BlamedEdit[];
}

/** Where the explanation may lack something. */
export type ExplanationGap =
  | { readonly kind: 'cut'; readonly side: Side; readonly reason: CutReason }
  /** The path that was followed is not what the engine did. */
  | { readonly kind: 'unconfirmed'; readonly side: Side }
  | { readonly kind: 'misfit'; readonly misfit: Misfit }
  | { readonly kind: 'undecided'; readonly condition: DescribedCondition; readonly reason: string };

/** Runs a call on both versions and, when they differ, finds the conditions and edits that are to blame. */
export async function explainCall(request: ExplainRequest): Promise<Explanation> {
  const { pair, call, input, replayer } = request;
  const replay = replayBoth(request);
  const [outcomes] = await replay([{ ...input, lookBefore: true }]);
  if (outcomes === undefined) return { kind: 'not-run', side: 'head', reason: 'there was no time left' };
  for (const side of ['base', 'head'] as const) {
    const { completion } = outcomes[side];
    if (completion.kind === 'not-callable') return { kind: 'not-run', side, reason: completion.reason };
  }
  const differsIn = outcomeDifferences(outcomes.base, outcomes.head);
  if (differsIn.length === 0) return { kind: 'no-difference', outcome: outcomes.head };
  const before = outcomes.base.given;
  if (before !== undefined && outcomes.head.given !== undefined && !sameObserved(before, outcomes.head.given)) {
    return { kind: 'input-differs' };
  }
  const given = givenCall(outcomes.head, input.receiver !== null);
  if (given === null)
    return { kind: 'not-run', side: 'head', reason: 'what it was called with could not be looked at' };
  const solver = patient(request);
  try {
    const runs = runBoth({ ...request, call: given, solver });
    const found = await search({ ...request, original: input, runs, solver, replay, isWanted: wanted(request) });
    const causes = found.causes.map((cause): BlamedCause => ({
      ...cause,
      blamed: request.change.blame(cause.side, cause.site),
    }));
    const edits = suspects(request, runs, causes);
    const target = targetOf(pair, 'head');
    return {
      kind: 'explained',
      explained: {
        call,
        parameters: runs.inputs.params.map(({ name }) => name),
        outcomes,
        differsIn,
        effects: effectDifferences(outcomes.base, outcomes.head),
        conditions: { base: decisions(request, runs, 'base'), head: decisions(request, runs, 'head') },
        causes,
        edits: await revertEdits(request.changes, edits, target, input, outcomes, {
          replayer,
          expired: request.expired,
        }),
        gaps: [...gapsOf(runs, outcomes), ...found.undecided.map(undecidedGap)],
      },
    };
  } finally {
    solver.close();
  }
}

/** The head's path first; where nothing is found there, the base's, whose conditions may be gone from the head. */
async function search(request: CausesRequest): Promise<FoundCauses> {
  const inHead = await findCauses(request, 'head');
  if (inHead.causes.some(({ nearest }) => nearest !== null)) return inHead;
  const inBase = await findCauses(request, 'base');
  return {
    causes: [...inHead.causes, ...inBase.causes],
    tried: inHead.tried + inBase.tried,
    undecided: [...inHead.undecided, ...inBase.undecided],
  };
}

function wanted({ all, change }: ExplainRequest): CausesRequest['isWanted'] {
  return (side, site) => all || change.isImpacted(side, site);
}

function replayBoth({ pair, replayer, expired }: ExplainRequest): CausesRequest['replay'] {
  return async (inputs) => {
    const options = { goesOn: () => !expired() };
    const base = await runInBatches(replayer, targetOf(pair, 'base'), inputs, options);
    const head = await runInBatches(replayer, targetOf(pair, 'head'), inputs.slice(0, base.length), options);
    return head.flatMap((outcome, index): BothOutcomes[] => {
      const before = base[index];
      return before === undefined ? [] : [{ base: before, head: outcome }];
    });
  };
}

function targetOf(pair: FunctionPair, side: Side): ReplayTarget {
  const { loaded, path } = pair[side];
  return { files: loaded.snapshot, path, functionName: functionOf(pair[side]).fn.qualifiedName };
}

function decisions({ change }: ExplainRequest, runs: BothRuns, side: Side): PathDecision[] {
  return runs[side].conditions.map((condition) => ({
    ...describeCondition(runs.worlds[side], condition),
    impacted: condition.site !== null && change.isImpacted(side, condition.site),
  }));
}

/** Edits that the call executes, then those that a cause depends on. */
function suspects({ change }: ExplainRequest, { base, head }: BothRuns, causes: readonly BlamedCause[]) {
  const found = new Set([
    ...causes.filter(({ nearest }) => nearest !== null).flatMap(({ blamed }) => blamed.map(({ edit }) => edit)),
    ...change.editsAt('head', head.executed.values()),
    ...change.editsAt('base', base.executed.values()),
    ...causes.flatMap(({ blamed }) => blamed.map(({ edit }) => edit)),
  ]);
  return [...(found.size === 0 ? change.edits : found)];
}

function undecidedGap({ condition, reason }: FoundCauses['undecided'][number]): ExplanationGap {
  return { kind: 'undecided', condition, reason };
}

function gapsOf(runs: BothRuns, outcomes: BothOutcomes): ExplanationGap[] {
  const { worlds, given, misfits } = runs;
  const paths = (['base', 'head'] as const).flatMap((side): ExplanationGap[] => {
    const { cut } = runs[side];
    if (cut !== null) return [{ kind: 'cut', side, reason: cut }];
    if (!isBehaviour(outcomes[side])) return [];
    return isConfirmed(worlds[side], runs[side], given, outcomes[side]) ? [] : [{ kind: 'unconfirmed', side }];
  });
  return [...paths, ...misfits.map((misfit): ExplanationGap => ({ kind: 'misfit', misfit }))];
}

/** Someone is waiting: a question that takes longer is left open. */
const workForOneQuery = 500_000;
const patienceMs = 4_000;

function patient({ solver: core, store, expired }: ExplainRequest): Solver {
  const solver = createSolver({
    core,
    ...(store === null ? {} : { store }),
    work: workForOneQuery,
    lastResortMs: patienceMs,
  });
  return {
    check: (query) => (expired() ? unknown('there is no time left') : solver.check(query)),
    close: () => solver.close(),
  };
}
