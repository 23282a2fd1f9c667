import type { BugFound } from '#result/bug-found';
import type { Result } from '#result/result';
import type { Behaviour, Witness } from '#result/verdict';
import { besideFiles, besideTitle, mostFiles } from './beside-section';
import { extentOf } from './behaviour-block';
import { behaviourTestsWords } from './behaviour-tests';
import { bugDetails, bugsHeading, listedBugs } from './bugs-section';
import { lineOf } from './function-label';
import { codeSpan, folded, plainText, tableRow, withRest, type MarkdownOptions } from './markdown-text';
import { maskedSentences } from './masked-sentence';
import { namesApart } from './names-apart';
import { placeList } from './place-list';
import { cutAroundDifference, cutText, oneLine } from './source-text';
import { subjectDetails } from './subject-lines';
import { splitSubjects, type Subject } from './subjects';
import { bySurprise } from './surprise';
import { verdictGroups, type SubjectGroup, type VerdictGroups } from './verdict-groups';
import { elsewhereWords, unknownPlace } from './verdict-words';
import { isSaid, witnessWords } from './witness-words';
import { count, someOf } from './words';

/** What behaves differently, a table for each function; what does not, in a line for each reason. */
export function markdownBehaviours(result: Result, options: MarkdownOptions): string[][] {
  const { program, beside } = splitSubjects(result);
  return [
    ...blocksOf(result, verdictGroups(result, program), bugsBlock(result.bugs ?? [], options), options),
    besideBlock(beside, options),
    ...(options.all ? blocksOf(result, verdictGroups(result, beside), [], options) : []),
  ];
}

function blocksOf(result: Result, groups: VerdictGroups, bugs: string[], options: MarkdownOptions): string[][] {
  const shown = options.all ? groups.differing : groups.differing.slice(0, most.subjects);
  const rest = groups.differing.length - shown.length;
  return [
    ...shown.flatMap((subject) => differingBlocks(subject, groups, options)),
    rest > 0 ? [`… ${count(rest, 'more function')} behaving differently`] : [],
    bugs,
    maskedBlock(groups, result, options),
    unknownBlock(groups, options),
    ...groups.same.map((group) => sameBlock(group, groups, options)),
  ];
}

/** A line for each file that is no part of the program. */
function besideBlock(subjects: readonly Subject[], options: MarkdownOptions): string[] {
  const found = besideFiles(subjects);
  if (found.length === 0) return [];
  const shown = options.all ? found : found.slice(0, mostFiles);
  const items = shown.map(({ path, what, counts }) => `- ${codeSpan(oneLine(path))} (${what}): ${counts}`);
  return [`#### ${besideTitle}`, '', ...withRest(items, found.length - shown.length, 'more file')];
}

const most = {
  subjects: 12,
  behaviours: 5,
  inputs: 3,
  places: 4,
  assumptions: 3,
  members: 4,
  names: 20,
  masked: 10,
  reasons: 10,
  bugs: 10,
};
const width = { condition: 200, words: 120, call: 160, outcome: 100 };

function differingBlocks(subject: Subject, { nameOf }: VerdictGroups, options: MarkdownOptions): string[][] {
  const { verdict, behaviours } = subject;
  const ordered = bySurprise(behaviours);
  const shown = options.all ? ordered : ordered.slice(0, most.behaviours);
  const rest = ordered.length - shown.length;
  const remarks = assumptionItems(verdict.assumptions, options);
  if (verdict.kind === 'differs' && verdict.elsewhere !== undefined) {
    remarks.push(`- ${plainText(elsewhereWords(verdict.elsewhere))}`);
  }
  const witness =
    verdict.kind === 'differs' && ordered.length === 0 ? exampleCell(verdict.witness, false, options) : '';
  const table = [
    '| when | before | now | for example |',
    '| --- | --- | --- | --- |',
    ...shown.map((behaviour) => behaviourRow(behaviour, options)),
    ...(rest > 0 ? [tableRow([`… ${count(rest, 'more difference')}`, '', '', ''])] : []),
  ];
  return [
    [`#### ${codeSpan(subject.name)} behaves differently`],
    [details(subject, nameOf)],
    shown.length > 0 ? table : [witness],
    remarks,
  ];
}

function details(subject: Subject, nameOf: (id: string) => string): string {
  const where = subject.where === '' ? [] : [codeSpan(subject.where)];
  return [...where, ...subjectDetails(subject, nameOf).map((detail) => plainText(detail))].join(', ');
}

