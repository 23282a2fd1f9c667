import { sameObserved } from '#replay/same-observed';
import type { Observed } from '#replay/observed';
import type { ReplayOutcome } from '#replay/outcome';
import type { ReplayInput } from '#replay/write-input';
import { Evaluation, type Model } from '#smt/model';
import { environmentSetup } from './concrete/environment-setup';
import { NoSuchInput, InputTrees, type InputTree } from './concrete/input-tree';
import { StateObserver } from './concrete/observe-state';
import { givenName, InputPrinter } from './concrete/print-input';
import { callSequenceText, type WrittenLaterCall } from './call-sequence-text';
import { callText } from './call-text';
import { describeCondition, type DescribedCondition } from './describe-condition';
import { describeValue } from './describe-value';
import type { FunctionInputs } from './input-type';
import type { Location } from './location';
import type { World } from './machine';
import { listed, type CutReason, type Note, type OutsideCall, type State } from './state';

/** One path in words that a reader of the source understands, with an input that takes it. */
export interface DescribedPath {
  readonly conditions: readonly DescribedCondition[];
  /** Null when no input is known: the solver could not say whether there is one. */
  readonly input: ReplayInput | null;
  /** The call as source that can be pasted. */
  readonly call: string;
  readonly outcome: DescribedOutcome;
  /** What the engine must do on the input; null where the path was cut. */
  readonly predicted: Prediction | null;
  readonly notes: readonly Note[];
  /** A bound was hit: the path goes on beyond what was looked at. */
  readonly bounded: boolean;
}

export type DescribedOutcome =
  { readonly kind: 'returns' | 'throws'; readonly text: string } | { readonly kind: 'cut'; readonly reason: CutReason };

/** What the replay shows when the path is right. */
export interface Prediction {
  readonly completion: { readonly kind: 'returns' | 'throws'; readonly value: Observed };
  readonly receiver: Observed | null;
  readonly args: readonly Observed[];
  readonly calls: readonly { readonly callee: string; readonly args: readonly Observed[] }[];
}

export interface DescribedFunction {
  readonly name: string;
  readonly inputs: FunctionInputs;
  /** Calls of what it has handed on, of which the path is the last. */
  readonly later?: readonly (Omit<WrittenLaterCall, 'args'> & { readonly inputs: FunctionInputs })[];
}

export function describePath(world: World, state: State, fn: DescribedFunction): DescribedPath {
  const conditions = listed(state.conditions).map(({ condition }) => describeCondition(world, condition));
  const notes = listed(state.notes).map(({ note }) => note);
  const { completion } = state;
  const bounded = completion?.kind === 'cut';
  const outcome: DescribedOutcome =
    completion === null
      ? { kind: 'cut', reason: { kind: 'never-settles' } }
      : completion.kind === 'cut'
        ? completion
        : {
            kind: completion.kind,
            text: describeValue(world, state, completion.kind === 'returns' ? completion.value : completion.error),
          };
  const described = { conditions, notes, bounded, outcome };
  const concrete = state.model === null ? null : concreteCall(world, state, fn, state.model);
  if (concrete === null) return { ...described, input: null, call: `${fn.name}(…)`, predicted: null };
  const isOpaque = notes.some(({ kind }) => kind === 'opaque');
  return { ...described, ...concrete, ...(isOpaque ? { predicted: null } : {}) };
}

/** The input that a model gives, and what must come of it; null when it is too large to be written. */
function concreteCall(
  world: World,
  state: State,
  fn: DescribedFunction,
  model: Model,
): Pick<DescribedPath, 'input' | 'call' | 'predicted'> | null {
  const evaluation = new Evaluation(model);
  const trees = new InputTrees(world, state, evaluation);
  const observer = new StateObserver(world, state, evaluation, trees);
  const keepsGiven =
    (fn.later ?? []).some(({ callee: { from } }) => from.kind === 'given') || callsWhatOthersWereGiven(state);
  const printer = new InputPrinter(world, state, trees, observer, keepsGiven);
  const places = inputPlaces(world, fn.inputs);
  try {
    const given = flatArguments(
      places.args.map((place) => trees.at(place)),
      fn.inputs,
    );
    const self = places.receiver === null ? null : trees.at(places.receiver);
    const calls = (fn.later ?? []).map(({ callee, previous, inputs }) => {
      const trunks = inputPlaces(world, inputs).args.map((place) => trees.at(place));
      return { callee, previous, given: flatArguments(trunks, inputs) };
    });
    const all = [...(self === null ? [] : [self]), ...given, ...calls.flatMap((later) => later.given)];
    const variables = environmentSetup(world, state, trees, printer);
    const kept = keepsGiven ? [`const ${givenName} = [];`] : [];
    const setup = [...variables, ...kept, ...printer.setUp(all, fn.name.split('.'))];
    const args = writtenArguments(given, printer);
    const receiver = self === null ? null : printer.print(self);
    const written = { receiver, args };
    const call = callText(fn.name, receiver, args);
    if (calls.length > 0) {
      const later = calls.map(({ callee, previous, given: own }) => ({
        callee,
        previous,
        args: writtenArguments(own, printer),
      }));
      const text = [...setup, callSequenceText(fn.name, written, later)].join(' ');
      return {
        input: {
          setup,
          ...written,
          later: later.map(({ callee: { from, keys, how }, args: own }) => ({ from, keys, how, args: own })),
        },
        call: text,
        predicted: null,
      };
    }
    return {
      input: { setup, ...written },
      call: [...setup, call].join(' '),
      predicted: trees.isUnlike ? null : predictionOf(world, state, fn, observer, trees, args.length, places),
    };
  } catch (error) {
    if (error instanceof NoSuchInput) return null;
    throw error;
  }
}

