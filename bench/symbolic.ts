import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ModuleIr } from '#ir/cfg';
import { lowerSource } from '#ir/lower-module';
import { openFolder } from '#project/folder-snapshot';
import { createSolver, type LinkName, type SolverOptions } from '#smt/chain';
import type { Query, Solver } from '#smt/solver';
import { createWorld, explore } from '#symbolic/explore';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import { machineLine } from './machine';
import { markdownTable } from './markdown-table';
import { repositoryRoot } from './repository-root';
import { Workspace } from './workspace';

/** A function to explore: the folder to copy, the file in it, its name. */
interface Subject {
  readonly folder: string;
  readonly path: string;
  readonly functionName: string;
  readonly paths: number;
}

const subjects: readonly Subject[] = [
  { folder: 'examples/wbs', path: 'before.ts', functionName: 'update', paths: 1000 },
  { folder: 'tests/fixtures/tcas', path: 'v0.ts', functionName: 'altSepTest', paths: 1000 },
  { folder: 'node_modules/semver', path: 'internal/identifiers.js', functionName: 'compareIdentifiers', paths: 60 },
  { folder: 'node_modules/semver', path: 'functions/diff.js', functionName: 'diff', paths: 20 },
  { folder: 'node_modules/picomatch', path: 'lib/utils.js', functionName: 'basename', paths: 60 },
  { folder: 'node_modules/date-fns', path: 'getDaysInMonth.js', functionName: 'getDaysInMonth', paths: 60 },
  { folder: 'node_modules/lodash', path: 'clamp.js', functionName: 'clamp', paths: 60 },
];

const links: readonly LinkName[] = ['independence', 'branch-cache', 'counter-example', 'domain'];

interface Measured {
  readonly paths: number;
  readonly branches: number;
  readonly coreQueries: number;
  readonly milliseconds: number;
  readonly solverMs: number;
}

/** Paths per second and questions to the solver, with the links of the chain taken away one at a time. Asserts nothing. */
function main(): void {
  const { values } = parseArgs({
    options: {
      core: { type: 'string', multiple: true, default: ['embedded'] },
      links: { type: 'boolean', default: true },
    },
    allowNegative: true,
  });
  const workspace = new Workspace();
  try {
    process.stdout.write(`## Symbolic execution\n\n${machineLine()}\n\n`);
    for (const core of values.core) {
      const rows = subjects.map((subject) =>
        row(nameOf(subject), measure(workspace, subject, { core: core as 'embedded' })),
      );
      print(`all links, ${core}`, rows);
    }
    if (!values.links) return;
    for (const without of links) {
      const rows = subjects
        .slice(0, 3)
        .map((subject) => row(nameOf(subject), measure(workspace, subject, { without: [without] })));
      print(`without ${without}`, rows);
    }
  } finally {
    workspace.dispose();
  }
}

function nameOf({ folder, functionName }: Subject): string {
  return `${folder.split('/').at(-1) ?? ''} ${functionName}`;
}

function measure(workspace: Workspace, subject: Subject, options: SolverOptions): Measured {
  const root = join(workspace.root, subject.folder);
  mkdirSync(dirname(root), { recursive: true });
  cpSync(join(repositoryRoot, subject.folder), root, { recursive: true });
  const snapshot = openFolder(root);
  const lowered = new Map<string, ModuleIr | null>();
  const source = {
    module(path: string): ModuleIr | null {
      const known = lowered.get(path);
      if (known !== undefined) return known;
      const file = snapshot.read(path);
      const made = file === undefined ? null : lowerSource(path, file.text).module;
      lowered.set(path, made);
      return made;
    },
    resolve(from: string, specifier: string): string | null {
      const resolution = snapshot.resolve(from, specifier);
      return resolution.kind === 'file' ? resolution.path : null;
    },
  };
  const module = source.module(subject.path);
  const fn = module?.functions.find((candidate) => candidate.qualifiedName === subject.functionName);
  if (module === null || fn === undefined) {
    const names = module?.functions.map((candidate) => candidate.qualifiedName).join(', ') ?? 'no such file';
    throw new Error(`${subject.path}#${subject.functionName} is not there: ${names}`);
  }
  const chain = createSolver({ work: 100_000, lastResortMs: 2000, ...options });
  const timed = timedSolver(chain);
  const types = { moduleAt: source.module, resolve: source.resolve, ambientModules: () => [] };
  const world = createWorld(source, timed.solver, { paths: subject.paths });
  const inputs = functionInputs(types, fn, module);
  const start = performance.now();
  const explored = explore({
    world,
    path: subject.path,
    fn,
    inputs,
    expired: () => performance.now() - start > 20_000,
  });
  const milliseconds = performance.now() - start;
  const core = chain.stats().find((link) => link.name === 'core');
  chain.close();
  return {
    paths: explored.ends.length,
    branches: world.branching.branches,
    coreQueries: core?.seen ?? 0,
    milliseconds,
    solverMs: timed.milliseconds(),
  };
}

function timedSolver(inner: Solver): { readonly solver: Solver; readonly milliseconds: () => number } {
  let total = 0;
  return {
    solver: {
      check(query: Query) {
        const start = performance.now();
        const answer = inner.check(query);
        total += performance.now() - start;
        return answer;
      },
      close: () => inner.close(),
    },
    milliseconds: () => total,
  };
}

function row(name: string, { paths, branches, coreQueries, milliseconds, solverMs }: Measured): string[] {
  return [
    name,
    String(paths),
    (paths / (milliseconds / 1000)).toFixed(0),
    String(branches),
    (coreQueries / Math.max(1, branches)).toFixed(3),
    (milliseconds / 1000).toFixed(2),
    `${Math.round((1 - solverMs / milliseconds) * 100)} %`,
  ];
}

function print(title: string, rows: readonly string[][]): void {
  const columns = [
    'function',
    'paths#',
    'paths per second#',
    'branches#',
    'core queries per branch#',
    'seconds#',
    'engine alone#',
  ];
  process.stdout.write(`### ${title}\n\n${markdownTable(columns, rows)}\n\n`);
}

main();
