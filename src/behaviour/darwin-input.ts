import { printObserved } from '#replay/print-observed';
import type { ReplayInput } from '#replay/write-input';
import { Evaluation } from '#smt/model';
import { sameScalar, type Scalar } from '#smt/sorts';
import { inputValues } from '#symbolic/begin';
import type { GivenInput } from '#symbolic/concrete/bind-input';
import { InputTrees, NoSuchInput, type InputTree } from '#symbolic/concrete/input-tree';
import { observePrimitive, StateObserver } from '#symbolic/concrete/observe-state';
import { InputPrinter } from '#symbolic/concrete/print-input';
import type { FunctionInputs } from '#symbolic/input-type';
import type { World } from '#symbolic/machine';
import { State } from '#symbolic/state';
import type { ChangedInput } from './darwin';
import { withArguments, type WrittenCall } from './explain-call';

/** The call with a changed input. */
export interface ChangedCall {
  /** Source text, with the parts that did not change as they were written. */
  readonly text: string;
  readonly input: ReplayInput;
  readonly changes: readonly PlaceChange[];
}

/** What is different about the input: `weight` was 3 and is 2. */
export interface PlaceChange {
  readonly place: string;
  readonly before: string;
  readonly now: string;
}

export interface WriteRequest {
  readonly world: World;
  readonly inputs: FunctionInputs;
  readonly given: GivenInput;
  readonly call: WrittenCall;
  /** The input of the call as it was written. */
  readonly original: ReplayInput;
}

/** Null when no source text makes the input. */
export function writeChanged(request: WriteRequest, changed: ChangedInput): ChangedCall | null {
  const { given, call, original } = request;
  const before = printed(request, { model: given.values, members: given.members });
  const now = printed(request, changed);
  if (before === null || now === null) return null;
  const isOther = (index: number): boolean => before.args[index] !== now.args[index];
  const args = now.args.map((text, index) => (isOther(index) ? text : (original.args[index] ?? null)));
  const last = args.findLastIndex((text, index) => text !== null && (text !== absent || isOther(index)));
  const written = args.slice(0, Math.max(last + 1, original.args.length)).map((text) => text ?? absent);
  const receiver = before.receiver === now.receiver ? original.receiver : now.receiver;
  const shown = written.map((text, index) => (isOther(index) ? text : (call.args[index]?.text ?? null)));
  return {
    text: withArguments(call, before.receiver === now.receiver ? null : parenthesised(receiver), shown),
    input: { setup: original.setup, receiver, args: written },
    changes: changesOf(request, changed, before, now),
  };
}

const absent = 'undefined';

interface PrintedInput {
  readonly receiver: string | null;
  readonly args: readonly string[];
}

function printed({ world, inputs }: WriteRequest, { model, members }: ChangedInput): PrintedInput | null {
  const state = new State();
  state.members = members;
  const evaluation = new Evaluation(model);
  const trees = new InputTrees(world, state, evaluation);
  const printer = new InputPrinter(world, state, trees, new StateObserver(world, state, evaluation, trees));
  const { receiver, args } = inputValues(world, inputs);
  try {
    const written: InputTree[] = [];
    for (const [index, arg] of args.entries()) {
      if (arg.kind !== 'input') continue;
      const tree = trees.at(arg.location);
      if (inputs.params[index]?.rest === true && tree.kind === 'object') written.push(...tree.elements);
      else written.push(tree);
    }
    return {
      receiver: receiver.kind === 'input' ? printer.print(trees.at(receiver.location)) : null,
      args: written.map((tree) => printer.print(tree)),
    };
  } catch (error) {
    if (error instanceof NoSuchInput) return null;
    throw error;
  }
}

function changesOf(
  { given, inputs }: WriteRequest,
  { model }: ChangedInput,
  before: PrintedInput,
  now: PrintedInput,
): PlaceChange[] {
  const scalars = [...given.values].flatMap(([unknown, value]): PlaceChange[] => {
    const other = model.get(unknown);
    if (unknown.kind !== 'symbol' || other === undefined || sameScalar(value, other)) return [];
    return [{ place: unknown.name, before: show(value), now: show(other) }];
  });
  if (scalars.length > 0) return scalars;
  const roots = [
    { place: 'this', before: before.receiver ?? absent, now: now.receiver ?? absent },
    ...now.args.map((text, index) => ({
      place: inputs.params[index]?.name ?? `argument ${index + 1}`,
      before: before.args[index] ?? absent,
      now: text,
    })),
  ];
  return roots.filter((root) => root.before !== root.now);
}

function show(value: Scalar): string {
  return printObserved(observePrimitive(value));
}

function parenthesised(text: string | null): string | null {
  return text === null || /^[\w$.]+$/.test(text) ? text : `(${text})`;
}
