import { differDespiteCuts } from '#replay/differs-despite-cuts';
import { withNamesOfBoth, type NamesOfVersions } from '#replay/key-names';
import type { ReplayOutcome } from '#replay/outcome';
import type { NameOfModule } from '#replay/classes-around';
import type { OtherModule } from '#replay/prepare-target';
import type { Replayer, ReplayTarget } from '#replay/replay';
import { sameObserved } from '#replay/same-observed';
import type { ReplayInput } from '#replay/write-input';
import type { Respect } from './compare-ends';
import { functionOf, type FunctionPair, type FunctionVersion } from './function-pair';
import { namesOfFields } from './renamed-members';
import { withoutPlaces } from './without-places';

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

/** A module of both versions, by its paths. */
export interface ModuleOfBoth {
  readonly base: string;
  readonly head: string;
}

/** What a first look at a call has seen. */
export interface Look {
  /** Of what it does in the head. */
  readonly digest: string;
  readonly isDifferent: boolean;
  /** It gave something in the base. */
  readonly worked: boolean;
  /** In both versions. */
  readonly givesFunction: boolean;
}

/** Runs calls on both versions of a function. */
export class CallRuns {
  protected readonly pair: FunctionPair;
  readonly #replayers: { readonly base: Replayer; readonly head: Replayer };
  readonly #strict: boolean;
  /** What other modules have that calls name. */
  readonly #classes: readonly NameOfModule[];
  /** What to call fields, where names do not count. */
  readonly #names: NamesOfVersions;

  constructor(
    pair: FunctionPair,
    replayers: { readonly base: Replayer; readonly head: Replayer },
    strict: boolean,
    classes: readonly NameOfModule[] = [],
  ) {
    this.pair = pair;
    this.#replayers = replayers;
    this.#strict = strict;
    this.#classes = classes;
    this.#names = strict ? { base: null, head: null } : namesOfFields(pair.base.loaded);
  }

  /**
   * `others`: modules whose variables are looked at besides those of the function's own, by their paths in both versions. Of
   * variables, only those count that `isMeant`: others may have begun with other values.
   */
  async try(
    written: WrittenCall,
    respect: Respect | null,
    others: readonly ModuleOfBoth[] = [],
    isMeant: (variable: string) => boolean = () => true,
  ): Promise<Trial> {
    const { base, head } = this.pair;
    const [[before], [now]] = await Promise.all([
      this.#runIn(
        this.#replayers.base,
        base,
        [written.input],
        others.map((each) => ({ path: each.base, shownAs: each.head })),
      ),
      this.#runIn(
        this.#replayers.head,
        head,
        [written.input],
        others.map((each) => ({ path: each.head, shownAs: each.head })),
      ),
    ]);
    return this.#judge(written, before, now, respect, isMeant);
  }

  /** What a call does in the head, with what it was given as that was before; null where nothing was seen. */
  async look(input: ReplayInput): Promise<ReplayOutcome | null> {
    const [outcome] = await this.#replayers.head.run(this.#targetOf(this.pair.head), [{ ...input, lookBefore: true }]);
    return outcome ?? null;
  }

  /** A first look at calls, for `try` to make those that matter; null where nothing is seen. */
  async skim(calls: readonly WrittenCall[]): Promise<(Look | null)[]> {
    const inputs = calls.map(({ input }) => input);
    const [base, head] = await Promise.all([
      this.#replayers.base.skim({ ...this.#targetOf(this.pair.base), names: this.#names.base }, inputs),
      this.#replayers.head.skim({ ...this.#targetOf(this.pair.head), names: this.#names.head }, inputs),
    ]);
    return calls.map((_, index) => {
      const [before, now] = [base[index] ?? null, head[index] ?? null];
      if (before === null || now === null) return null;
      const givesFunction = [before, now].every((digest) => digest.startsWith('returns a function'));
      return { digest: now, isDifferent: before !== now, worked: before.startsWith('returns'), givesFunction };
    });
  }

  /**
   * Whether each version does the same when the call is made again, in the process of the other: else what differs may come from
   * time, chance or the process.
   */
  async isLasting({ input, base, head }: Witness): Promise<boolean> {
    const { pair } = this;
    const named = withNamesOfBoth({ base, head }, this.#names);
    if ((!base.complete || !head.complete) && !differDespiteCuts(named.base, named.head)) return false;
    const [[before], [now]] = await Promise.all([
      this.#runIn(this.#replayers.head, pair.base, [input]),
      this.#runIn(this.#replayers.base, pair.head, [input]),
    ]);
    if (before === undefined || now === undefined) return false;
    return !isDifferent(base, before, null, this.#strict) && !isDifferent(head, now, null, this.#strict);
  }

  async #runIn(
    replayer: Replayer,
    version: FunctionVersion,
    inputs: readonly ReplayInput[],
    others: readonly OtherModule[] = [],
  ): Promise<readonly ReplayOutcome[]> {
    const outcomes = await replayer.run({ ...this.#targetOf(version), others }, inputs);
    const { base, head } = this.pair;
    const { root } = version.loaded.snapshot;
    const isElsewhere = base.loaded.snapshot.root !== head.loaded.snapshot.root;
    return outcomes.map((outcome) => withoutPlaces(outcome, isElsewhere ? root : null));
  }

  #targetOf(version: FunctionVersion): ReplayTarget {
    const { fn } = functionOf(version);
    const { loaded, path } = version;
    return { files: loaded.snapshot, path, functionName: fn.qualifiedName, classes: this.#classes };
  }

  #judge(
    { call, input }: WrittenCall,
    base: ReplayOutcome | undefined,
    head: ReplayOutcome | undefined,
    respect: Respect | null,
    isMeant: (variable: string) => boolean,
  ): Trial {
    if (base === undefined || head === undefined) return { kind: 'inconclusive', reason: 'it was not run' };
    const reason = noBehaviour(base, 'the base') ?? noBehaviour(head, 'the head');
    if (reason !== null) return { kind: 'inconclusive', reason };
    const witness = { call, input, base, head };
    const isCut = !base.complete || !head.complete;
    const named = withNamesOfBoth({ base, head }, this.#names);
    const [before, now] = [withVariables(named.base, isMeant), withVariables(named.head, isMeant)];
    const isOther = isDifferent(before, now, respect, this.#strict);
    if (isOther && (!isCut || differDespiteCuts(named.base, named.head))) return { kind: 'differs', witness };
    return isCut ? { kind: 'inconclusive', reason: 'the values are too large' } : { kind: 'same', witness };
  }
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

/** All where none is meant: not all that modules keep is known to a run by the name of a variable. */
function withVariables(outcome: ReplayOutcome, isMeant: (variable: string) => boolean): ReplayOutcome {
  const meant = outcome.moduleState.filter(([name]) => isMeant(name));
  return meant.length === 0 ? outcome : { ...outcome, moduleState: meant };
}

/** Variables of modules count where a path says that they differ. */
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
