import type { Command } from 'commander';
import type { GraphKind } from '#result/graph-view';
import type { CommandName } from './commands';
import { graphFormats, reportFormats, type CommonRequest, type FailOn, type Request, type SolverName } from './request';

/** What a command that has parsed its arguments asks for. */
export function toRequest(name: CommandName, command: Command): Request {
  return readers[name](command);
}

const readers: Readonly<Record<CommandName, (command: Command) => Request>> = {
  change(command) {
    const flags = command.opts<ReportFlags & { readonly staged?: true }>();
    const [base, head] = command.args;
    const staged = flags.staged ?? false;
    if (staged && head !== undefined) {
      command.error('error: --staged compares with what is staged, so there cannot be a head as well');
    }
    return { ...report(flags), kind: 'change', base, head, staged, failOn: flags.failOn };
  },
  compare(command) {
    const flags = command.opts<ReportFlags & { readonly function?: string }>();
    const [old, head] = twoArguments(command);
    return { ...report(flags), kind: 'compare', old, new: head, function: flags.function, failOn: flags.failOn };
  },
  impact(command) {
    const flags = command.opts<CommonFlags & { readonly backward?: true }>();
    const direction = flags.backward === true ? 'backward' : 'forward';
    return { ...report(flags), kind: 'impact', target: firstArgument(command), direction };
  },
  paths(command) {
    const flags = command.opts<PathsFlags>();
    const { loops, depth, maxPaths, replay, solver } = flags;
    const target = firstArgument(command);
    return {
      ...report(flags),
      kind: 'paths',
      target,
      loops,
      depth,
      maxPaths,
      replay,
      solver,
      tree: flags.tree ?? false,
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
      format: chosenFormat(flags, graphFormats) ?? 'dot',
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

interface ReportFlags extends CommonFlags {
  readonly failOn: readonly FailOn[];
}

interface PathsFlags extends CommonFlags {
  readonly loops?: number;
  readonly depth?: number;
  readonly maxPaths?: number;
  readonly replay: boolean;
  readonly solver?: SolverName;
  readonly tree?: true;
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

function report(flags: CommonFlags) {
  return { ...common(flags), format: chosenFormat(flags, reportFormats) ?? 'text' } as const;
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
function chosenFormat<Format extends string>(flags: CommonFlags, formats: readonly Format[]): Format | undefined {
  const extension = /\.([a-z]+)$/i.exec(flags.output ?? '')?.[1]?.toLowerCase() ?? '';
  const wanted = flags.format ?? formatOfExtension[extension];
  return formats.find((format) => format === wanted);
}

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
