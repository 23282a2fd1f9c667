import { Command, CommanderError } from 'commander';
import { commandWords, createCommands, type CommandName } from './commands';
import type { Request } from './request';
import { toRequest } from './to-request';

export type ParsedCommandLine =
  | { readonly kind: 'request'; readonly request: Request }
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string; readonly remedy: string };

export interface ParseOptions {
  readonly version: string;
  readonly columns: number;
}

export function parseCommandLine(argv: readonly string[], options: ParseOptions): ParsedCommandLine {
  const commands = createCommands(options.version);
  const { name, args } = route(argv, commands);
  const command = commands[name];
  let printed = '';
  command.exitOverride().configureOutput({
    writeOut: (text) => {
      printed += text;
    },
    writeErr: () => {},
    getOutHelpWidth: () => options.columns,
    getErrHelpWidth: () => options.columns,
  });
  try {
    command.parse(args, { from: 'user' });
    return { kind: 'request', request: toRequest(name, command) };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'print', text: printed };
    return refusal(error, command, args);
  }
}

/** What commander would suggest for a misspelt command; empty when nothing is near. */
export function suggestCommand(word: string): string {
  const root = new Command()
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  for (const name of commandWords) root.command(name).action(() => {});
  try {
    root.parse([word], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return /\(Did you mean (.+)\?\)/.exec(error.message)?.[1] ?? '';
    throw error;
  }
  return '';
}

/** The command is the first word that is not an option; options may stand before it. After `--` no word is a command. */
function route(
  argv: readonly string[],
  commands: Readonly<Record<CommandName, Command>>,
): { readonly name: CommandName; readonly args: string[] } {
  const index = firstOperand(argv, commands);
  const word = argv[index];
  const without = argv.toSpliced(index, 1);
  const name = commandWords.find((candidate) => candidate === word);
  if (name !== undefined) return { name, args: without };
  if (word !== 'help') return { name: 'change', args: [...argv] };
  const topic = commandWords.find((candidate) => candidate === argv[index + 1]);
  return { name: topic ?? 'change', args: ['--help'] };
}

/** −1 when there is none before `--`. */
function firstOperand(argv: readonly string[], commands: Readonly<Record<CommandName, Command>>): number {
  const takesValue = new Set(
    Object.values(commands).flatMap(({ options }) =>
      options.flatMap((option) => (option.required ? [option.short, option.long] : [])),
    ),
  );
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? '';
    if (word === '--') return -1;
    if (!word.startsWith('-') || word === '-') return i;
    if (takesValue.has(word)) i++;
  }
  return -1;
}

function refusal(error: CommanderError, command: Command, args: readonly string[]): ParsedCommandLine {
  const [message = '', ...hints] = error.message.replace(/^error: /, '').split('\n');
  const remedies = hints.map((hint) => hint.replace(/^\((.*)\)$/, '$1'));
  const [word = ''] = command.args.length > 0 ? command.args : args;
  const isUnknownCommand = error.code === 'commander.excessArguments' && command.name() === 'wingbeat';
  if (!isUnknownCommand) return refused(command, message, remedies);
  const near = suggestCommand(word);
  if (near === '') return refused(command, message);
  return refused(command, `unknown command '${word}'`, [`Did you mean "wingbeat ${near}"?`]);
}

function refused(command: Command, message: string, remedies: readonly string[] = []): ParsedCommandLine {
  const more = `"${command.name()} --help" tells what it takes.`;
  return { kind: 'refused', message: message.replace(/\.$/, ''), remedy: [...remedies, more].join(' ') };
}
