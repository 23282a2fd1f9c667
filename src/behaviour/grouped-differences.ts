import { differingPart } from '#replay/differing-part';
import type { Observed } from '#replay/observed';
import { printObserved } from '#replay/print-observed';
import type { ReplayOutcome } from '#replay/outcome';
import { ConditionsInWords } from '#symbolic/conditions-in-words';
import type { DescribedCondition } from '#symbolic/describe-condition';
import { listed } from '#symbolic/state';
import { mergeCases, type Case } from './merge-cases';
import type { DescribedVersions } from './describe-version';
import type { Difference } from './difference';
import type { Gap } from './gaps';
import type { BehaviourCallers } from './behaviour-callers';
import type { Witness, Witnesses, WrittenCall } from './witness';

/** Inputs for which the versions differ in the same way. */
export interface FoundBehaviour {
  /** What must be true of the input, each list by itself. Empty lists: of any input. */
  readonly when: readonly (readonly DescribedCondition[])[];
  /** All inputs that satisfy one of the lists behave so; false when only the witness is known to. */
  readonly certain: boolean;
  readonly before: string;
  readonly now: string;
  readonly witness: Witness;
  readonly differences: readonly Difference[];
  /** Which recorded tests have such inputs; null where nothing was recorded. */
  readonly callers: BehaviourCallers | null;
}

interface Group {
  readonly before: string;
  readonly now: string;
  readonly differences: Difference[];
  witness: Witness | null;
  /** Trials that did not show the difference. */
  failed: number;
  reason: string | null;
}

/** Trials for one kind of difference before it is given up. */
const mostTrials = 5;
/** Inputs of paths that were left early, and that are run all the same. */
const mostOpenTrials = 24;
/** Differences that written calls have shown. */
const mostMined = 3;

/** Puts differences that read the same together, and has the engine show one of each kind. */
export class GroupedDifferences {
  readonly #versions: DescribedVersions;
  readonly #witnesses: Witnesses;
  readonly #words: ConditionsInWords;
  readonly #groups = new Map<string, Group>();
  readonly #seen: FoundBehaviour[] = [];

  constructor(versions: DescribedVersions, witnesses: Witnesses) {
    this.#versions = versions;
    this.#witnesses = witnesses;
    this.#words = new ConditionsInWords(versions.headWorld);
  }

  async add(difference: Difference): Promise<void> {
    const { before, now } = this.#versions.describe(difference);
    const key = `${difference.respect}\n${before}\n${now}`;
    const group = this.#groups.get(key) ?? { before, now, differences: [], witness: null, failed: 0, reason: null };
    this.#groups.set(key, group);
    group.differences.push(difference);
    if (group.witness === null && group.failed < mostTrials) await this.#try(group, difference);
  }

  /** Runs inputs of which the search could not say whether they behave alike. */
  async tryOpen(gaps: readonly Gap[], isOver: () => boolean): Promise<void> {
    let left = mostOpenTrials;
    for (const { state } of gaps) {
      const call = state.model === null ? null : this.#witnesses.callFor(state, null);
      if (call === null) continue;
      if (left-- === 0 || isOver()) return;
      const trial = await this.#witnesses.try(call, null);
      if (trial.kind !== 'differs') continue;
      const { witness } = trial;
      const { before, now } = seenTexts(witness);
      if (this.#seen.some((known) => known.before === before && known.now === now)) continue;
      this.#seen.push({
        when: this.#cases([listed(state.conditions).map(({ condition }) => condition)]),
        certain: false,
        before,
        now,
        witness,
        differences: [],
        callers: null,
      });
    }
  }

  /** Runs calls that others have written; a few kinds of difference are enough. */
  async tryCalls(calls: Iterable<WrittenCall>, isOver: () => boolean): Promise<void> {
    let found = 0;
    for await (const trial of this.#witnesses.tryAll(calls, () => found < mostMined && !isOver())) {
      if (trial.kind !== 'differs') continue;
      const { witness } = trial;
      const { before, now } = seenTexts(witness);
      if (found >= mostMined || this.#seen.some((known) => known.before === before && known.now === now)) continue;
      found++;
      this.#seen.push({ when: [], certain: false, before, now, witness, differences: [], callers: null });
    }
  }

  behaviours(): FoundBehaviour[] {
    const shown = [...this.#groups.values()].flatMap(({ before, now, differences, witness }): FoundBehaviour[] => {
      if (witness === null) return [];
      const when = this.#cases(
        differences.map(({ decided }) => listed(decided.conditions).map(({ condition }) => condition)),
      );
      // What cannot be told apart in words is told by what was seen.
      const words = before === now ? seenTexts(witness) : { before, now };
      return [{ when, certain: true, ...words, witness, differences, callers: null }];
    });
    // A single call says less than what is known of all inputs of its kind.
    return shown.length > 0 ? shown : this.#seen;
  }

  unconfirmed(): string[] {
    return [...this.#groups.values()].flatMap(({ witness, reason }) =>
      witness === null ? [reason ?? 'no input for it could be written'] : [],
    );
  }

  async #try(group: Group, difference: Difference): Promise<void> {
    const call = this.#witnesses.callFor(
      difference.decided,
      difference.decided === difference.base ? difference.head : difference.base,
      difference.later,
    );
    if (call === null) {
      group.failed++;
      return;
    }
    const trial = await this.#witnesses.try(call, difference.respect);
    if (trial.kind === 'differs') group.witness = trial.witness;
    else {
      group.failed++;
      group.reason = trial.kind === 'inconclusive' ? trial.reason : `${call.call} behaves the same in both`;
    }
  }

  /** What must be true of these inputs, in as few words as say it. */
  #cases(cases: readonly Case[]): DescribedCondition[][] {
    return mergeCases(cases, this.#versions.headWorld.terms).map((conditions) => this.#words.of(conditions));
  }
}

