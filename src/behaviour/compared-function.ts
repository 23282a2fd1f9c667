import { isGuess } from '#symbolic/inputs/guesses';
import { isAboutState, onlyFirst } from './about-calls';
import type { FoundBug } from './bugs-found';
import type { Witness } from './call-runs';
import type { Gap } from './gaps';
import { seenBehaviours, type FoundBehaviour } from './seen-behaviour';
import type { Trials } from './trials/trials';

/** What is known of the behaviour of two versions of a function. */
export interface ComparedFunction {
  readonly behaviours: readonly FoundBehaviour[];
  /** Inputs for which it is open whether the versions behave alike. */
  readonly gaps: readonly Gap[];
  /** Differences that the engine did not show: why. */
  readonly unconfirmed: readonly string[];
  /** Assertions that fail on affected paths of the head, as the engine has shown. */
  readonly bugs: readonly FoundBug[];
  /** Why nothing was compared; null when something was. */
  readonly problem: string | null;
  /** Paths of the head, and pairs of paths that were compared. */
  readonly paths: number;
  readonly pairs: number;
  readonly steps: number;
  /** Paths that were left because the change cannot matter on them any more. */
  readonly pruned: number;
  readonly complete: boolean;
  /** It is not complete because there are too many paths, whatever the time. */
  readonly full: boolean;
  /** It is not complete because no input is known that it can be called with, whatever the time. */
  readonly uncalled?: boolean;
  /** It is not complete because someone did not want to wait. */
  readonly interrupted: boolean;
  readonly remarks: readonly string[];
  readonly solverProblem: string | null;
  /** The graph of calls leads to the change, and no path did. */
  readonly missed?: boolean;
  /** Turns of loops that were followed, where they are fewer than were asked for. */
  readonly loops?: number;
}

/** What is known of a function that there was no time to search. */
export function onlyTried({ found }: Trials): ComparedFunction {
  return { ...nothingCompared, behaviours: seenBehaviours(found), remarks: [], problem: null, complete: false };
}

/** Whether it turned out that no call of a function leads to the change. */
export function isUnaffected(compared: ComparedFunction): boolean {
  const { problem, complete, paths, pruned, behaviours, gaps, missed, remarks } = compared;
  // Values that were not tried may get to it, and so may others that modules and instances come to hold.
  const restsOnState = remarks.some((remark) => isAboutState(remark) || isGuess(remark) || remark === onlyFirst);
  if (gaps.some(({ kind }) => kind === 'unknown') || (missed === true && restsOnState)) return false;
  return problem === null && complete && paths === 0 && pruned > 0 && behaviours.length === 0;
}

/** Of a function of which nothing is known but what calls have shown. */
export function seenOnly(found: readonly Witness[], problem: string): ComparedFunction {
  return { ...nothingCompared, behaviours: seenBehaviours(found), remarks: [], problem };
}

/** Single calls on trial may have shown something all the same. */
export function isSameBySearch(compared: ComparedFunction): boolean {
  return !isOpen(compared) && compared.behaviours.every(({ certain }) => !certain);
}

/** Also as far as calls have shown. */
export function isKnownSame(compared: ComparedFunction | undefined): boolean {
  return compared !== undefined && isSameBySearch(compared) && compared.behaviours.length === 0;
}

/** Nothing is said of some inputs. */
export function isOpen({ gaps, unconfirmed, problem, complete }: ComparedFunction): boolean {
  return !complete || gaps.some(({ kind }) => kind === 'unknown') || unconfirmed.length > 0 || problem !== null;
}

/** With more time, more would be known. */
export function wantsTime({ complete, full, uncalled }: ComparedFunction): boolean {
  return !complete && !full && uncalled !== true;
}

/** Of functions that show the change by what is left behind for them. */
export const onlyByState = 'after the same calls of nothing that has changed, it does the same';

export const nothingCompared = {
  behaviours: [],
  gaps: [],
  unconfirmed: [],
  bugs: [],
  paths: 0,
  pairs: 0,
  steps: 0,
  pruned: 0,
  complete: true,
  full: false,
  interrupted: false,
  solverProblem: null,
} as const;

/** Of a function that runs nothing but code that is the same in both versions. */
export const nothingTouched: ComparedFunction = { ...nothingCompared, pruned: 1, remarks: [], problem: null };
