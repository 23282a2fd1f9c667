import type { ReplayOutcome } from '#replay/outcome';
import type { Replayer, ReplayTarget } from '#replay/replay';
import { sameObserved } from '#replay/same-observed';
import type { ReplayInput } from '#replay/write-input';
import { describePath } from '#symbolic/describe-path';
import type { FunctionInputs } from '#symbolic/input-type';
import type { World } from '#symbolic/machine';
import { withPlainModel } from '#symbolic/plain-model';
import type { State } from '#symbolic/state';
import { functionOf, type FunctionPair, type FunctionVersion } from './function-pair';
import type { Respect } from './compare-ends';
import type { MadeCall } from './made-call';
import { withCallsOf } from './with-calls-of';

/** A call that was made in both versions, and what each did. */
export interface Witness {
  readonly call: string;
  readonly input: ReplayInput;
  readonly base: ReplayOutcome;
  readonly head: ReplayOutcome;
}

/** What came of running an input on both versions. */
export type Trial =
  | { readonly kind: 'differs'; readonly witness: Witness }
  | { readonly kind: 'same'; readonly witness: Witness }
  /** A run says nothing: it did not end, or was not allowed something. */
  | { readonly kind: 'inconclusive'; readonly reason: string };

/** A call as source, and what the engine needs to make it. */
export interface WrittenCall {
  readonly call: string;
  readonly input: ReplayInput;
}

/** Runs inputs on both versions of a function. */
export class Witnesses {
  readonly #pair: FunctionPair;
  readonly #world: World;
  readonly #inputs: FunctionInputs;
  readonly #replayers: { readonly base: Replayer; readonly head: Replayer };
  readonly #strict: boolean;

  constructor(
    pair: FunctionPair,
    world: World,
    inputs: FunctionInputs,
    replayers: { readonly base: Replayer; readonly head: Replayer },
    strict: boolean,
  ) {
    this.#pair = pair;
    this.#world = world;
    this.#inputs = inputs;
    this.#replayers = replayers;
    this.#strict = strict;
  }

  /** The plainest call that the model of a path gives; null when none can be written. */
  callFor(state: State, head: State | null, later: readonly MadeCall[] = []): WrittenCall | null {
    const asked = head === null ? state : withCallsOf(this.#world, state, head);
    const { fn } = functionOf(this.#pair.head);
    const { input, call } = describePath(this.#world, withPlainModel(asked), {
      name: fn.qualifiedName,
      inputs: this.#inputs,
      later,
    });
    return input === null ? null : { call, input };
  }

  async try(written: WrittenCall, respect: Respect | null): Promise<Trial> {
    const [base] = await this.#replayers.base.run(targetOf(this.#pair.base), [written.input]);
    const [head] = await this.#replayers.head.run(targetOf(this.#pair.head), [written.input]);
    return this.#judge(written, base, head, respect);
  }

  /** Tries calls in batches, as long as there is leave. */
  async *tryAll(calls: Iterable<WrittenCall>, goesOn: () => boolean): AsyncGenerator<Trial> {
    let batch: WrittenCall[] = [];
    for (const call of calls) {
      batch.push(call);
      if (batch.length < atOnce) continue;
      if (!goesOn()) return;
      yield* this.#tryBatch(batch);
      batch = [];
    }
    if (batch.length > 0 && goesOn()) yield* this.#tryBatch(batch);
  }

  async *#tryBatch(batch: readonly WrittenCall[]): AsyncGenerator<Trial> {
    const inputs = batch.map(({ input }) => input);
    const base = await this.#replayers.base.run(targetOf(this.#pair.base), inputs);
    const head = await this.#replayers.head.run(targetOf(this.#pair.head), inputs);
    for (const [index, written] of batch.entries()) yield this.#judge(written, base[index], head[index], null);
  }

  #judge(
    { call, input }: WrittenCall,
    base: ReplayOutcome | undefined,
    head: ReplayOutcome | undefined,
    respect: Respect | null,
  ): Trial {
    if (base === undefined || head === undefined) return { kind: 'inconclusive', reason: 'it was not run' };
    const reason = noBehaviour(base, 'the base') ?? noBehaviour(head, 'the head');
    if (reason !== null) return { kind: 'inconclusive', reason };
    const witness = { call, input, base, head };
    if (isDifferent(base, head, respect, this.#strict)) return { kind: 'differs', witness };
    if (!base.complete || !head.complete) return { kind: 'inconclusive', reason: 'the values are too large' };
    return { kind: 'same', witness };
  }
}

/** Outcomes of many calls are had at less cost than one by one. */
const atOnce = 32;

function targetOf(version: FunctionVersion): ReplayTarget {
  const { fn } = functionOf(version);
  return { files: version.loaded.snapshot, path: version.path, functionName: fn.qualifiedName };
}

/** Why a run does not count as behaviour; null when it does. */
function noBehaviour({ completion }: ReplayOutcome, which: string): string | null {
  switch (completion.kind) {
    case 'returns':
    case 'throws':
    case 'exits':
    case 'never-settles':
      return null;
    case 'times-out':
      return `${which} did not end in time`;
    case 'out-of-memory':
      return `${which} ran out of memory`;
    case 'out-of-stack':
      return `${which} ran out of stack`;
    case 'crashed':
      return `the process that ran ${which} ended: ${completion.reason}`;
    case 'refused':
      return `${which} tried something that a replay does not allow: ${completion.what}`;
    case 'not-callable':
      return `${which} cannot be run: ${completion.reason}`;
  }
}

/** Variables of modules count where a path says that they differ: others may have begun with other values. */
function isDifferent(a: ReplayOutcome, b: ReplayOutcome, respect: Respect | null, strict: boolean): boolean {
  const [before, now] = [a.completion, b.completion];
  if (before.kind !== now.kind || a.async !== b.async) return true;
  if (before.kind === 'returns' && now.kind === 'returns' && !sameObserved(before.value, now.value, strict))
    return true;
  if (before.kind === 'throws' && now.kind === 'throws' && !sameObserved(before.error, now.error, strict)) return true;
  if (before.kind === 'exits' && now.kind === 'exits' && before.code !== now.code) return true;
  if (a.receiver !== null && b.receiver !== null && !sameObserved(a.receiver, b.receiver, strict)) return true;
  const sameArgs = a.args.every((arg, index) => {
    const other = b.args[index];
    return other === undefined || sameObserved(arg, other, strict);
  });
  const sameResults = (a.results ?? []).every((result, index) => {
    const other = b.results?.[index];
    return other === undefined || sameObserved(result, other, strict);
  });
  if (!sameArgs || !sameResults || a.calls.length !== b.calls.length) return true;
  const sameCalls = a.calls.every((call, index) => {
    const other = b.calls[index];
    return (
      other !== undefined &&
      call.callee === other.callee &&
      call.args.length === other.args.length &&
      call.args.every((arg, at) => {
        const value = other.args[at];
        return value !== undefined && sameObserved(arg, value, strict);
      })
    );
  });
  if (!sameCalls) return true;
  if (respect !== 'module') return false;
  const others = new Map(b.moduleState);
  return a.moduleState.some(([name, value]) => {
    const other = others.get(name);
    return other !== undefined && !sameObserved(value, other, strict);
  });
}
