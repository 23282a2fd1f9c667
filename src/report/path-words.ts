import { assertNever } from '#core/diagnostics';
import type {
  AffectedPaths,
  FunctionPath,
  PathAssumption,
  PathEffect,
  PathGoal,
  PathOutcome,
  PathsResult,
  ReplayResult,
} from '#result/paths-result';
import { oneLine } from './source-text';
import { count } from './words';

/** `24 paths, complete, all ran as predicted`. */
export function pathsHeadline({ paths, complete, against }: PathsResult): string {
  const extent = complete ? 'complete' : 'not complete';
  const what = against === undefined ? 'path' : 'affected path';
  return `${count(paths.length, what)}, ${extent}${confirmation(paths)}`;
}

/** `since main, 11 statements are affected: one path for every sequence of them`, and what finding them took. */
export function againstWords({ base, goal, pruning, affectedNodes, states, pruned }: AffectedPaths): readonly string[] {
  if (affectedNodes === 0) return [`since ${oneLine(base)}, nothing that it executes is affected`];
  const how = goal === 'sequence' && pruning === 'published' ? ', as DiSE was published' : '';
  const affected = `${count(affectedNodes, 'statement')} ${affectedNodes === 1 ? 'is' : 'are'} affected`;
  return [
    `since ${oneLine(base)}, ${affected}: ${goalWords[goal]}${how}`,
    `${count(states, 'state')} visited, ${pruned} not gone on with`,
  ];
}

const goalWords: Readonly<Record<PathGoal, string>> = {
  sequence: 'one path for every sequence of them',
  statement: 'paths that execute each',
  block: 'paths that execute each basic block with one',
  branch: 'paths that take each of their branches',
  fragment: 'one path for every combination of their decisions',
  dataflow: 'paths to each use of what they write',
};

function confirmation(paths: readonly FunctionPath[]): string {
  const number = (...kinds: readonly ReplayResult['kind'][]): number =>
    paths.filter(({ replay }) => kinds.includes(replay.kind)).length;
  const confirmed = number('as-predicted');
  if (paths.length === 0) return '';
  if (confirmed === paths.length) return `, ${paths.length === 1 ? 'ran' : 'all ran'} as predicted`;
  const open = number('unconfirmed');
  if (open === paths.length) return ', none was run';
  const wrong = number('differs');
  return [
    `, ${confirmed} ran as predicted`,
    ...(wrong > 0 ? [`${wrong} did not`] : []),
    ...(open > 0 ? [`${open} not confirmed`] : []),
  ].join(', ');
}

/** What comes of a path for all its inputs. */
export function endWords({ result, cut }: FunctionPath): string {
  if (cut !== null) return `goes on: ${oneLine(cut)}`;
  return result === null ? 'never settles' : `${result.kind} ${oneLine(result.text)}`;
}

/** `sets a = 1, b = 2; calls log(x)`; empty when there is nothing to see. */
export function effectWords(effects: readonly PathEffect[], most: number): string {
  const shown = effects.slice(0, most);
  const parts = verbs.flatMap((verb) => {
    const texts = shown.filter((effect) => verbOf(effect) === verb).map(({ text }) => oneLine(text));
    return texts.length === 0 ? [] : [`${verb} ${texts.join(', ')}`];
  });
  const rest = effects.length - shown.length;
  return [...parts, ...(rest > 0 ? [`and ${count(rest, 'more effect')}`] : [])].join('; ');
}

const verbs = ['sets', 'does', 'calls'] as const;

function verbOf({ kind, value }: PathEffect): (typeof verbs)[number] {
  if (kind === 'call') return 'calls';
  return value === null ? 'does' : 'sets';
}

/** The call, with what it gave where the path does not say it already. */
export function callWords({ call, outcome, result, replay }: FunctionPath): string {
  const seen = replay.kind === 'differs' ? '' : outcomeText(outcome);
  const isSaid =
    seen === '' ||
    (result !== null && isSameText(seen, result.kind === 'throws' ? `throws ${result.text}` : result.text));
  return `${oneLine(call)}${isSaid ? '' : ` → ${oneLine(seen)}`}`;
}

/** Whether they differ in nothing but the kind of quotes. */
function isSameText(a: string, b: string): boolean {
  return a.replace(quote, "'") === b.replace(quote, "'");
}

const quote = /\\?["']/g;

function outcomeText(outcome: PathOutcome): string {
  switch (outcome.kind) {
    case 'returns':
      return outcome.value;
    case 'throws':
      return `throws ${outcome.error}`;
    case 'exits':
      return `process.exit(${outcome.code})`;
    case 'times-out':
    case 'never-settles':
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
      return `${reason}: predicted was that it ${oneLine(seenWords(replay.predicted))}, but it ${oneLine(seenWords(outcome))}`;
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
    case 'never-settles':
      return 'never settles';
    case 'exits':
      return `calls process.exit(${outcome.code})`;
    case 'unknown':
      return outcome.reason;
    default:
      return assertNever(outcome);
  }
}

export function conditionWords({ condition }: FunctionPath): string {
  return condition === 'true' ? 'always' : condition;
}

export function assumptionWords({ kind, text }: PathAssumption): string {
  return kind === 'precondition' ? `given ${oneLine(text)}` : `type of an input: ${oneLine(text)}`;
}
