import type { FunctionIr } from '#ir/cfg';
import type { Observed } from '#replay/observed';
import type { ReplayOutcome } from '#replay/outcome';
import { sameObserved } from '#replay/same-observed';
import { Evaluation } from '#smt/model';
import { unknown, type Solver } from '#smt/solver';
import { initialStates, startFunction } from '#symbolic/begin';
import { GivenBranching } from '#symbolic/concrete/bind-branching';
import { makeFunctions, replaceArguments, type GivenFunction } from '#symbolic/concrete/bind-functions';
import type { GivenInput } from '#symbolic/concrete/bind-input';
import { InputTrees } from '#symbolic/concrete/input-tree';
import { StateObserver } from '#symbolic/concrete/observe-state';
import type { Condition } from '#symbolic/condition';
import type { FunctionInputs } from '#symbolic/input-type';
import type { World } from '#symbolic/machine';
import { withPreconditions } from '#symbolic/preconditions';
import { run, type RunOptions } from '#symbolic/run';
import { depthFirst } from '#symbolic/searcher';
import type { Site } from '#symbolic/site';
import { listed, State, type CutReason } from '#symbolic/state';

export interface ConcreteTarget {
  readonly world: World;
  readonly path: string;
  readonly fn: FunctionIr;
  readonly inputs: FunctionInputs;
  /** Functions that the call hands in. */
  readonly functions?: readonly GivenFunction[];
}

/** The one path that an input takes, with everything that is decided on it. */
export interface ConcreteRun {
  readonly end: State;
  /** φ₁ … φₘ, in the order in which they were met. */
  readonly conditions: readonly Condition[];
  /** Nodes that were executed, by `siteKey`. */
  readonly executed: ReadonlyMap<string, Site>;
  /** Why the path was left before its end: then the conditions are those up to there. Null when it was not. */
  readonly cut: CutReason | null;
}

/** Follows a function along the path of a concrete input; no solver is asked. */
export function runConcretely(
  { world, path, fn, inputs, functions }: ConcreteTarget,
  given: GivenInput,
  expired: () => boolean,
): ConcreteRun {
  const decided: World = { ...world, branching: new GivenBranching(world, noSolver, given) };
  const executed = new Map<string, Site>();
  const stepped = ({ frame }: State): void => {
    if (frame === null) return;
    const site = { path: frame.closure.module.path, fn: frame.closure.fn.index, node: frame.node };
    executed.set(siteKey(site), site);
  };
  const loading: RunOptions = { expired };
  const loaded = run(decided, withModel(initialStates(decided, path), given), loading, depthFirst()).ends;
  const [before] = withModel(loaded, given);
  if (before === undefined) return nothing({ kind: 'time', at: null }, executed);
  const [met] = withModel(withPreconditions(decided, before, path, inputs), given);
  const { state, values } = makeFunctions(decided, met ?? before, path, functions ?? [], loading);
  const started = startFunction(decided, state, { path, fn, inputs });
  for (const begun of started) replaceArguments(begun, values);
  const { ends } = run(decided, withModel(started, given), { ...loading, observer: { stepped } }, depthFirst());
  const [end] = withModel(ends, given);
  if (end === undefined) return nothing({ kind: expired() ? 'time' : 'contradiction', at: null }, executed);
  const conditions = listed(end.conditions).map(({ condition }) => condition);
  return { end, conditions, executed, cut: end.completion?.kind === 'cut' ? end.completion.reason : null };
}

export function siteKey({ path, fn, node }: Site): string {
  return `${path} ${fn} ${node}`;
}

/** Whether the path returns or throws what the engine did: if not, it is not the path that the input takes. */
export function isConfirmed(world: World, { end }: ConcreteRun, given: GivenInput, seen: ReplayOutcome): boolean {
  const { completion } = end;
  if (completion === null || completion.kind === 'cut') return false;
  const actual = completed(seen);
  if (actual === null || seen.completion.kind !== completion.kind) return false;
  const whole = end.fork();
  whole.members = given.members;
  const evaluation = new Evaluation(given.model);
  const observer = new StateObserver(world, whole, evaluation, new InputTrees(world, whole, evaluation));
  return sameObserved(observer.observe(completion.kind === 'returns' ? completion.value : completion.error), actual);
}

function completed({ completion }: ReplayOutcome): Observed | null {
  if (completion.kind === 'returns') return completion.value;
  return completion.kind === 'throws' ? completion.error : null;
}

/** The input is the model of its path from the start. */
function withModel(states: readonly State[], { model }: GivenInput): readonly State[] {
  for (const state of states) state.model = model;
  return states;
}

function nothing(reason: CutReason, executed: ReadonlyMap<string, Site>): ConcreteRun {
  return { end: new State(), conditions: [], executed, cut: reason };
}

const noSolver: Solver = { check: () => unknown('the input decides'), close() {} };
