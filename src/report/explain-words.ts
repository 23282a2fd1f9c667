import { assertNever } from '#core/diagnostics';
import type { CauseResult, ExplainedCallResult, ExplainResult, SuspectResult } from '#result/explain-result';
import type { PathOutcome } from '#result/paths-result';
import { editPlace, placeText } from './edit-place';
import { oneLine } from './source-text';
import { count } from './words';

/** `returns 3`, `throws new RangeError("negative")`. */
export function outcomeWords(outcome: PathOutcome): string {
  switch (outcome.kind) {
    case 'returns':
      return `returns ${oneLine(outcome.value)}`;
    case 'throws':
      return `throws ${oneLine(outcome.error)}`;
    case 'times-out':
      return 'never ends';
    case 'never-settles':
      return 'never settles';
    case 'exits':
      return `calls process.exit(${outcome.code})`;
    case 'unknown':
      return oneLine(outcome.reason);
    default:
      return assertNever(outcome);
  }
}

/** What besides the result is different: `total is 3`, `calls console.log("x")`; one entry for each side. */
export function effectWords({ effects }: ExplainedCallResult, side: 'before' | 'now'): readonly string[] {
  return effects.flatMap((effect) => {
    const value = effect[side];
    if (value === null) return [];
    return [effect.kind === 'calls' ? `calls ${oneLine(value)}` : `${oneLine(effect.place)} is ${oneLine(value)}`];
  });
}

/** How many calls of a test do what they did. */
export function sameWords({ calls, test }: ExplainResult): string {
  const same = test?.same ?? 0;
  if (same === 0) return '';
  const other = calls.length === 0 ? 'call' : 'other call';
  return `${count(same, other)} of the test ${same === 1 ? 'does' : 'do'} the same as before.`;
}

/** Result and effects of one version. */
export function doesWords(call: ExplainedCallResult, side: 'before' | 'now'): string {
  const outcome = outcomeWords(side === 'before' ? call.base : call.head);
  const effects = effectWords(call, side);
  const isOnlyEffect = !call.differsIn.includes('outcome') && effects.length > 0;
  return [...(isOnlyEffect ? [] : [outcome]), ...effects].join('; ');
}

/** What is said in one sentence above all else. */
export function explainHeadline(result: ExplainResult): string {
  const { calls, test, base } = result;
  const since = `since ${oneLine(base.description)}`;
  if (calls.length === 0) {
    const name = test === undefined ? '' : ` ${oneLine(test.name)}`;
    return `no call of the test${name} that is known behaves otherwise ${since}`;
  }
  if (test !== undefined) {
    return `${count(calls.length, 'call')} of the test ${oneLine(test.name)} ${calls.length === 1 ? 'behaves' : 'behave'} otherwise ${since}`;
  }
  const [call] = calls;
  const found = call?.causes.filter(({ nearest }) => nearest !== null).length ?? 0;
  return found === 0
    ? `behaves otherwise ${since}`
    : `behaves otherwise ${since}: ${count(found, 'condition')} to blame`;
}

/** Why nothing is listed: no condition decides, the changed statements themselves do. */
export function withoutCauses({ causes, edits }: ExplainedCallResult): string {
  if (causes.some(({ nearest }) => nearest !== null)) return '';
  const found = causes.length === 0 ? 'No condition is to blame' : 'No condition is known to be to blame';
  const restoring = edits.filter(({ withoutIt }) => withoutIt === 'restores').length;
  return restoring === 0 ? `${found}.` : `${found}: the changed statements themselves make the difference.`;
}

/** What the condition is to the change: `weight >= 2, which the change …`. */
export function causeEdits(cause: CauseResult, { edits }: ExplainedCallResult): readonly SuspectResult[] {
  return cause.edits.flatMap(({ id }) => edits.filter(({ edit }) => edit.id === id));
}

export function moreTimes({ more }: CauseResult): string {
  return more === 0 ? '' : ` (and ${count(more, 'more time')} on the way)`;
}

export function changesWords(cause: CauseResult): string {
  const changes = cause.nearest?.changes ?? [];
  const shown = changes
    .slice(0, mostChanges)
    .map(({ place, before, now }) => `${oneLine(place)}: ${oneLine(before)} → ${oneLine(now)}`);
  const rest = changes.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

const mostChanges = 4;

export function suspectPlace({ edit }: SuspectResult): string {
  return placeText(editPlace(edit));
}

/** What the call does when the edit alone is taken back. */
export function withoutItWords({ withoutIt, together }: SuspectResult): string {
  const and = together.length === 0 ? '' : ` (taken back with ${count(together.length, 'other edit')})`;
  switch (withoutIt) {
    case 'restores':
      return `without it: as before${and}`;
    case 'changes-nothing':
      return `without it: the same as now${and}`;
    case 'changes':
      return `without it: something else again${and}`;
    case 'not-run':
      return 'without it the code does not run';
    default:
      return assertNever(withoutIt);
  }
}
