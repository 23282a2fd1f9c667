/**
 * Where JavaScript states no type, the first value of a place says what it is likely to hold. Nothing keeps callers from handing in something
 * else: so a default value is a guess, and so is what an object starts with.
 */
export type Guesses = 'all' | 'of-first-values' | 'none';

export const likeDefault = 'taken to be like its default value';
export const likeFirst = 'taken to stay like its first value';

export function isTaken(guesses: Guesses, reason: string): boolean {
  return guesses === 'all' || (guesses === 'of-first-values' && reason === likeFirst);
}

/** Whether a remark says that something rests on a guess. */
export function isGuess(remark: string): boolean {
  return isOfDefault(remark) || remark.endsWith(likeFirst);
}

export function isOfDefault(remark: string): boolean {
  return remark.endsWith(likeDefault);
}
