import { ConditionsInWords } from '#symbolic/conditions-in-words';
import type { DescribedCondition } from '#symbolic/describe-condition';
import { listed } from '#symbolic/state';
import { mergeCases, mostCases, type Case } from './merge-cases';
import { leftTimers } from './compare-ends';
import type { DescribedVersions } from './describe-version';
import type { Difference } from './difference';
import { endsAsSaid, isMoreTelling } from './ends-as-said';
import { isAboutOutside, type Gap } from './gaps';
import { seenBehaviours, seenTexts, type FoundBehaviour } from './seen-behaviour';
import type { Witness } from './call-runs';
import type { Witnesses } from './witness';

interface Shown {
  readonly difference: Difference;
  readonly witness: Witness;
}

interface Group {
  readonly before: string;
  readonly now: string;
  readonly differences: Difference[];
  /** What a run has shown of it. */
  shown: Shown | null;
  /** Trials that did not show the difference. */
  failed: number;
  reason: string | null;
  /** A trial showed no difference, or could not be made. */
  isDoubted: boolean;
}

/** Of what may be a difference, as far as is known. */
export const unsolved = 'the solver could not tell whether any input makes the versions differ';

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
    const group = this.#groups.get(key) ?? {
      before,
      now,
      differences: [],
      shown: null,
      failed: 0,
      reason: null,
      isDoubted: false,
    };
    this.#groups.set(key, group);
    group.differences.push(difference);
    if (group.shown === null && group.failed < mostTrials) await this.#try(group, difference);
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
    return this.#seen.length > 0 || this.#isAnyShown();
  }

  #isAnyShown(): boolean {
    return [...this.#groups.values()].some(({ shown }) => shown !== null);
  }

  /** `isLate`: there is no time left to say in the fewest words which inputs they are of. */
  behaviours(isLate: () => boolean = () => false): FoundBehaviour[] {
    const shown = [...this.#groups.values()].flatMap(({ before, now, differences, shown: own }): FoundBehaviour[] => {
      if (own === null) return [];
      const { witness } = own;
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

  /** Whether there would be others if the outside gave something else than in calls that were run. */
  get restOnOutside(): boolean {
    return this.#isAnyShown() && [...this.#groups.values()].some(isOutdone);
  }

  unconfirmed(): string[] {
    const isAnyShown = this.#isAnyShown();
    return [...this.#groups.values()].flatMap((group) =>
      group.shown === null && !(isAnyShown && isOutdone(group))
        ? [group.reason ?? 'no input for it could be written']
        : [],
    );
  }

  async #try(group: Group, difference: Difference): Promise<void> {
    const call = this.#witnesses.callFor(
      difference.decided,
      difference.decided === difference.base ? difference.head : difference.base,
      difference.later,
    );
    if (call === null) {
      doubt(group, difference.decided.model === null ? (group.reason ?? unsolved) : null);
      return;
    }
    const trial = await this.#witnesses.tryDifference(call, difference);
    if (trial.kind === 'differs') this.#show(group, { difference, witness: trial.witness });
    else doubt(group, trial.kind === 'inconclusive' ? trial.reason : sameBut(difference, call.call));
  }

  /**
   * To the search the outside does any of what it may do, and one thing when it is run: a call shows one difference in each
   * respect at most.
   */
  #show(group: Group, shown: Shown): void {
    const { difference, witness } = shown;
    const { keys } = this.#versions.headWorld;
    if (!endsAsSaid(difference, witness, keys)) {
      outdo(group, shown);
      this.see([witness]);
      return;
    }
    const rival = [...this.#groups.values()].find(
      (other) => other.shown?.witness.call === witness.call && other.shown.difference.respect === difference.respect,
    );
    const held = rival?.shown ?? null;
    if (rival === undefined || held === null) group.shown = shown;
    else if (isMoreTelling(difference, held.difference, keys)) {
      outdo(rival, held);
      group.shown = shown;
    } else outdo(group, shown);
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

function sameBut({ place }: Difference, call: string): string {
  return `${call} behaves the same in both${place === leftTimers ? ', but for timers that it leaves' : ''}`;
}

function doubt(group: Group, reason: string | null): void {
  group.failed++;
  group.isDoubted = true;
  group.reason = reason ?? group.reason;
}

function outdo(group: Group, { witness }: Shown): void {
  group.failed++;
  group.shown = null;
  group.reason = `${witness.call} shows another one`;
}

/** Whether all of it comes of something that the outside may give, and does not give when such calls are run. */
function isOutdone({ shown, failed, isDoubted, differences }: Group): boolean {
  return shown === null && failed > 0 && !isDoubted && differences.every(restsOnOutside);
}

function restsOnOutside({ base, head }: Difference): boolean {
  return [base, head].some(({ notes }) => listed(notes).some(({ note }) => isAboutOutside(note)));
}

/** Of cases that nobody reads to the end, and which would fill a result of hundreds of megabytes. */
const mostTold = 50;
const mostToldLate = 3;
