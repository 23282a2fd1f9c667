import type { World } from '#symbolic/machine';
import { changedInBetween, seesVariables } from './called-again';
import type { ChangeFacts } from './change-facts';
import type { FunctionPair } from './function-pair';

/** What functions of the outside are taken to change. */
export type OutsideChanges = NonNullable<World['outsideChanges']>;

const nothingElseChanges = 'functions of the outside neither change nor look at anything but what they are given';

interface Compared {
  readonly behaviours: readonly { readonly certain: boolean }[];
  readonly remarks: readonly string[];
}

/** The same calls are made: what they see besides, and what they do to it, is left open. */
export const nothingChanges = 'functions of the outside change nothing, and look at nothing but what they are given';

/** Code that changes what the program keeps may be called by anybody. */
export const nothingCalled = 'functions of the outside call nothing of the program meanwhile but what they are given';

/**
 * Two versions do the same as long as functions of the outside change nothing. Mostly they do so as well whatever those change
 * of all that they may get at: then that is shown. Else it is looked for what they could change of what they are given.
 */
export async function withOutsideChanges<Result extends Compared>(
  compared: Result,
  compare: (changes: OutsideChanges) => Promise<Result>,
  isSame: (compared: Result) => boolean,
): Promise<Result> {
  const stated = withRemark(compared, nothingChanges);
  // Of the other inputs it is said, and not looked into.
  if (!isSame(compared)) return stated;
  const all = await compare('all');
  // What calls on trial have shown stays true: they may come after calls of something else.
  if (isSame(all)) return { ...all, behaviours: compared.behaviours };
  const given = await compare('given');
  if (given.behaviours.some(({ certain }) => certain)) return withRemark(given, nothingElseChanges);
  return stated;
}

export function withRemark<Result extends Pick<Compared, 'remarks'>>(compared: Result, remark: string): Result {
  return { ...compared, remarks: [...compared.remarks, remark] };
}

/** Whether code that a function of the outside could call changes what a function sees of what its program keeps. */
export function mayBeCalledMeanwhile(pair: FunctionPair, facts: ChangeFacts): boolean {
  return seesVariables(pair) || changedInBetween(pair, [], facts).length > 0;
}
