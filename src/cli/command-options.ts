import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration } from './parse-duration';
import { failOnChoices, reportFormats, solverNames, type FailOn } from './request';

/** Options that several commands take. */

export function withReportFormat(command: Command): Command {
  const description = 'form of the result (default: by the name of the output file, or text)';
  return command.addOption(new Option('--format <format>', description).choices(reportFormats));
}

export function withFailOn(command: Command): Command {
  const description = `what makes the exit code 1, separated by commas: ${failOnChoices.join(', ')}`;
  return command.addOption(new Option('--fail-on <findings>', description).argParser(parseFailOn).default([], 'none'));
}

export function withBehaviour(command: Command): Command {
  return command
    .option('--no-behaviour', 'do not compare what both versions do')
    .addOption(
      new Option('--loops <turns>', 'how often a loop may go on undecided (default: 4)').argParser(positiveInteger),
    )
    .addOption(
      new Option('--depth <calls>', 'how many calls inside of each other (default: 256)').argParser(positiveInteger),
    )
    .addOption(
      new Option('--max-paths <count>', 'how many paths of one function (default: 1000)').argParser(positiveInteger),
    )
    .addOption(
      new Option(
        '--solver <name>',
        'who decides what is hard: one on the PATH if there is one (auto), the one that comes along, …',
      ).choices(solverNames),
    )
    .option('--strict', 'which objects are the same one and the order of keys count as behaviour, too');
}

export function withCommonOptions(command: Command): Command {
  return command
    .option('-o, --output <file>', 'write the result to a file')
    .addOption(
      new Option('--budget <time>', 'stop after this time with a partial result, e.g. 60s').argParser(duration),
    )
    .option('--all', 'show everything; nothing is cut short')
    .option('--no-cache', 'neither read nor write what earlier runs found out')
    .option('-q, --quiet', 'no progress, no remarks but errors')
    .option('--debug', 'print on the standard error what each stage produced')
    .helpOption('-h, --help', 'print this help');
}

function duration(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined) throw new InvalidArgumentError('Expected a time such as 500ms, 60s or 2m.');
  return milliseconds;
}

export function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Expected a number from 1 on.');
  return Number(text);
}

function parseFailOn(text: string): FailOn[] {
  return text.split(',').map((word) => {
    const choice = failOnChoices.find((candidate) => candidate === word.trim());
    if (choice === undefined) throw new InvalidArgumentError(`Allowed choices are ${failOnChoices.join(', ')}.`);
    return choice;
  });
}