/** Whether a function handed in calls what an earlier call was given. */
function callsWhatOthersWereGiven({ inputObjects, heap }: State): boolean {
  for (const [, ref] of inputObjects.entries()) {
    const internal = heap.get(ref)?.internal;
    if (internal?.kind === 'callback' && internal.calls.some(({ back }) => back.some(({ of }) => of !== undefined))) {
      return true;
    }
  }
  return false;
}

function predictionOf(
  world: World,
  state: State,
  fn: DescribedFunction,
  observer: StateObserver,
  trees: InputTrees,
  count: number,
  places: ReturnType<typeof inputPlaces>,
): Prediction | null {
  const { completion } = state;
  if (completion === null || completion.kind === 'cut') return null;
  const given = places.args.map((place) => trees.at(place));
  return {
    completion: {
      kind: completion.kind,
      value: observer.observe(completion.kind === 'returns' ? completion.value : completion.error),
    },
    receiver: places.receiver === null ? null : observer.observeInput(trees.at(places.receiver)),
    args: observedArguments(given, fn.inputs, observer).slice(0, count),
    calls: listed(state.outside).map(({ call }) => {
      const seen = observerAt(world, state, call);
      return { callee: call.callee, args: call.args.map((arg) => seen.observe(arg)) };
    }),
  };
}

/** Sees what the arguments of a call held when it was made. Inputs that were looked at later were untouched then. */
function observerAt(world: World, state: State, { heap }: OutsideCall): StateObserver {
  const then = state.fork();
  then.heap = heap;
  for (const [id, ref] of state.inputObjects.sorted()) {
    if (!heap.has(ref)) then.inputObjects = then.inputObjects.delete(id);
  }
  const evaluation = new Evaluation(state.model ?? new Map());
  return new StateObserver(world, then, evaluation, new InputTrees(world, then, evaluation));
}

/** Whether the engine did what the path says. Calls to the outside are compared by their number and arguments. */
export function matches(predicted: Prediction, outcome: ReplayOutcome): boolean {
  const { completion } = outcome;
  if (completion.kind !== predicted.completion.kind) return false;
  const seen =
    completion.kind === 'returns' ? completion.value : completion.kind === 'throws' ? completion.error : null;
  if (seen === null || !sameObserved(predicted.completion.value, seen)) return false;
  if (predicted.receiver !== null && outcome.receiver !== null && !sameObserved(predicted.receiver, outcome.receiver)) {
    return false;
  }
  const sameArgs = predicted.args.every((arg, index) => {
    const after = outcome.args[index];
    return after !== undefined && sameObserved(arg, after);
  });
  if (!sameArgs || predicted.calls.length !== outcome.calls.length) return false;
  return predicted.calls.every((call, index) => {
    const made = outcome.calls[index];
    return (
      made !== undefined &&
      made.args.length === call.args.length &&
      call.args.every((arg, at) => {
        const other = made.args[at];
        return other !== undefined && sameObserved(arg, other);
      })
    );
  });
}

function inputPlaces(
  world: World,
  inputs: FunctionInputs,
): { readonly receiver: Location | null; readonly args: readonly Location[] } {
  const { locations } = world;
  const args = inputs.params.map((param, index) => {
    const step = { kind: 'parameter', index, name: param.name, rest: param.rest } as const;
    return locations.root(step, param.name, param.type, param.optional && !param.rest);
  });
  const receiver = inputs.receiver === null ? null : locations.root({ kind: 'receiver' }, 'this', inputs.receiver);
  return { receiver, args };
}

/** Trailing arguments that are left out are not written. */
function writtenArguments(given: readonly InputTree[], printer: InputPrinter): string[] {
  const last = given.findLastIndex((tree) => tree.kind !== 'absent');
  return given.slice(0, last + 1).map((tree) => printer.print(tree));
}

function observedArguments(given: readonly InputTree[], inputs: FunctionInputs, observer: StateObserver): Observed[] {
  // What the function does to the array of its rest parameter is not seen from outside.
  return flatArguments(given, inputs).map((tree) => observer.observeInput(tree));
}

/** A rest parameter is spread. */
function flatArguments(given: readonly InputTree[], inputs: FunctionInputs): InputTree[] {
  return given.flatMap((tree, index) => {
    const isRest = inputs.params[index]?.rest === true;
    return isRest && tree.kind === 'object' ? [...tree.elements] : [tree];
  });
}
