import { Command, Option } from 'commander';
import { positiveInteger, withBehaviour, withCommonOptions, withFailOn, withReportFormat } from './command-options';
import { graphFormats, graphKinds, pathGoals, pruningNames, solverNames } from './request';
import { gcCommand, recordCommand, testsCommand } from './suite-commands';

export type CommandName = 'change' | 'compare' | 'impact' | 'record' | 'tests' | 'gc' | 'explain' | 'paths' | 'graph';

/** One command of `commander` for each thing that can be asked; `change` is the one without a name. */
export function createCommands(version: string): Readonly<Record<CommandName, Command>> {
  return {
    change: changeCommand().version(`wingbeat ${version}`, '-V, --version', 'print the version'),
    compare: compareCommand(),
    impact: impactCommand(),
    record: recordCommand(),
    tests: testsCommand(),
    gc: gcCommand(),
    explain: explainCommand(),
    paths: pathsCommand(),
    graph: graphCommand(),
  };
}

/** The words that select a command. */
export const commandWords = [
  'compare',
  'impact',
  'record',
  'tests',
  'gc',
  'explain',
  'paths',
  'graph',
] as const satisfies readonly CommandName[];

function changeCommand(): Command {
  const command = new Command('wingbeat')
    .usage('[options] [base] [head]\n       wingbeat <command> [options] …')
    .description('Tells what a change to TypeScript or JavaScript code does.')
    .argument('[base]', 'revision before the change (default: where this branch left the default branch, or HEAD)')
    .argument('[head]', 'revision after the change (default: the working tree)')
    .option('--staged', 'compare with what is staged for the next commit');
  return withCommonOptions(withBehaviour(withFailOn(withReportFormat(command)))).addHelpText(
    'after',
    `
Commands:
  compare <old> <new>                  the same for two files or two folders
  impact <file:line | file#function>   what depends on a place, before it is changed
  record [-- <test command>]           run the tests and remember what each executes
  tests [base]                         which tests a change affects; --run runs them
  gc                                   give back the room of old recordings
  explain <file#call | test> [base]    why a call or a test goes wrong since base
  paths <file#function>                every path of a function, with an input that takes it
  graph <file#function>                a graph of the code as DOT, Mermaid or SVG
  help [command]                       more about a command

Examples:
  wingbeat                             what the uncommitted changes, or this branch, do
  wingbeat main --format markdown      the same against main, as a comment for a pull request
  wingbeat main --fail-on differs      exit code 1 when a function behaves differently
  wingbeat v1.2.0 v1.3.0 --all         between two releases, with nothing cut off
  wingbeat --no-behaviour              only what changed and what it can reach, which is quick
  wingbeat -- graph                    with a branch that is named like a command

A function behaves differently when a call does: one is shown, after it was run on both versions in a
process that cannot write, connect or spawn. An interrupt (Ctrl-C) during the comparison ends it with
what was found.

Exit codes: 0 done, 1 what --fail-on names was found, 2 cannot be done as asked, 3 a bug of wingbeat.`,
  );
}

function compareCommand(): Command {
  const command = new Command('wingbeat compare')
    .description('Tells what changed between two files or two folders, without git.')
    .argument('<old>', 'file or folder before the change')
    .argument('<new>', 'file or folder after the change')
    .option('--function <name>', 'look at this function only, e.g. Cart.add');
  return withCommonOptions(withBehaviour(withFailOn(withReportFormat(command)))).addHelpText(
    'after',
    `
Examples:
  wingbeat compare before.ts after.ts
  wingbeat compare before.ts after.ts --loops 8 --strict --fail-on differs,unknown
  wingbeat compare ../release/src src --function Cart.add --format json`,
  );
}

function impactCommand(): Command {
  const command = new Command('wingbeat impact')
    .description('Tells what depends on a place in the code, most affected first.')
    .argument('<place>', 'file:line or file#function')
    .option('--backward', 'what the place depends on instead')
    .option('--techniques', 'what several techniques say of a function, from recorded tests (needs "wingbeat record")');
  return withCommonOptions(withReportFormat(command)).addHelpText(
    'after',
    `
Examples:
  wingbeat impact src/cart.ts:12
  wingbeat impact src/cart.ts#Cart.add --backward
  wingbeat impact src/cart.ts#Cart.add --techniques`,
  );
}