/** What was seen of two runs; of large values that part in which they differ. */
/** What both versions were seen to do, where it is not the same. */
export function seenTexts({ base, head }: Witness): { readonly before: string; readonly now: string } {
  const whole = { before: seenText(base), now: seenText(head) };
  if (whole.before === whole.now) return leftTexts(base, head);
  const [a, b] = [base.completion, head.completion];
  const isLong = Math.max(whole.before.length, whole.now.length) > longestValue;
  if (!isLong || a.kind !== 'returns' || b.kind !== 'returns') return whole;
  const part = differingPart(a.value, b.value, 'result');
  return { before: `${part.place} ${stateText(part.before)}`, now: `${part.place} ${stateText(part.now)}` };
}

/** Of runs that end alike: what they leave behind, and call, where that differs. */
function leftTexts(base: ReplayOutcome, head: ReplayOutcome): { readonly before: string; readonly now: string } {
  const [before, now] = [leftParts(base), leftParts(head)];
  const names = [...before.keys()].filter((name) => before.get(name) !== now.get(name));
  if (base.async !== head.async) return { before: promiseText(base), now: promiseText(head) };
  if (names.length === 0) return { before: seenText(base), now: seenText(head) };
  const textOf = (parts: ReadonlyMap<string, string>): string =>
    names.flatMap((name) => parts.get(name) ?? []).join(', ');
  return { before: textOf(before), now: textOf(now) };
}

function leftParts({ receiver, args, results = [], calls }: ReplayOutcome): ReadonlyMap<string, string> {
  const made = calls.map((call) => `${call.callee}(${call.args.map((arg) => printObserved(arg)).join(', ')})`);
  return new Map([
    ...(receiver === null ? [] : [['this', `this is ${printObserved(receiver)}`] as const]),
    ...args.map((arg, index) => [`${index}`, `argument ${index + 1} is ${printObserved(arg)}`] as const),
    ...results.map((result, index) => [`result ${index}`, `result ${index + 1} is ${printObserved(result)}`] as const),
    ['calls', made.length === 0 ? 'calls nothing' : made.join(', ')] as const,
  ]);
}

function promiseText(outcome: ReplayOutcome): string {
  const { completion } = outcome;
  if (!outcome.async) return seenText(outcome);
  if (completion.kind === 'returns') return `resolves to ${printObserved(completion.value)}`;
  return completion.kind === 'throws' ? `rejects with ${printObserved(completion.error)}` : seenText(outcome);
}

function stateText(value: Observed | null): string {
  return value === null ? 'is not there' : `is ${printObserved(value)}`;
}

const longestValue = 100;

/** What was seen of a run. */
function seenText({ completion }: ReplayOutcome): string {
  switch (completion.kind) {
    case 'returns':
      return `returns ${printObserved(completion.value)}`;
    case 'throws':
      return `throws ${printObserved(completion.error)}`;
    case 'exits':
      return `calls process.exit(${completion.code})`;
    default:
      return 'does not end';
  }
}
