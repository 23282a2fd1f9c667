import type { RecordedTests, UntestedBehaviour } from '#result/recorded-tests';
import { codeSpan, folded, plainText, withRest } from './markdown-text';
import { agreementSentence, isOneCall, testsSentence, whyUnwatched } from './tests-section';
import { count } from './words';

/** What recorded tests saw of the change. */
export function markdownTests(tests: RecordedTests | undefined, all: boolean): string[] {
  if (tests === undefined) return [];
  const most = all ? Infinity : mostFunctions;
  const unreached = tests.unreached.slice(0, most).map((id) => `- ⚠️ no test runs ${codeSpan(id)}`);
  const unwatched = tests.unwatched
    .slice(0, most)
    .map((id) => `- whether tests run ${codeSpan(id)} is not known: ${whyUnwatched}`);
  const reached = tests.reached
    .slice(0, most)
    .map((entry) => `- ${codeSpan(entry.function)}: ${count(entry.tests, 'test')}`);
  const untested = tests.untested
    .slice(0, most)
    .map((entry) => `- ⚠️ no test calls ${codeSpan(entry.function)} ${untestedText(entry)}`);
  const note = tests.agreement === null ? [] : ['', plainText(agreementSentence(tests.agreement))];
  return [
    `**Tests**: ${plainText(testsSentence(tests))}`,
    '',
    ...withRest(unreached, tests.unreached.length - unreached.length, 'more function'),
    ...withRest(unwatched, tests.unwatched.length - unwatched.length, 'more function'),
    ...withRest(untested, tests.untested.length - untested.length, 'more behaviour'),
    ...(reached.length === 0
      ? []
      : [
          '',
          ...folded(
            'Tests that run changed functions',
            withRest(reached, tests.reached.length - reached.length, 'more function'),
          ),
        ]),
    ...note,
  ];
}

function untestedText({ when, call }: UntestedBehaviour): string {
  const example = `as in ${codeSpan(call)}`;
  return isOneCall(when) ? example : `when ${codeSpan(when)}, ${example}`;
}

const mostFunctions = 15;
