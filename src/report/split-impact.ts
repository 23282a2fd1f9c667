import type { Impact } from '#result/result';

/** What depends on the change as far as the text tells, and what does so only by guesses: both as an impact of their own. */
export function splitImpact({ statements, functions }: Impact): { readonly known: Impact; readonly guessed: Impact } {
  const part = (isGuess: boolean): Impact => {
    const chosen = statements.filter(({ vague }) => vague > 0 === isGuess);
    const inside = new Set(chosen.map((statement) => statement.function));
    return { statements: chosen, functions: functions.filter(({ id }) => inside.has(id)) };
  };
  return { known: part(false), guessed: part(true) };
}

/** Why a dependence is a guess. */
export const guessedThrough = 'through objects that are not told apart';
