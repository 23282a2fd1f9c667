import { displayPath } from '#core/display-path';
import type { RecordedTests, UntestedBehaviour } from '#result/recorded-tests';
import { cutText } from './source-text';
import { paintFor, type TextOptions } from './text-style';
import { wrapCode } from './wrap-code';
import { count, grouped } from './words';

/** What recorded tests saw of the change: what none of them runs first. */
export function testsSection(tests: RecordedTests | undefined, options: TextOptions): string[] {
  if (tests === undefined) return [];
  const paint = paintFor(options.colour);
  const most = options.all ? Infinity : mostFunctions;
  const unreached = tests.unreached.slice(0, most);
  const unwatched = tests.unwatched.slice(0, most);
  const reached = tests.reached.slice(0, most);
  const untested = tests.untested.slice(0, most);
  return [
    `${paint.bold('Tests')}  ${testsSentence(tests)}`,
    ...unreached.map((id) => `  ${paint.yellow('no test runs')}  ${cutText(displayPath(id), options.width - 16)}`),
    ...rest(tests.unreached.length - unreached.length, paint.dim),
    ...unwatched.map((id) =>
      cutText(`  ${paint.yellow('not watched')}   ${displayPath(id)}  ${paint.dim(whyUnwatched)}`, options.width),
    ),
    ...rest(tests.unwatched.length - unwatched.length, paint.dim),
    ...untested.map((entry) =>
      cutText(
        `  ${paint.yellow('no test calls')} ${displayPath(entry.function)}  ${untestedWords(entry)}`,
        options.width,
      ),
    ),
    ...rest(tests.untested.length - untested.length, paint.dim, 'more behaviour'),
    ...reached.map((entry) => {
      const [example = ''] = entry.examples;
      const line = `  ${count(entry.tests, 'test').padStart(12)}  ${displayPath(entry.function)}`;
      return cutText(`${line}  ${entry.tests === 1 ? displayPath(example) : ''}`.trimEnd(), options.width);
    }),
    ...rest(tests.reached.length - reached.length, paint.dim),
    ...(tests.agreement === null ? [] : agreementLines(tests.agreement, options.width).map(paint.dim)),
  ];
}

function agreementLines(agreement: NonNullable<RecordedTests['agreement']>, width: number): string[] {
  return wrapCode(agreementSentence(agreement), width - 2, Infinity).map((line) => `  ${line}`);
}

/** Of a function whose tests are not known. */
export const whyUnwatched = 'only what it was built into was seen, as a whole';

const mostFunctions = 8;

function rest(left: number, dim: (text: string) => string, what = 'more function'): string[] {
  return left <= 0 ? [] : [dim(`  and ${count(left, what)}`)];
}

/** `when x < 0, as in f(-1)`. */
function untestedWords({ when, call }: UntestedBehaviour): string {
  return isOneCall(when) ? `as in ${call}` : `when ${when}, as in ${call}`;
}

/** Nothing is known of when it happens, or nothing need be said. */
export function isOneCall(when: string): boolean {
  return when === 'true' || when === 'this call';
}

/** `12 of 340 recorded tests are affected; "wingbeat tests" lists them`. */
export function testsSentence({ selected, total }: RecordedTests): string {
  const are = selected.length === 1 ? 'is' : 'are';
  return `${grouped(selected.length)} of ${count(total, 'recorded test')} ${are} affected; "wingbeat tests" lists them`;
}

export function agreementSentence({ both, onlyStatic, onlyRecorded }: NonNullable<RecordedTests['agreement']>): string {
  return [
    `of the functions that tests run, ${grouped(both)} are reached by dependences and ran after changed code,`,
    `${grouped(onlyStatic)} are reached but never ran after it, ${grouped(onlyRecorded)} only ran after it`,
  ].join(' ');
}
