import { WingbeatError } from '#core/diagnostics';
import type { LoadedProgram } from '#ir/load-program';
import { Replayer } from '#replay/replay';
import { createSolver } from '#smt/chain';
import type { AnswerStore } from '#smt/persistent-link';
import { unknown, type Solver } from '#smt/solver';
import type { CoreKind } from '#smt/solver-kinds';
import { GivenInput } from '#symbolic/concrete/bind-input';
import { describePath } from '#symbolic/describe-path';
import { createWorld } from '#symbolic/explore';
import { moduleSourceOf } from '#symbolic/follow-function';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import type { FunctionInputs } from '#symbolic/input-type';
import type { Preconditions } from '#symbolic/inputs/preconditions';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import type { Limits } from '#symbolic/limits';
import type { World } from '#symbolic/machine';
import { withPlainModel } from '#symbolic/plain-model';
import type { Site } from '#symbolic/site';
import { listed, type State } from '#symbolic/state';
import { givenCall } from './given-call';
import { readCall } from './explain-call';
import { findCallTarget } from './explain-target';
import { functionOf } from './function-pair';
import { findAffectedPaths } from './select-affected-paths';
import { selectByConditions } from './select-by-conditions';

export interface SelectRequest {
  readonly head: LoadedProgram;
  readonly path: string;
  /** Number of the function in its module. */
  readonly index: number;
  /** Recorded inputs, as calls of the function. */
  readonly calls: readonly string[];
  /** Whether the change can reach a node of the head. */
  readonly isAffected: (site: Site) => boolean;
  readonly limits: Partial<Limits>;
  readonly preconditions: Preconditions;
  readonly solver: CoreKind | 'none';
  readonly store: AnswerStore | null;
  readonly expired: () => boolean;
}

/** A recorded call, and whether it takes a path that the change affects. */
export interface JudgedCall {
  readonly call: string;
  readonly judgement: 'selected' | 'unaffected' | 'unsure';
  /** Why it could not be judged; null where it could. */
  readonly reason: string | null;
}

/** An affected path that no call takes. */
export interface AddedCall {
  /** Null when no input is known. */
  readonly call: string | null;
  readonly conditions: readonly string[];
}

export interface SelectedCalls {
  readonly calls: readonly JudgedCall[];
  readonly added: readonly AddedCall[];
  /** How many affected sequences there are. */
  readonly affected: number;
  readonly complete: boolean;
}

/** Test selection and augmentation from path conditions (DiSE 5.2) for one function. */
export async function selectCalls(request: SelectRequest): Promise<SelectedCalls> {
  const { head, path } = request;
  const { module, fn } = functionOf({ loaded: head, path, index: request.index });
  const inputs = functionInputs(typeSourceOf(head), fn, module, { preconditions: request.preconditions });
  const chain = createSolver({ core: request.solver, ...(request.store === null ? {} : { store: request.store }) });
  const solver: Solver = {
    check: (query) => (request.expired() ? unknown('there is no time left') : chain.check(query)),
    close: () => chain.close(),
  };
  try {
    const world = createWorld(moduleSourceOf(head), solver, request.limits);
    const { expired } = request;
    const found = findAffectedPaths({ world, path, fn, inputs, expired }, request.isAffected);
    const given = await giveCalls(request, world, inputs);
    const ends = found.sequences.flatMap(({ ends: group }, sequence) => group.map((end) => ({ end, sequence })));
    const bound = given.flatMap(({ input }) => (input === null ? [] : [input]));
    const paths = ends.map(({ end }) => ({ conditions: listed(end.conditions).map(({ condition }) => condition) }));
    const { inputs: judged } = selectByConditions(paths, bound);
    const exercised = new Set(
      judged.flatMap((each) => (each.kind === 'selected' ? each.paths : [])).map((at) => ends[at]?.sequence),
    );
    let next = 0;
    return {
      calls: given.map(({ call, input, reason }): JudgedCall => {
        const judgement = input === null ? undefined : judged[next++];
        return { call, judgement: judgement?.kind ?? 'unsure', reason };
      }),
      added: found.sequences.flatMap(({ ends: group }, sequence) =>
        exercised.has(sequence) ? [] : [addedCall(world, group, fn.qualifiedName, inputs)],
      ),
      affected: found.sequences.length,
      complete: found.complete && !expired(),
    };
  } finally {
    solver.close();
  }
}

interface BoundCall {
  readonly call: string;
  readonly input: GivenInput | null;
  readonly reason: string | null;
}

/** What the calls hand in, as the engine evaluates it. */
async function giveCalls(request: SelectRequest, world: World, inputs: FunctionInputs): Promise<readonly BoundCall[]> {
  const replayer = new Replayer(replayLimits);
  const { module, fn } = functionOf({ loaded: request.head, path: request.path, index: request.index });
  const files = request.head.snapshot;
  try {
    const bound: BoundCall[] = [];
    for (const call of request.calls) {
      const input = await giveCall(call);
      bound.push(typeof input === 'string' ? { call, input: null, reason: input } : { call, input, reason: null });
    }
    return bound;
  } finally {
    await replayer.dispose();
  }

  async function giveCall(text: string): Promise<GivenInput | string> {
    if (request.expired()) return 'there was no time left';
    const read = readCall(text);
    if (read.kind === 'no-call') return read.reason;
    try {
      const target = await findCallTarget(read.call, { files, module, setup: [], replayer });
      if (target.fn !== fn) return `it calls ${target.fn.qualifiedName}`;
      const run = { files, path: request.path, functionName: fn.qualifiedName };
      const [outcome] = await replayer.run(run, [{ ...target.input, lookBefore: true }]);
      if (outcome?.completion.kind === 'not-callable') return outcome.completion.reason;
      const given = outcome === undefined ? null : givenCall(outcome, target.input.receiver !== null);
      if (given === null) return 'what it is called with could not be looked at';
      const input = new GivenInput(world, inputs, given);
      input.bindAll();
      const stranger = input.misfits.find(({ kind }) => kind === 'type');
      return stranger === undefined ? input : `${stranger.location.name} is not of its declared type`;
    } catch (error) {
      if (!(error instanceof WingbeatError) || error.exitCode !== 2) throw error;
      return error.diagnostic.message;
    }
  }
}

const replayLimits = { timeoutMs: 2_000, memoryMb: 256 };

/** Of paths with the same affected nodes, one whose input is known. */
function addedCall(world: World, group: readonly State[], name: string, inputs: FunctionInputs): AddedCall {
  const described = group.map((end) => describePath(world, withPlainModel(end), { name, inputs }));
  const shown = described.find(({ input }) => input !== null) ?? described[0];
  const decided = (shown?.conditions ?? []).filter(({ role }) => role !== 'input' && role !== 'precondition');
  return {
    call: shown?.input === null || shown === undefined ? null : shown.call,
    conditions: decided.map(({ text }) => text),
  };
}
