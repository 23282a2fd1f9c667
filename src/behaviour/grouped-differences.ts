import { ConditionsInWords } from '#symbolic/conditions-in-words';
import type { DescribedCondition } from '#symbolic/describe-condition';
import { listed } from '#symbolic/state';
import { mergeCases, mostCases, type Case } from './merge-cases';
import type { DescribedVersions } from './describe-version';
import type { Difference } from './difference';
import type { Gap } from './gaps';
import { seenBehaviours, seenTexts, type FoundBehaviour } from './seen-behaviour';
import type { Witness } from './call-runs';
import type { Witnesses } from './witness';

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
      if (trial.kind !== 'differs' || !(await this.#witnesses.isLasting(trial.witness))) continue;
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

  /** Calls that were made without the search. */
  see(witnesses: readonly Witness[]): void {
    for (const behaviour of seenBehaviours(witnesses)) {
      if (!this.#seen.some(({ before, now }) => behaviour.before === before && behaviour.now === now))
        this.#seen.push(behaviour);
    }
  }

  /** Whether there are behaviours; to put them into words takes longer. */
  hasBehaviours(): boolean {
    return this.#seen.length > 0 || [...this.#groups.values()].some(({ witness }) => witness !== null);
  }

  /** `isLate`: there is no time left to say in the fewest words which inputs they are of. */
  behaviours(isLate: () => boolean = () => false): FoundBehaviour[] {
    const shown = [...this.#groups.values()].flatMap(({ before, now, differences, witness }): FoundBehaviour[] => {
      if (witness === null) return [];
      const when = this.#cases(
        differences.map(({ decided }) => listed(decided.conditions).map(({ condition }) => condition)),
        isLate(),
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
    const trial = await this.#witnesses.tryDifference(call, difference);
    if (trial.kind === 'differs') group.witness = trial.witness;
    else {
      group.failed++;
      group.reason = trial.kind === 'inconclusive' ? trial.reason : `${call.call} behaves the same in both`;
    }
  }

  /** What must be true of these inputs, in as few words as say it. */
  #cases(cases: readonly Case[], isLate = false): DescribedCondition[][] {
    if (isLate) return this.#firstOf(cases, mostToldLate);
    const merged = mergeCases(cases, this.#versions.headWorld.terms);
    return merged.length > mostCases ? this.#firstOf(merged, mostTold) : merged.map((each) => this.#words.of(each));
  }

  #firstOf(cases: readonly Case[], most: number): DescribedCondition[][] {
    const told = cases.slice(0, most).map((each) => this.#words.asTheyAre(each));
    const rest = cases.length - told.length;
    if (rest === 0) return told;
    return [...told, [{ text: `… ${rest} more ${rest === 1 ? 'case' : 'cases'}`, role: 'branch', site: null }]];
  }
}

/** Of cases that nobody reads to the end, and which would fill a result of hundreds of megabytes. */
const mostTold = 50;
const mostToldLate = 3;
