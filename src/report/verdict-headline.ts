import { displayPath } from '#core/display-path';
import type { BugFound } from '#result/bug-found';
import type { SameVerdict } from '#result/verdict';
import { moduleBody } from './function-label';
import { seenTogether, type Subject } from './subjects';
import { boundWords, extentWords } from './verdict-words';
import { count } from './words';

/** All verdicts in one sentence: `2 of 3 changed functions behave differently; 1 is the same for all inputs.` */
export function verdictHeadline(subjects: readonly Subject[], bugs: readonly BugFound[] = []): string {
  const changed = subjects.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return `${summary(subjects, 'entry point')}${bugWords(bugs)}.`;
  const leading = differingEntryPoints(subjects);
  if (leading !== null) return `${leading}; ${summary(changed, 'changed function', uncapital)}${bugWords(bugs)}.`;
  return `${summary(changed, 'changed function')}${entryPointWords(subjects)}${bugWords(bugs)}.`;
}

/** What differs is said first, also where it shows only through functions that are not changed themselves. */
function differingEntryPoints(subjects: readonly Subject[]): string | null {
  const entryPoints = entryPointsAmong(subjects);
  const showing = entryPoints.filter(differs);
  const [first] = showing;
  if (first === undefined || subjects.some((subject) => subject.isChanged && differs(subject))) return null;
  if (entryPoints.length === 1) return `${nameOf(first, capital)} behaves differently`;
  if (showing.length === entryPoints.length)
    return `${capital(allOf(showing.length, 'entry point'))} behave differently`;
  const verb = showing.length === 1 ? 'behaves' : 'behave';
  return `${showing.length} of ${count(entryPoints.length, 'entry point')} ${verb} differently`;
}

/** Those inside of another function that show the same calls as that are no other ones. */
function entryPointsAmong(subjects: readonly Subject[]): readonly Subject[] {
  const entryPoints = subjects.filter(({ isEntryPoint }) => isEntryPoint);
  return [...seenTogether(entryPoints.filter(differs)), ...entryPoints.filter((subject) => !differs(subject))];
}

/** Nothing is known of any of them: `Whether any of 3 changed functions behaves differently is unknown`. */
export function unknownHeadline(subjects: readonly Subject[]): string {
  const changed = subjects.filter(({ isChanged }) => isChanged);
  const [asked, noun] = changed.length === 0 ? [subjects, 'entry point'] : [changed, 'changed function'];
  const [only] = asked;
  if (asked.length === 1 && only !== undefined) return summaryOfOne(only);
  return `Whether any of ${count(asked.length, noun)} behaves differently is unknown`;
}

/** `begin`: how words other than names begin it. */
function summary(subjects: readonly Subject[], noun: string, begin = capital): string {
  const [only] = subjects;
  if (subjects.length === 1 && only !== undefined) return summaryOfOne(only, begin);
  const all = count(subjects.length, noun);
  const differing = subjects.filter(differs).length;
  const rest = restWords(subjects);
  if (differing === subjects.length) return `${begin(allOf(subjects.length, noun))} behave differently`;
  if (differing > 0) {
    const verb = differing === 1 ? 'behaves' : 'behave';
    return `${differing} of ${all} ${verb} differently; ${rest.join(', ')}`;
  }
  const extents = new Set(sameVerdicts(subjects).map(extentWords));
  const [extent] = extents;
  const isOneAnswer = extents.size === 1 && sameVerdicts(subjects).length === subjects.length;
  if (isOneAnswer && extent !== undefined) return `${begin(allOf(subjects.length, noun))} behave the same ${extent}`;
  return `${begin('none')} of ${all} is known to behave differently: ${rest.join(', ')}`;
}

