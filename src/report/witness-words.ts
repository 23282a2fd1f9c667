import { assertNever } from '#core/diagnostics';
import type { Outcome, Witness } from '#result/verdict';
import { oneLine } from './source-text';

/** What both versions did, without the effects that they have in common. */
export function witnessWords({ base, head }: Witness): readonly [string, string] {
  const [before, now] = [base.effects ?? [], head.effects ?? []];
  const onlyBefore = before.filter((effect) => !now.includes(effect));
  const onlyNow = now.filter((effect) => !before.includes(effect));
  // The same effects in another order, or another number of times, are told apart only when all are shown.
  const isOfOrder = onlyBefore.length === 0 && onlyNow.length === 0 && before.join('\n') !== now.join('\n');
  return isOfOrder
    ? [outcomeWords(base), outcomeWords(head)]
    : [outcomeWords({ ...base, effects: onlyBefore }), outcomeWords({ ...head, effects: onlyNow })];
}

/** Whether the outcomes of a witness say nothing that the words for all inputs do not: constants, or what neither shows. */
export function isSaid(witness: Witness, before: string, now: string): boolean {
  const [base, head] = witnessWords(witness);
  return base === head || (isSameText(base, oneLine(before)) && isSameText(head, oneLine(now)));
}

/** What a call did: `returns 3; console.log("x")`. */
function outcomeWords(outcome: Outcome): string {
  return [completionWords(outcome), ...(outcome.effects ?? []).map(oneLine)].join('; ');
}

function completionWords(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'returns':
      return `returns ${oneLine(outcome.value)}`;
    case 'throws':
      return `throws ${oneLine(outcome.error)}`;
    case 'times-out':
      return 'does not end in time';
    case 'never-settles':
      return 'never settles';
    case 'exits':
      return `calls process.exit(${outcome.code})`;
    default:
      return assertNever(outcome);
  }
}

/** Whether they differ in nothing but the kind of quotes. */
function isSameText(a: string, b: string): boolean {
  return a.replace(quote, "'") === b.replace(quote, "'");
}

const quote = /\\?["']/g;