function explainCommand(): Command {
  const command = new Command('wingbeat explain')
    .description('Tells which change and which condition make a call, or the calls of a test, behave otherwise.')
    .argument('<call>', 'file#call, e.g. src/cart.ts#total([1]), or a test: file:line or file#title')
    .argument('[base]', 'revision in which it was right (default: as for "wingbeat")')
    .option('--against <old>', 'a file as it was, instead of a revision')
    .addOption(
      new Option(
        '--solver <name>',
        'who decides what is hard: one on the PATH if there is one (auto), the one that comes along, …',
      ).choices(solverNames),
    );
  return withCommonOptions(withReportFormat(command)).addHelpText(
    'after',
    `
The call is run on both versions in a process that cannot write, connect or spawn; its arguments may use
what the file of the function has in scope. Calls of a test are taken from its source, with the
statements that they need. With --all, conditions that the change cannot reach are tried, too.

Example:
  $ wingbeat explain "src/shipping.ts#cost(2, true)" main
  Behaves otherwise since main: 1 condition to blame

  cost(2, true)
    of src/shipping.ts#cost
    before  returns 900
    now     returns 1300

  Because of
    src/shipping.ts:3  weight >= 2
        as before: cost(1, true)
        returns 900 in both versions; weight: 2 → 1

  Changes on its way
    src/shipping.ts:3  replaces \`weight > 2\` with \`weight >= 2\`
        without it: as before

More:
  wingbeat explain "src/cart.ts#new Cart([1]).add(2)" HEAD~3 --format markdown
  wingbeat explain "src/cart.ts#total([1, 2])" --against old-cart.ts
  wingbeat explain test/cart.test.ts:12 main`,
  );
}

function pathsCommand(): Command {
  const command = new Command('wingbeat paths')
    .description('Lists every path of a function: when it is taken, what comes of it, and a call that takes it.')
    .argument('<function>', 'file#function or file:line')
    .option('--against <base>', 'only paths that the change since this revision, file or folder affects')
    .addOption(
      new Option(
        '--goal <goal>',
        'with --against: one path for each of these, or enough to cover them (default: sequence)',
      ).choices(pathGoals),
    )
    .addOption(
      new Option('--pruning <how>', 'with --against: exact, or as DiSE was published (default: exact)').choices(
        pruningNames,
      ),
    )
    .option('--inputs <file>', 'with --against: judge these calls, one in a line, and list what they leave out')
    .option('--tree', 'show the symbolic execution tree instead of the list')
    .addOption(
      new Option('--loops <turns>', 'how often a loop may go on undecided (default: 4)').argParser(positiveInteger),
    )
    .addOption(
      new Option('--depth <calls>', 'how many calls inside of each other (default: 256)').argParser(positiveInteger),
    )
    .addOption(new Option('--max-paths <count>', 'end the search here (default: 1000)').argParser(positiveInteger))
    .option('--no-replay', 'do not run the calls on the engine')
    .addOption(
      new Option(
        '--solver <name>',
        'who decides what is hard: one on the PATH if there is one (auto), the one that comes along, …',
      ).choices(solverNames),
    );
  return withCommonOptions(withReportFormat(command)).addHelpText(
    'after',
    `
Every call is run on the real engine, in a process that cannot write, connect or spawn, and is shown
with whether it did what the path says. An interrupt (Ctrl-C) ends the search with what was found.

Goals of --against, over the statements that the change affects:
  sequence    every sequence of them that some input executes
  statement   every one of them        block      every basic block that holds one
  branch      every way they decide    fragment   every combination of their decisions
  dataflow    every use of what they write

Example:
  $ wingbeat paths src/shipping.ts#cost
  cost(weight)   src/shipping.ts:1   2 paths, complete, all ran as predicted

   1  weight > 20
      throws new RangeError('too heavy')
      cost(21)                                            ran as predicted

   2  !(weight > 20)
      returns weight * 2
      cost(0) → 0                                         ran as predicted

More:
  wingbeat paths src/cart.ts#Cart.add --against main
  wingbeat paths src/cart.ts#Cart.add --against HEAD~1 --goal branch
  wingbeat paths src/cart.ts#total --against main --inputs calls.txt
  wingbeat paths src/cart.ts#Cart.add --tree
  wingbeat paths src/cart.ts#Cart.add --loops 2 --budget 30s --format json`,
  );
}

function graphCommand(): Command {
  const command = new Command('wingbeat graph')
    .description('Draws a graph of the code.')
    .argument('<function>', 'file#function or file:line')
    .addOption(new Option('--kind <kind>', 'which graph').choices(graphKinds).default('cfg'))
    .option('--against <base>', 'mark what changed since this revision, and what that affects')
    .addOption(
      new Option('--depth <calls>', 'how far to follow calls in a callgraph or icfg').argParser(positiveInteger),
    )
    .addOption(
      new Option('--loops <turns>', 'how often a loop may go on undecided in a tree (default: 4)').argParser(
        positiveInteger,
      ),
    )
    .option('--all-edges', 'also draw where errors go that nothing catches')
    .option('--post-dominators', 'what must run after what, with --kind dominators')
    .addOption(
      new Option('--format <format>', 'how to draw it (default: by the name of the output file, or dot)').choices(
        graphFormats,
      ),
    );
  return withCommonOptions(command).addHelpText(
    'after',
    `
Kinds:
  cfg          control flow
  pdg          control and data dependence
  callgraph    calls into and out of it
  icfg         control flow across calls
  dominators   what must run before what
  tree         what is decided on the paths, and what variables hold then

Examples:
  wingbeat graph src/cart.ts#Cart.add --output add.svg
  wingbeat graph src/cart.ts#Cart.add --kind pdg --against main --format mermaid`,
  );
}
