import { Command, InvalidArgumentError, Option } from 'commander';
import { withCommonOptions, withReportFormat } from './command-options';

/** Commands that run the tests of a project, or know what they executed. */

export function recordCommand(): Command {
  const command = new Command('wingbeat record')
    .description('Runs the tests once and remembers what each test executes.')
    .argument('[command...]', 'what runs the tests, after -- (default: found out from package.json)')
    .option('--everything', 'run all tests, not only those that changed or may be affected since the last recording')
    .option('--paths', 'also remember the order of calls, which "impact --techniques" compares (slower)');
  return withCommonOptions(withReportFormat(command)).addHelpText(
    'after',
    `
Runners: vitest, jest, mocha and node:test. Files and configuration of the project are not touched: code is
instrumented when it is loaded. What the runner prints goes to the standard error. The exit code is 1
when a test failed; the recording is kept all the same. It lies in .wingbeat, or where WINGBEAT_STORE says,
and can be carried to another machine.

Examples:
  wingbeat record
  wingbeat record -- npx vitest run --project unit
  wingbeat record --everything -- node --test test/`,
  );
}

export function testsCommand(): Command {
  const command = new Command('wingbeat tests')
    .description('Lists the tests that a change affects, each with the reason; --run runs just those.')
    .argument('[base]', 'revision before the change (default: the source as it was recorded)')
    .option('--run', 'run the selected tests, and bring the recording up to date')
    .addOption(
      new Option('--audit <share>', 'with --run: also run this share of the other tests, e.g. 5%').argParser(share),
    )
    .option('--list', 'only print the names, one in a line');
  return withCommonOptions(withReportFormat(command)).addHelpText(
    'after',
    `
Needs a recording: run "wingbeat record" first. What cannot be ruled out is selected: tests that execute changed
code or what reads what it leaves behind, read changed files, use packages of another version, are new,
or did not pass when they were recorded. With --run the exit code is 1 when a test fails; with --audit also
when a test fails that was not selected.

Examples:
  wingbeat tests                       affected by what changed since the recording
  wingbeat tests main --run            run those that the change since main affects
  wingbeat tests main --run --audit 5% and a sample of the others
  wingbeat tests main --format json    for another tool`,
  );
}

export function gcCommand(): Command {
  const command = new Command('wingbeat gc').description(
    'Gives back the room of recordings that are not needed any more.',
  );
  return withCommonOptions(withReportFormat(command));
}

/** `5%` or `0.05`. */
function share(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(%?)$/.exec(text.trim());
  const value = match === null ? Number.NaN : Number(match[1]) / (match[2] === '%' ? 100 : 1);
  if (!(value > 0 && value <= 1)) throw new InvalidArgumentError('Expected a share such as 5%.');
  return value;
}
