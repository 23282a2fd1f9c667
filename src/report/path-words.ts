import { assertNever } from '#core/diagnostics';
import type { FunctionPath, PathEffect, PathOutcome, PathsResult, ReplayResult } from '#result/paths-result';
import { oneLine } from './source-text';
import { count } from './words';

/** `24 paths, complete, all ran as predicted`. */
export function pathsHeadline({ paths, complete }: PathsResult): string {
  const extent = complete ? 'complete' : 'not complete';
  return `${count(paths.length, 'path')}, ${extent}${confirmation(paths)}`;
}

function confirmation(paths: readonly FunctionPath[]): string {
  const confirmed = paths.filter(({ replay }) => replay.kind === 'as-predicted').length;
  if (paths.length === 0) return '';
  if (confirmed === paths.length) return `, ${paths.length === 1 ? 'ran' : 'all ran'} as predicted`;
  const wrong = paths.filter(({ replay }) => replay.kind === 'differs').length;
  const isAsked = paths.some(({ replay }) => replay.kind !== 'unconfirmed');
  return `${isAsked ? `, ${confirmed} ran as predicted` : ', none was run'}${wrong > 0 ? `, ${wrong} did not` : ''}`;
}

/** What comes of a path for all its inputs. */
export function endWords({ result, cut }: FunctionPath): string {
  if (cut !== null) return `goes on: ${oneLine(cut)}`;
  return result === null ? 'never settles' : `${result.kind} ${oneLine(result.text)}`;
}

/** `sets a = 1, b = 2; calls log(x)`; empty when there is nothing to see. */
export function effectWords(effects: readonly PathEffect[], most: number): string {
  const shown = effects.slice(0, most);
  const texts = (wanted: (effect: PathEffect) => boolean): string => shown.filter(wanted).map((e) => oneLine(e.text)).join(', ');
  const isCall = ({ kind }: PathEffect): boolean => kind === 'call';
  const isAssignment = ({ kind, text }: PathEffect): boolean => kind !== 'call' && / = /.test(text) && !text.startsWith('delete ');
  const parts = [
    ['sets', texts(isAssignment)],
    ['does', texts((effect) => !isCall(effect) && !isAssignment(effect))],
    ['calls', texts(isCall)],
  ].flatMap(([verb, text]) => (text === '' ? [] : [`${verb} ${text}`]));
  const rest = effects.length - shown.length;
  return [...parts, ...(rest > 0 ? [`and ${count(rest, 'more effect')}`] : [])].join('; ');
}

/** The call, with what it gave where the path does not say it already. */
export function callWords({ call, outcome, result, replay }: FunctionPath): string {
  const seen = replay.kind === 'differs' ? '' : outcomeText(outcome);
  const isSaid = seen === '' || (result !== null && isSameText(seen, result.kind === 'throws' ? `throws ${result.text}` : result.text));
  return `${oneLine(call)}${isSaid ? '' : ` → ${oneLine(seen)}`}`;
}

/** The two printers quote differently. */
function isSameText(a: string, b: string): boolean {
  return a === b || a.replaceAll('"', "'") === b.replaceAll('"', "'");
}

function outcomeText(outcome: PathOutcome): string {
  switch (outcome.kind) {
    case 'returns':
      return outcome.value;
    case 'throws':
      return `throws ${outcome.error}`;
    case 'times-out':
    case 'unknown':
      return '';
    default:
      return assertNever(outcome);
  }
}

/** What the engine made of the path. */
export function replayWords(replay: ReplayResult, outcome: PathOutcome): string {
  switch (replay.kind) {
    case 'as-predicted':
      return 'ran as predicted';
    case 'ran':
      return 'ran';
    case 'differs': {
      const reason = replay.assumptions.length === 0 ? 'WRONG' : 'not met';
      if (!replay.in.includes('outcome')) return `${reason}: other ${replay.in.join(', ')} than predicted`;
      return `${reason}: it ${oneLine(seenWords(outcome))}, not ${oneLine(seenWords(replay.predicted))}`;
    }
    case 'unconfirmed':
      return `not confirmed: ${oneLine(replay.reason)}`;
    default:
      return assertNever(replay);
  }
}

function seenWords(outcome: PathOutcome): string {
  switch (outcome.kind) {
    case 'returns':
      return `returns ${outcome.value}`;
    case 'throws':
      return `throws ${outcome.error}`;
    case 'times-out':
      return 'never ends';
    case 'unknown':
      return outcome.reason;
    default:
      return assertNever(outcome);
  }
}

export function conditionWords({ condition }: FunctionPath): string {
  return condition === 'true' ? 'always' : condition;
}
