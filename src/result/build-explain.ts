import { assertNever } from '#core/diagnostics';
import type { BlamedCause, ExplainedCall, ExplanationGap, PathDecision } from '#behaviour/explain';
import type { EffectDifference } from '#behaviour/explain-outcome';
import type { Observed } from '#replay/observed';
import { printObserved } from '#replay/print-observed';
import type { SliceStep } from '#slice/slice';
import type { CutReason } from '#symbolic/state';
import type { DescribedVersions } from './build-functions';
import { SiteDescriber } from './describe-site';
import type { EditResult } from './edit-result';
import type { CauseResult, ChangedEffect, DecisionResult, ExplainedCallResult } from './explain-result';
import type { Step } from './impact-result';
import type { NodeRef } from './location';
import { observedOutcome } from './path-outcome';

export interface ExplainedFunction {
  /** `src/a.ts#Class.method`. */
  readonly id: string;
  readonly explained: ExplainedCall;
  /** Where a test makes the call. */
  readonly line: number | null;
}

/** One explanation, put into words. */
export function buildExplanation(
  { id, explained, line }: ExplainedFunction,
  versions: DescribedVersions,
  edits: readonly EditResult[],
): ExplainedCallResult {
  const sites = { base: new SiteDescriber(versions.base.loaded), head: new SiteDescriber(versions.head.loaded) };
  const byId = new Map(edits.map((edit) => [edit.id, edit]));
  const { outcomes, conditions } = explained;
  return {
    function: id,
    call: explained.call.text,
    ...(line === null ? {} : { line }),
    base: observedOutcome(outcomes.base),
    head: observedOutcome(outcomes.head),
    differsIn: explained.differsIn,
    effects: explained.effects.map((effect) => effectResult(effect, explained.parameters)),
    conditions: {
      base: conditions.base.map((each) => decision(each, sites.base)),
      head: conditions.head.map((each) => decision(each, sites.head)),
    },
    causes: causesOf(explained.causes, sites, versions),
    edits: explained.edits.flatMap(({ edit, effect, together }) => {
      const described = byId.get(edit.id);
      return described === undefined ? [] : [{ edit: described, withoutIt: effect, together }];
    }),
    gaps: [...new Set(explained.gaps.map((gap) => gapWords(gap, sites)))],
  };
}

function effectResult({ kind, place, base, head }: EffectDifference, parameters: readonly string[]): ChangedEffect {
  const named = {
    receiver: 'this',
    arguments: parameters[Number(place)] ?? `argument ${Number(place) + 1}`,
    'module state': place,
    calls: place,
  }[kind];
  const words = (values: readonly Observed[] | null): string | null => {
    if (values === null) return null;
    const list = values.map((value) => printObserved(value)).join(', ');
    return kind === 'calls' ? `${place}(${list})` : list;
  };
  return { kind, place: named, before: words(base), now: words(head) };
}

type Sites = Readonly<Record<'base' | 'head', SiteDescriber>>;

function decision({ text, site, impacted }: PathDecision, sites: SiteDescriber): DecisionResult {
  const ref = site === null ? null : sites.ref(site);
  return { text, file: ref?.file ?? null, line: ref?.line ?? null, impacted };
}

/** One for each place: a condition in a loop is met in every turn. */
function causesOf(causes: readonly BlamedCause[], sites: Sites, versions: DescribedVersions): CauseResult[] {
  const byPlace = new Map<string, { readonly place: NodeRef; readonly causes: BlamedCause[] }>();
  for (const cause of causes) {
    const place = sites[cause.side].ref(cause.site);
    if (place === null) continue;
    const key = `${cause.side} ${place.id}`;
    const known = byPlace.get(key);
    if (known === undefined) byPlace.set(key, { place, causes: [cause] });
    else known.causes.push(cause);
  }
  const results = [...byPlace.values()].flatMap(({ place, causes: alike }): CauseResult[] => {
    const shown = alike.find(({ nearest }) => nearest !== null) ?? alike[0];
    return shown === undefined ? [] : [causeResult(shown, place, alike, versions)];
  });
  return [...results.filter(({ nearest }) => nearest !== null), ...results.filter(({ nearest }) => nearest === null)];
}

function causeResult(
  { side, condition, nearest, blamed }: BlamedCause,
  place: NodeRef,
  alike: readonly BlamedCause[],
  versions: DescribedVersions,
): CauseResult {
  const counted = alike.filter((other) => (other.nearest === null) === (nearest === null));
  return {
    condition: condition.text,
    in: side,
    place,
    more: counted.length - 1,
    nearest:
      nearest === null
        ? null
        : { call: nearest.call.text, outcome: observedOutcome(nearest.outcome), changes: nearest.call.changes },
    edits: blamed.map(({ edit, chain }) => ({
      id: edit.id,
      because: chain.map((step) => stepOf(step, versions[side])),
    })),
  };
}

function stepOf({ kind, from, to, label }: SliceStep, nodes: DescribedVersions['head']): Step {
  return { kind, from: nodes.ref(from), to: nodes.ref(to), label };
}

const versionWords = { base: 'the base', head: 'the head' } as const;

function gapWords(gap: ExplanationGap, sites: Sites): string {
  switch (gap.kind) {
    case 'cut':
      return `the path in ${versionWords[gap.side]} was followed only up to where ${cutWords(gap.reason, sites[gap.side])}`;
    case 'unconfirmed':
      return `the path that was followed in ${versionWords[gap.side]} does not do what the call did`;
    case 'misfit': {
      const { location } = gap.misfit;
      if (gap.misfit.kind === 'type') return `${location.name} is not of its declared type`;
      return `${location.name} has ${gap.misfit.keys.join(', ')}, which its declared type does not name`;
    }
    case 'undecided':
      return `whether ${gap.condition.text} is a cause is not known: ${gap.reason}`;
    default:
      return assertNever(gap);
  }
}

function cutWords(reason: CutReason, sites: SiteDescriber): string {
  const place = 'at' in reason && reason.at !== null ? sites.ref(reason.at) : null;
  const at = place === null ? '' : ` at ${place.file}:${place.line}`;
  switch (reason.kind) {
    case 'unsupported':
      return `it meets ${reason.what}${at}`;
    case 'time':
      return `there was no time left${at}`;
    case 'never-settles':
      return 'it waits for a promise that nothing settles';
    default:
      return `a bound was reached${at}`;
  }
}
