import type { World } from '#symbolic/machine';

/** What functions of the outside are taken to change. */
export type OutsideChanges = NonNullable<World['outsideChanges']>;

const nothingElseChanges = 'functions of the outside neither change nor look at anything but what they are given';

interface Compared {
  readonly behaviours: readonly { readonly certain: boolean }[];
  readonly remarks: readonly string[];
}

/** The same calls are made: what they see besides, and what they do to it, is left open. */
export const nothingChanges = 'functions of the outside change nothing, and look at nothing but what they are given';

/**
 * Two versions do the same as long as functions of the outside change nothing. Mostly they do so as well whatever those change
 * of all that they may get at: then that is shown. Else it is looked for what they could change of what they are given.
 */
export async function withOutsideChanges<Result extends Compared>(
  compared: Result,
  compare: (changes: OutsideChanges) => Promise<Result>,
  isSame: (compared: Result) => boolean,
): Promise<Result> {
  const all = await compare('all');
  if (isSame(all)) return all;
  const given = await compare('given');
  if (given.behaviours.some(({ certain }) => certain)) {
    return { ...given, remarks: [...given.remarks, nothingElseChanges] };
  }
  return { ...compared, remarks: [...compared.remarks, nothingChanges] };
}
