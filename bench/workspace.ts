import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryRoot } from './repository-root';

/** Temporary folders with the sources that contenders read; `dispose` removes them all. */
export class Workspace {
  readonly root = mkdtempSync(join(tmpdir(), 'wingbeat-bench-'));

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** A project without sources: installed packages are found, types are checked loosely, nothing is written. */
  project(name: string): string {
    const folder = join(this.root, name);
    mkdirSync(join(folder, 'src'), { recursive: true });
    symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig, null, 2));
    return folder;
  }

  /** A project with a copy of a folder's sources. */
  copyOf(name: string, sources: string): string {
    const folder = this.project(name);
    cpSync(sources, join(folder, 'src'), { recursive: true, filter: (path) => !/tsconfig[^/]*\.json$/.test(path) });
    return folder;
  }

  /** A project with a repository's files as they are in its working tree, without those that it ignores. */
  checkoutOf(name: string, repository: string): string {
    const folder = this.project(name);
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const listed = execFileSync('git', list, { cwd: repository, encoding: 'utf8', maxBuffer: 2 ** 28 });
    for (const path of listed.split('\0')) {
      const file = join(repository, path);
      const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
      if (isFile) cpSync(file, join(folder, 'src', path));
    }
    return folder;
  }

  write(folder: string, path: string, text: string): void {
    const file = join(folder, 'src', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

const tsconfig = {
  compilerOptions: {
    strict: false,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    allowJs: true,
    checkJs: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    jsx: 'preserve',
    types: [],
  },
  include: ['src'],
  exclude: ['**/node_modules', '**/dist'],
};
