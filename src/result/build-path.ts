import { timeZone } from '#core/local-time';
import type { FoundPath } from '#behaviour/find-paths';
import { assertNever } from '#core/diagnostics';
import type { CutReason, Note } from '#symbolic/state';
import type { Site } from '#symbolic/site';
import { conjunction } from './conjunction';
import type { SiteDescriber } from './describe-site';
import { differences, inconclusive, observedOutcome, predictedOutcome } from './path-outcome';
import type { FunctionPath, PathBounds, PathCondition, PathOutcome, ReplayResult } from './paths-result';

/** One path, put into words. */
export function buildPath(
  found: FoundPath,
  sites: SiteDescriber,
  bounds: PathBounds,
  isDirected = false,
): FunctionPath {
  const { described, effects } = found;
  const conditions = described.conditions.map(({ text, role, site }, index): PathCondition => {
    const ref = site === null ? null : sites.ref(site);
    return {
      text,
      role,
      file: ref?.file ?? null,
      line: ref?.line ?? null,
      implied: found.implied.has(index),
      ...(isDirected ? { affected: found.affected.has(index) } : {}),
    };
  });
  const { outcome } = described;
  const neverSettles = outcome.kind === 'cut' && outcome.reason.kind === 'never-settles';
  const replay = replayResult(found, neverSettles, sites);
  return {
    condition: conjunction(conditions.filter(isDecided).map(({ text }) => text)),
    outcome: outcomeOf(found, neverSettles),
    call: described.call,
    replayed: replay.kind === 'as-predicted' || replay.kind === 'ran',
    bounded: described.bounded && !neverSettles,
    replay,
    result: outcome.kind === 'cut' ? null : outcome,
    conditions,
    effects: effects.map(({ kind, text, place: changed, value }) => ({ kind, text, place: changed, value })),
    cut: outcome.kind === 'cut' && !neverSettles ? cutText(outcome.reason, sites, bounds) : null,
    notes: [...new Set(described.notes.map((note) => noteText(note, sites))), ...zoneNotes(found)],
  };
}

function zoneNotes({ replay }: FoundPath): readonly string[] {
  return replay.kind === 'run' && replay.outcome.localTime === true ? [`ran with TZ=${timeZone}`] : [];
}

/** What the path decides, rather than what is true of all inputs. */
function isDecided({ role, implied }: PathCondition): boolean {
  return !implied && role !== 'input' && role !== 'precondition';
}

/** What was seen goes before what was predicted: of this one input it is the truth. */
function outcomeOf({ described, replay }: FoundPath, neverSettles: boolean): PathOutcome {
  if (replay.kind === 'run' && replay.outcome.completion.kind !== 'not-callable')
    return observedOutcome(replay.outcome);
  if (described.predicted !== null) return predictedOutcome(described.predicted);
  if (neverSettles) return { kind: 'times-out' };
  const reason = replay.kind === 'not-run' ? replay.reason : (inconclusive(replay.outcome) ?? '');
  return { kind: 'unknown', reason };
}

function replayResult(found: FoundPath, neverSettles: boolean, sites: SiteDescriber): ReplayResult {
  const { described, replay, moduleState } = found;
  if (replay.kind === 'not-run') return { kind: 'unconfirmed', reason: replay.reason };
  const { outcome } = replay;
  const reason = inconclusive(outcome);
  if (reason !== null) return { kind: 'unconfirmed', reason };
  const { predicted } = described;
  if (predicted === null && !neverSettles) return { kind: 'ran' };
  const isNever = outcome.completion.kind === 'never-settles';
  if (predicted === null && isNever) return { kind: 'as-predicted' };
  const differ = predicted === null ? (['outcome'] as const) : differences(predicted, moduleState, outcome);
  if (differ.length === 0) return { kind: 'as-predicted' };
  return {
    kind: 'differs',
    predicted: predicted === null ? { kind: 'times-out' } : predictedOutcome(predicted),
    in: differ,
    assumptions: described.notes
      .filter(({ kind }) => kind === 'assumed' || kind === 'stated')
      .map((note) => noteText(note, sites)),
  };
}

export function cutText(reason: CutReason, sites: SiteDescriber, bounds: PathBounds): string {
  switch (reason.kind) {
    case 'loop-bound':
      return `the bound of ${bounds.loops} turns was reached${place(reason.at, sites)}`;
    case 'recursion-bound':
      return `the bound of ${bounds.depth} calls inside of each other was reached${place(reason.at, sites)}`;
    case 'step-bound':
      return `it takes too many steps${place(reason.at, sites)}`;
    case 'time':
      return `the budget ran out${place(reason.at, sites)}`;
    case 'unsupported':
      return `unsupported: ${reason.what}${place(reason.at, sites)}`;
    case 'undecided':
      return `the solver could not tell whether any input gets this far${place(reason.at, sites)}`;
    case 'contradiction':
      return `no input gets further${place(reason.at, sites)}`;
    case 'target':
      return `it was followed as far as was asked for${place(reason.at, sites)}`;
    case 'never-settles':
      return 'its promise never settles';
    default:
      return assertNever(reason);
  }
}

export function noteText({ kind, what, at }: Note, sites: SiteDescriber): string {
  switch (kind) {
    case 'assumed':
    case 'stated':
      return `assumes ${what}${place(at, sites)}`;
    case 'concretised':
      return `tries one value only: ${what}${place(at, sites)}`;
    case 'opaque':
      return `rests on ${what}, whatever it is${place(at, sites)}`;
    case 'undecided':
      return `${what}${place(at, sites)}`;
    default:
      return assertNever(kind);
  }
}

function place(at: Site | null, sites: SiteDescriber): string {
  const ref = at === null ? null : sites.ref(at);
  return ref === null ? '' : ` at ${ref.file}:${ref.line}`;
}