function behaviourRow(behaviour: Behaviour, options: MarkdownOptions): string {
  const { when, before, now, witness, locations, inputs = [], tests } = behaviour;
  const cut = (text: string, columns: number): string =>
    codeSpan(options.all ? oneLine(text) : cutText(oneLine(text), columns));
  const places = placeList(locations, options.all ? Infinity : most.places);
  const extent = extentOf(behaviour);
  const whenText = when === 'true' ? 'always' : when === 'this call' ? when : cut(when, width.condition);
  const also = (options.all ? inputs : inputs.slice(0, most.inputs)).map((call) => cut(call, width.call));
  return tableRow([
    [whenText, ...(extent === '' ? [] : [extent]), ...(places === '' ? [] : [`changed at ${codeSpan(places)}`])].join(
      '<br>',
    ),
    cut(before, width.words),
    cut(now, width.words),
    [
      exampleCell(witness, isSaid(witness, before, now), options),
      ...(also.length === 0 ? [] : [`also ${also.join(', ')}`]),
      ...(tests === undefined ? [] : [`tests: ${plainText(behaviourTestsWords(tests, options.all))}`]),
    ].join('<br>'),
  ]);
}

function exampleCell(witness: Witness, isKnown: boolean, options: MarkdownOptions): string {
  const made = codeSpan(options.all ? oneLine(witness.call) : cutText(oneLine(witness.call), width.call));
  const call = witness.timeZone === undefined ? made : `${made} with ${codeSpan(`TZ=${witness.timeZone}`)}`;
  if (isKnown) return call;
  const words = witnessWords(witness);
  const [before, now] = options.all ? words : cutAroundDifference(...words, width.outcome);
  return `${call}<br>before ${codeSpan(before)}<br>now ${codeSpan(now)}`;
}

function bugsBlock(bugs: readonly BugFound[], options: MarkdownOptions): string[] {
  const ordered = listedBugs(bugs, options.all);
  if (ordered.length === 0) return [];
  const shown = options.all ? ordered : ordered.slice(0, most.bugs);
  const items = shown.map((bug) => {
    const text = codeSpan(cutText(oneLine(bug.text), width.words));
    const call = codeSpan(options.all ? oneLine(bug.call) : cutText(oneLine(bug.call), width.call));
    return `- ${text} at ${codeSpan(lineOf(bug.span))}, by ${call} (${bugDetails(bug)})`;
  });
  return [`#### ${bugsHeading(shown)}`, '', ...withRest(items, ordered.length - shown.length, 'more place')];
}

function maskedBlock({ masked }: VerdictGroups, { functions }: Result, options: MarkdownOptions): string[] {
  const sentences = masked.flatMap((subject) => maskedSentences(subject, functions));
  if (sentences.length === 0) return [];
  const shown = options.all ? sentences : sentences.slice(0, most.masked);
  const items = shown.map((sentence) => `- ${plainText(sentence)}.`);
  return ['#### Hidden from callers', '', ...withRest(items, sentences.length - shown.length, 'more function')];
}

function unknownBlock({ unknown, nameOf }: VerdictGroups, options: MarkdownOptions): string[] {
  if (unknown.length === 0) return [];
  const shown = options.all ? unknown : unknown.slice(0, most.reasons);
  const items = shown.flatMap((group) => [
    `- ${plainText(group.title)}`,
    ...memberItems(group, nameOf, options).map((item) => `  ${item}`),
  ]);
  return ['#### Unknown', '', ...withRest(items, unknown.length - shown.length, 'more reason')];
}

function sameBlock(group: SubjectGroup, { nameOf }: VerdictGroups, options: MarkdownOptions): string[] {
  const verb = group.subjects.length === 1 ? 'behaves' : 'behave';
  const title = `${count(group.subjects.length, 'function')} ${verb} the same ${group.title}`;
  return folded(title, memberItems(group, nameOf, options));
}

/** A few with all that is known of them; the names of many. */
function memberItems(
  { subjects, assumptions }: SubjectGroup,
  nameOf: (id: string) => string,
  options: MarkdownOptions,
): readonly string[] {
  if (!options.all && subjects.length > most.members) {
    const names = namesApart(subjects).map((name) => codeSpan(name));
    return [`- ${someOf(names, most.names)}`, ...assumptionItems(assumptions, options)];
  }
  return subjects.flatMap((subject) => {
    const { verdict } = subject;
    const place = verdict.kind === 'unknown' ? unknownPlace(verdict) : '';
    const known = details(subject, nameOf);
    return [
      `- ${codeSpan(subject.name)}${known === '' ? '' : ` ${known}`}${place === '' ? '' : ` (at ${codeSpan(place)})`}`,
      ...assumptionItems(verdict.assumptions, options).map((item) => `  ${item}`),
    ];
  });
}

function assumptionItems(assumptions: readonly string[] = [], options: MarkdownOptions): string[] {
  const shown = options.all ? assumptions : assumptions.slice(0, most.assumptions);
  const items = shown.map((text) => `- assuming ${plainText(oneLine(text))}`);
  return withRest(items, assumptions.length - shown.length, 'more assumption');
}
