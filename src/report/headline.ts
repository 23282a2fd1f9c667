import { displayPath } from '#core/display-path';
import type { FunctionResult } from '#result/function-result';
import type { ImpactResult } from '#result/impact-result';
import { isTestPath } from '#project/test-path';
import type { Impact, Result } from '#result/result';
import { comparisonOf } from './comparison';
import { oneLine } from './source-text';
import { guessedThrough, splitImpact } from './split-impact';
import { unknownHeadline, verdictHeadline } from './verdict-headline';
import { count, grouped } from './words';

/** The answer in one sentence: what is known of behaviour, or else what changed and what that can reach. */
export function headline(result: Result): string {
  const comparison = comparisonOf(result);
  switch (comparison.kind) {
    case 'compared':
      return verdictHeadline(comparison.subjects, result.bugs);
    case 'not-compared':
      return `${unknownHeadline(comparison.subjects)}: ${comparison.reason}.`;
    case 'not-asked-for':
    case 'nothing-to-compare':
      return changeSentence(result);
  }
}

function changeSentence(result: Result): string {
  if (result.functions.length > 0) return `${functionCounts(result.functions)}; ${reach(result)}.`;
  if (result.files.length === 0) return 'No TypeScript or JavaScript file differs.';
  const [unread] = unreadRemark(result);
  if (unread !== undefined) return unread;
  const erased = erasedFiles(result);
  if (erased === result.files.length) {
    const verb = erased === 1 ? 'differs' : 'differ';
    return `Nothing that runs has changed: ${count(erased, 'file')} ${verb} only in formatting, comments or types.`;
  }
  return `No function changed in the ${count(result.files.length, 'file')} compared.`;
}

export function impactHeadline(result: ImpactResult): string {
  const target = displayPath(result.target.id);
  const reached = reachOf(result);
  const isEmpty = result.statements.length === 0;
  if (result.direction === 'forward') {
    const verb = result.statements.some(({ vague }) => vague === 0) ? 'can reach' : 'perhaps reaches';
    return isEmpty ? `Nothing else depends on ${target}.` : `A change of ${target} ${verb} ${reached}.`;
  }
  const verb = result.statements.some(({ vague }) => vague === 0) ? 'depends' : 'perhaps depends';
  return isEmpty ? `${target} depends on nothing else.` : `${target} ${verb} on ${reached}.`;
}

/** What a reader must know to judge the headline. */
export function remarks(result: Result): string[] {
  const comparison = comparisonOf(result);
  const isAnswered = comparison.kind === 'compared' || comparison.kind === 'not-compared';
  const found = isAnswered ? [changeSentence(result)] : [];
  const erased = erasedFiles(result);
  if (erased > 0 && erased < result.files.length) {
    const verb = erased === 1 ? 'differs' : 'differ';
    found.push(`${count(erased, 'more file')} ${verb} only in formatting, comments or types.`);
  }
  if (isAnswered || result.functions.length > 0) found.push(...unreadRemark(result));
  if (!result.complete) found.push(partialRemark(result));
  const { count: unresolved, samples } = result.unresolvedCalls;
  if (unresolved > 0) {
    const verb = unresolved === 1 ? 'has an unknown target' : 'have unknown targets';
    const [first] = samples;
    const example =
      first === undefined ? '' : `, e.g. \`${oneLine(first.text)}\` at ${displayPath(first.file)}:${first.line}`;
    found.push(
      `${count(unresolved, 'call')} ${verb}, so what ${unresolved === 1 ? 'it runs' : 'they run'} is not counted${example}.`,
    );
  }
  if (comparison.kind === 'not-asked-for')
    found.push(`Whether the behaviour differs is unknown: ${comparison.reason}.`);
  return found;
}

/** Files of which nothing is known. */
function unreadRemark({ files }: Result): string[] {
  const unread = files.filter((file) => file.unread === true);
  const [first] = unread;
  if (first === undefined) return [];
  const which = unread.length === 1 ? displayPath(first.path) : count(unread.length, 'file');
  return [`What changed in ${which} is not known: ${unread.length === 1 ? 'it' : 'they'} cannot be read.`];
}

export const incompleteRemark = 'The result is partial: the time ran out before everything was analysed (--budget).';

/** `The result is partial for want of time (--budget gives more): 1 function has more paths than there was time for.` */
function partialRemark({ partial }: Result): string {
  if (partial === undefined) return incompleteRemark;
  const { cause, missing } = partial;
  const why = cause === 'interrupted' ? ', as it was interrupted' : ' for want of time (--budget gives more)';
  return `The result is partial${why}${missing.length === 0 ? '' : `: ${missing.join(', ')}`}.`;
}

/** `3 functions changed, 1 added, and 8 in tests`: those of the program, which the headline is about, apart from all others. */
function functionCounts(functions: readonly FunctionResult[]): string {
  const inTests = functions.filter(({ span }) => isTestPath(span.file));
  const beside = functions.filter(({ role, span }) => role !== undefined && !isTestPath(span.file));
  const program = functions.length - inTests.length - beside.length;
  if (inTests.length === functions.length) return `${countsByStatus(functions)}, all in tests`;
  if (program === 0) return countsByStatus(functions);
  const own = functions.filter((fn) => !inTests.includes(fn) && !beside.includes(fn));
  return [
    countsByStatus(own),
    ...(inTests.length === 0 ? [] : [`and ${grouped(inTests.length)} in tests`]),
    ...(beside.length === 0 ? [] : [`and ${grouped(beside.length)} beside the program`]),
  ].join(', ');
}

function countsByStatus(functions: readonly FunctionResult[]): string {
  const parts: string[] = [];
  for (const status of ['changed', 'added', 'removed'] as const) {
    const amount = functions.filter((fn) => fn.status === status).length;
    if (amount > 0) parts.push(parts.length === 0 ? `${count(amount, 'function')} ${status}` : `${amount} ${status}`);
  }
  return parts.join(', ');
}

function reach(result: Result): string {
  const { statements } = result.impact;
  if (statements.length === 0) return 'the change reaches no other statement';
  const isKnown = statements.some(({ vague }) => vague === 0);
  return `the change ${isKnown ? 'can reach' : 'perhaps reaches'} ${reachOf(result.impact)}`;
}

/** `12 statements in 3 functions, and 40 in tests; perhaps 30 more in 9 functions, through objects that are not told apart`. */
function reachOf(impact: Impact): string {
  const { known, guessed } = splitImpact(impact);
  if (guessed.statements.length === 0) return countsOf(known);
  if (known.statements.length === 0) return `${countsOf(guessed)}, ${guessedThrough}`;
  const more = grouped(guessed.statements.length);
  const functions = count(guessed.functions.length, 'function');
  return `${countsOf(known)}; perhaps ${more} more in ${functions}, ${guessedThrough}`;
}

function countsOf({ statements, functions }: Impact): string {
  const inTests = statements.filter(({ span }) => isTestPath(span.file)).length;
  const outside = functions.filter(({ span }) => !isTestPath(span.file)).length;
  if (outside === 0)
    return `${count(statements.length, 'statement')} in ${count(functions.length, 'function')}, all in tests`;
  const reached = `${count(statements.length - inTests, 'statement')} in ${count(outside, 'function')}`;
  return inTests === 0 ? reached : `${reached}, and ${count(inTests, 'statement')} in tests`;
}

function erasedFiles(result: Result): number {
  return result.files.filter((file) => file.erased).length;
}
