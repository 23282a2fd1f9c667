import { isAbsolute, join, relative } from 'node:path';
import { openWorkingTree } from '#project/working-tree-snapshot';
import { runProcess } from '../run-process';
import { importClosure } from './import-closure';

/** What a runner would run by itself for a change; of runners that do not select, what the graph of imports says. */
export interface OwnSelection {
  readonly by: 'vitest' | 'jest' | 'imports';
  /** Paths from the root; null where it could not be asked, or runs everything. */
  readonly files: readonly string[] | null;
  /** How long it took to say so. */
  readonly milliseconds: number;
}

interface Asked {
  readonly root: string;
  readonly runner: string;
  /** The commit that the working tree changed from. */
  readonly base: string;
  /** The same as paths from the root. */
  readonly changed: readonly string[];
}

export function ownSelection({ root, runner, base, changed }: Asked): OwnSelection {
  if (runner === 'vitest') {
    return ask(root, 'vitest', ['list', '--filesOnly', '--json', '--changed', base], parseVitest);
  }
  if (runner === 'jest') {
    return ask(root, 'jest', ['--listTests', '--json', '--changedSince', base], parseJest);
  }
  const begin = performance.now();
  const files = importClosure(openWorkingTree(root), changed);
  return { by: 'imports', files, milliseconds: Math.round(performance.now() - begin) };
}

/** Test files that a runner would run for what is not committed, with absolute paths. */
export function parseVitest(output: string): string[] {
  const start = output.indexOf('[');
  const files = start < 0 ? [] : (JSON.parse(output.slice(start)) as { readonly file: string }[]);
  return files.map(({ file }) => file);
}

export function parseJest(output: string): string[] {
  const line = output.split('\n').find((text) => text.startsWith('['));
  return line === undefined ? [] : (JSON.parse(line) as string[]);
}

function ask(
  root: string,
  by: 'vitest' | 'jest',
  args: readonly string[],
  parse: (output: string) => string[],
): OwnSelection {
  const { stdout, wallMs, exitCode } = runProcess([join(root, 'node_modules', '.bin', by), ...args], { cwd: root });
  const milliseconds = Math.round(wallMs);
  if (exitCode !== 0 && !stdout.includes('[')) return { by, files: null, milliseconds };
  const files = parse(stdout).map((file) => (isAbsolute(file) ? relative(root, file) : file));
  return { by, files: [...new Set(files)], milliseconds };
}
