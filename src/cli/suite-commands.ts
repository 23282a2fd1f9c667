import { Command, InvalidArgumentError, Option } from 'commander';
import { positiveInteger, withCommonOptions, withReportFormat } from './command-options';
import { parseSize } from './parse-size';

/** Commands that run the tests of a project, or know what they executed. */

export function recordCommand(): Command {
  const command = new Command('wingbeat record')
    .description('Runs the tests once and remembers what each test executes.')
    .argument('[command...]', 'what runs the tests, after -- (default: found out from package.json)')
    .option('--everything', 'run all tests, not only those that changed or may be affected since the last recording')
    .option('--since <base>', 'also run tests of functions that changed since then, to know what these are called with')
    .option('--paths', 'also remember the order of calls, which "impact --techniques" compares (slower)');
  return withCommonOptions(withReportFormat(command)).addHelpText(
    'after',
    `
Runners: vitest, jest, mocha, tap and node:test. Files and configuration of the project are not touched: code is
instrumented when it is loaded. What the runner prints goes to the standard error. The exit code is 1
when a test failed; the recording is kept all the same. It lies in .wingbeat, or where WINGBEAT_STORE says,
and can be carried to another machine.

Examples:
  wingbeat record
  wingbeat record -- npx vitest run --project unit
  wingbeat record --since main         so that "wingbeat main" tells which tests show a difference
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
  const command = new Command('wingbeat gc')
    .description('Gives back the room of recordings that are not needed any more.')
    .addOption(new Option('--keep <count>', 'keep at most this many recordings').argParser(positiveInteger))
    .addOption(
      new Option('--max-size <size>', 'drop recordings until the file is not larger, e.g. 200MB').argParser(size),
    );
  return withCommonOptions(withReportFormat(command)).addHelpText(
    'after',
    `
Each branch has a recording, up to 8 of them. Kept are that of this branch first, then those of commits that
it goes back to, then others, the newest first; what is dropped is said. The last one is never dropped: where it
alone is larger than --max-size, the exit code is 1. Other runs may read and write at the same time.

Examples:
  wingbeat gc
  wingbeat gc --keep 2
  wingbeat gc --max-size 200MB         before a cache is stored`,
  );
}

function size(text: string): number {
  const bytes = parseSize(text);
  if (bytes === undefined) throw new InvalidArgumentError('Expected a size such as 500KB, 200MB or 1.5GB.');
  return bytes;
}

/** `5%` or `0.05`. */
function share(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(%?)$/.exec(text.trim());
  const value = match === null ? Number.NaN : Number(match[1]) / (match[2] === '%' ? 100 : 1);
  if (!(value > 0 && value <= 1)) throw new InvalidArgumentError('Expected a share such as 5%.');
  return value;
}
