import type { Command } from 'commander';
import type { GraphKind } from '#result/graph-view';
import type { PathGoal } from '#result/paths-result';
import type { CommandName } from './commands';
import {
  graphFormats,
  reportFormats,
  type CommonRequest,
  type FailOn,
  type Request,
  type PruningName,
  type SolverName,
} from './request';

/** What a command that has parsed its arguments asks for. */
export function toRequest(name: CommandName, command: Command): Request {
  return readers[name](command);
}

const readers: Readonly<Record<CommandName, (command: Command) => Request>> = {
  change(command) {
    const flags = command.opts<ChangeFlags & { readonly staged?: true }>();
    const [base, head] = command.args;
    const staged = flags.staged ?? false;
    if (staged && head !== undefined) {
      command.error('error: --staged compares with what is staged, so there cannot be a head as well');
    }
    return { ...change(command, flags), kind: 'change', base, head, staged };
  },
  compare(command) {
    const flags = command.opts<ChangeFlags & { readonly function?: string }>();
    const [old, head] = twoArguments(command);
    return { ...change(command, flags), kind: 'compare', old, new: head, function: flags.function };
  },
  impact(command) {
    const flags = command.opts<CommonFlags & { readonly backward?: true; readonly techniques?: true }>();
    const direction = flags.backward === true ? 'backward' : 'forward';
    const techniques = flags.techniques ?? false;
    if (techniques && flags.backward === true) command.error('error: --techniques go forward only');
    return { ...report(command, flags), kind: 'impact', target: firstArgument(command), direction, techniques };
  },
  record(command) {
    const flags = command.opts<
      CommonFlags & { readonly everything?: true; readonly paths?: true; readonly since?: string }
    >();
    return {
      ...report(command, flags),
      kind: 'record',
      command: command.args.length === 0 ? undefined : command.args,
      everything: flags.everything ?? false,
      paths: flags.paths ?? false,
      since: flags.since,
    };
  },
  tests(command) {
    const flags = command.opts<TestsFlags>();
    const run = flags.run ?? false;
    if (flags.audit !== undefined && !run) command.error('error: --audit goes with --run');
    return {
      ...report(command, flags),
      kind: 'tests',
      base: command.args[0],
      run,
      audit: flags.audit,
      list: flags.list ?? false,
    };
  },
  gc(command) {
    const flags = command.opts<CommonFlags & { readonly keep?: number; readonly maxSize?: number }>();
    return { ...report(command, flags), kind: 'gc', keep: flags.keep, maxBytes: flags.maxSize };
  },
  explain(command) {
    const flags = command.opts<CommonFlags & { readonly against?: string; readonly solver?: SolverName }>();
    const [, base] = command.args;
    if (base !== undefined && flags.against !== undefined) {
      command.error('error: --against stands in the place of a base, so there cannot be both');
    }
    const { against, solver } = flags;
    return { ...report(command, flags), kind: 'explain', target: firstArgument(command), base, against, solver };
  },
  paths(command) {
    const flags = command.opts<PathsFlags>();
    const { loops, depth, maxPaths, replay, solver } = flags;
    const target = firstArgument(command);
    if (flags.against === undefined && (flags.goal !== undefined || flags.pruning !== undefined)) {
      command.error('error: --goal and --pruning go with --against');
    }
    if (flags.inputs !== undefined && flags.against === undefined) command.error('error: --inputs goes with --against');
    if (flags.pruning !== undefined && (flags.goal ?? 'sequence') !== 'sequence') {
      command.error('error: --pruning goes with --goal sequence');
    }
    return {
      ...report(command, flags),
      kind: 'paths',
      target,
      loops,
      depth,
      maxPaths,
      replay,
      solver,
      tree: flags.tree ?? false,
      against: flags.against,
      goal: flags.goal,
      pruning: flags.pruning,
      inputs: flags.inputs,
    };
  },
  graph(command) {
    const flags = command.opts<GraphFlags>();
    if (flags.kind === 'tree' && flags.against !== undefined) {
      command.error('error: --against marks no changes in a tree');
    }
    if (flags.kind !== 'tree' && flags.loops !== undefined) command.error('error: --loops goes with --kind tree');
    const postDominators = flags.postDominators ?? false;
    if (postDominators && flags.kind !== 'dominators') {
      command.error('error: --post-dominators goes with --kind dominators');
    }
    return {
      ...common(flags),
      kind: 'graph',
      target: firstArgument(command),
      graph: flags.kind,
      against: flags.against,
      allEdges: flags.allEdges ?? false,
      depth: flags.depth,
      loops: flags.loops,
      postDominators,
      format: chosenFormat(command, flags, graphFormats) ?? 'dot',
    };
  },
};