function summaryOfOne(subject: Subject, begin = capital): string {
  const { verdict } = subject;
  switch (verdict.kind) {
    case 'differs':
      return `${nameOf(subject, begin)} behaves differently`;
    case 'same':
      return `${nameOf(subject, begin)} behaves the same ${extentWords(verdict)}`;
    case 'unknown':
      return `${begin('whether')} ${nameOf(subject, uncapital)} behaves differently is unknown`;
  }
}

/** The body of a module has no other name than its file. */
function nameOf({ name, file }: Subject, begin: (words: string) => string): string {
  return name === moduleBody ? `${begin('the')} ${name} of ${displayPath(file)}` : name;
}

/** Of those that do not differ: how many are the same, within which bounds, and how many nobody knows of. */
function restWords(subjects: readonly Subject[]): string[] {
  const byExtent = new Map<string, number>();
  const same = sameVerdicts(subjects).toSorted((a, b) => Number(a.bound !== null) - Number(b.bound !== null));
  for (const extent of same.map(extentWords)) byExtent.set(extent, (byExtent.get(extent) ?? 0) + 1);
  const unknown = subjects.filter(({ verdict }) => verdict.kind === 'unknown').length;
  return [
    ...[...byExtent].map(([extent, amount]) => `${amount} ${amount === 1 ? 'is' : 'are'} the same ${extent}`),
    ...(unknown === 0 ? [] : [`${unknown} ${unknown === 1 ? 'is' : 'are'} unknown`]),
  ];
}

/** Whether callers from outside can see it: worth saying when they call something else than what was changed. */
function entryPointWords(subjects: readonly Subject[]): string {
  const entryPoints = entryPointsAmong(subjects);
  if (entryPoints.every(({ isChanged }) => isChanged)) return '';
  const all = count(entryPoints.length, 'entry point');
  const showing = entryPoints.filter(differs).length;
  if (showing > 0) {
    if (showing === 1 && entryPoints.length === 1) return '; the entry point shows it';
    if (showing === entryPoints.length) return `; ${allOf(showing, 'entry point')} show it`;
    return `; ${showing} of ${all} ${showing === 1 ? 'shows' : 'show'} it`;
  }
  if (!subjects.some((subject) => subject.isChanged && differs(subject))) return '';
  const unknown = entryPoints.filter(({ verdict }) => verdict.kind === 'unknown').length;
  if (unknown === entryPoints.length) return '; whether an entry point shows it is unknown';
  if (unknown > 0) return `; whether it shows is unknown for ${unknown} of ${all}`;
  const same = sameVerdicts(entryPoints);
  const bounds = new Set(same.flatMap(({ bound }) => (bound === null ? [] : [boundWords(bound)])));
  const isAssuming = same.some(({ assumptions = [] }) => assumptions.length > 0);
  const extents = [...bounds].map((extent) => ` ${extent}`).join(',');
  return `; no entry point shows it${extents}${isAssuming ? ', under assumptions' : ''}`;
}

function bugWords(bugs: readonly BugFound[]): string {
  const fresh = bugs.filter(({ isNew }) => isNew);
  const thrown = fresh.filter(({ kind }) => kind === 'throw').length;
  const failed = fresh.length - thrown;
  return [
    failed === 0 ? '' : `; ${count(failed, 'assertion')} ${failed === 1 ? 'fails' : 'fail'} that did not before`,
    thrown === 0
      ? ''
      : `; ${count(thrown, 'error')} ${thrown === 1 ? 'is' : 'are'} thrown that ${thrown === 1 ? 'was' : 'were'} not before`,
  ].join('');
}

function allOf(amount: number, noun: string): string {
  return amount === 2 ? `both ${noun}s` : `all ${count(amount, noun)}`;
}

function uncapital(words: string): string {
  return words;
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function differs({ verdict }: Subject): boolean {
  return verdict.kind === 'differs';
}

function sameVerdicts(subjects: readonly Subject[]): SameVerdict[] {
  return subjects.flatMap(({ verdict }) => (verdict.kind === 'same' ? [verdict] : []));
}