interface CommonFlags {
  readonly format?: string;
  readonly output?: string;
  readonly budget?: number;
  readonly all?: true;
  readonly cache: boolean;
  readonly quiet?: true;
  readonly debug?: true;
}

interface ChangeFlags extends CommonFlags {
  readonly failOn: readonly FailOn[];
  readonly behaviour: boolean;
  readonly loops?: number;
  readonly depth?: number;
  readonly maxPaths?: number;
  readonly solver?: SolverName;
  readonly strict?: true;
}

interface PathsFlags extends CommonFlags {
  readonly loops?: number;
  readonly depth?: number;
  readonly maxPaths?: number;
  readonly replay: boolean;
  readonly solver?: SolverName;
  readonly tree?: true;
  readonly against?: string;
  readonly goal?: PathGoal;
  readonly pruning?: PruningName;
  readonly inputs?: string;
}

interface TestsFlags extends CommonFlags {
  readonly run?: true;
  readonly audit?: number;
  readonly list?: true;
}

interface GraphFlags extends CommonFlags {
  readonly kind: GraphKind;
  readonly against?: string;
  readonly allEdges?: true;
  readonly depth?: number;
  readonly loops?: number;
  readonly postDominators?: true;
}

function firstArgument(command: Command): string {
  return command.args[0] ?? command.error('error: missing argument');
}

function twoArguments(command: Command): readonly [string, string] {
  return [firstArgument(command), command.args[1] ?? command.error('error: missing argument')];
}

/** What the two commands have in common that compare versions. */
function change(command: Command, flags: ChangeFlags) {
  const { behaviour, loops, depth, maxPaths, solver, failOn } = flags;
  const strict = flags.strict ?? false;
  if (!behaviour) refuseWithoutBehaviour(command, flags);
  return { ...report(command, flags), failOn, behaviour, loops, depth, maxPaths, solver, strict } as const;
}

/** What could never be found must not look as if it had been looked for. */
function refuseWithoutBehaviour(command: Command, flags: ChangeFlags): void {
  const finding = flags.failOn.find((choice) => choice === 'differs' || choice === 'bug');
  if (finding !== undefined) {
    command.error(`error: --fail-on ${finding} looks at behaviour, which --no-behaviour leaves out`);
  }
  const given = (['loops', 'depth', 'maxPaths', 'solver', 'strict'] as const).find((key) => flags[key] !== undefined);
  if (given === undefined) return;
  const option = given === 'maxPaths' ? 'max-paths' : given;
  command.error(`error: --${option} is about behaviour, which --no-behaviour leaves out`);
}

function report(command: Command, flags: CommonFlags) {
  return { ...common(flags), format: chosenFormat(command, flags, reportFormats) ?? 'text' } as const;
}

function common(flags: CommonFlags): CommonRequest {
  return {
    output: flags.output === '-' ? undefined : flags.output,
    budgetMs: flags.budget,
    cache: flags.cache,
    all: flags.all ?? false,
    quiet: flags.quiet ?? false,
    debug: flags.debug ?? false,
  };
}

/** The one that was named, or the one that the name of the output file tells. */
function chosenFormat<Format extends string>(
  command: Command,
  flags: CommonFlags,
  formats: readonly Format[],
): Format | undefined {
  const { output = '', format } = flags;
  const extension = /\.([a-z]+)$/i.exec(output)?.[1]?.toLowerCase() ?? '';
  const wanted = format ?? formatOfExtension[extension];
  const chosen = formats.find((each) => each === wanted);
  // A file whose name promises another form than it has misleads whoever opens it.
  if (chosen === undefined && ((wanted ?? 'text') !== 'text' || otherForms.test(extension))) {
    command.error(`error: the result is not written as .${extension}; what there is: ${formats.join(', ')} (--format)`);
  }
  return chosen;
}

const otherForms = /^(?:bmp|csv|gif|html?|jpe?g|pdf|png|sarif|webp|xml|ya?ml)$/;

const formatOfExtension: Readonly<Record<string, string>> = {
  dot: 'dot',
  gv: 'dot',
  json: 'json',
  markdown: 'markdown',
  md: 'markdown',
  mermaid: 'mermaid',
  mmd: 'mermaid',
  svg: 'svg',
  txt: 'text',
};
