import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSurroundings } from '#project/surroundings';
import { analyzeImpact } from '../../src/pipeline';
import { TemporaryFolder, TemporaryRepository } from './temporary-repository';

const files = {
  'plain.ts': "import { twice } from './pkgs/math/index';\nexport const four = (): number => twice(2);\n",
  'pkgs/math/package.json': '{ "name": "math" }',
  'pkgs/math/index.ts': 'export function twice(n: number): number {\n  return 2 * n;\n}\n',
  'pkgs/math/lib/inner.ts': 'export const inner = 1;\n',
  'pkgs/text/package.json': '{ "name": "text" }',
  'pkgs/text/index.ts': "import { twice } from 'math';\nexport const long = (s: string): number => twice(s.length);\n",
  'pkgs/loose/index.ts': 'export const loose = 1;\n',
};

/** The root from the folder that the question is asked in, and the file from the root. */
function opened(folder: TemporaryFolder, cwd: string, target: string, base?: string): [root: string, path: string] {
  const { snapshot, target: found } = openSurroundings(folder.path(cwd), target, base);
  return [relative(realpathSync(folder.path(cwd)), realpathSync(snapshot.root)), found.path];
}

describe('the program around a file, without git', () => {
  it('is the current folder, when that holds the file', () => {
    const folder = new TemporaryFolder().write(files);
    expect(opened(folder, '.', 'pkgs/math/index.ts:2')).toEqual(['', 'pkgs/math/index.ts']);
    expect(opened(folder, 'pkgs', 'math/index.ts#twice')).toEqual(['', 'math/index.ts']);
    expect(opened(folder, 'pkgs/math', 'lib/inner.ts')).toEqual(['', 'lib/inner.ts']);
  });

  it('is the package of the file, else its folder, when the current folder does not hold it', () => {
    const folder = new TemporaryFolder().write({ ...files, 'elsewhere/a.ts': '' });
    expect(opened(folder, 'elsewhere', '../pkgs/math/lib/inner.ts')).toEqual(['../pkgs/math', 'lib/inner.ts']);
    expect(opened(folder, 'elsewhere', '../pkgs/loose/index.ts')).toEqual(['../pkgs/loose', 'index.ts']);
  });

  it('is the package of a file that lies where folders are not looked into', () => {
    const folder = new TemporaryFolder().write({
      'a.ts': '',
      'node_modules/dep/package.json': '{}',
      'node_modules/dep/lib/index.js': '',
      '.config/tool.js': '',
    });
    expect(opened(folder, '.', 'node_modules/dep/lib/index.js')).toEqual(['node_modules/dep', 'lib/index.js']);
    expect(opened(folder, '.', '.config/tool.js')).toEqual(['.config', 'tool.js']);
  });

  const lists = [
    { 'package.json': '{ "workspaces": ["pkgs/*"] }' },
    { 'package.json': '{ "workspaces": { "packages": ["./pkgs/**"] } }' },
    { 'pnpm-workspace.yaml': 'packages:\n  - "pkgs/*"\n' },
  ];
  it.each(lists)('is the workspace around it: %j', (list) => {
    const folder = new TemporaryFolder().write({ ...files, ...list });
    expect(opened(folder, 'pkgs/math', 'index.ts')).toEqual(['../..', 'pkgs/math/index.ts']);
    expect(opened(folder, 'pkgs/math/lib', 'inner.ts')).toEqual(['../../..', 'pkgs/math/lib/inner.ts']);
    expect(opened(folder, 'pkgs/text', '../math/index.ts')).toEqual(['../..', 'pkgs/math/index.ts']);
  });

  it('is the outermost of workspaces inside of one another', () => {
    const folder = new TemporaryFolder().write(
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`inner/${path}`, text])),
    );
    folder.write({
      'package.json': '{ "workspaces": ["inner/pkgs/*"] }',
      'inner/package.json': '{ "workspaces": ["pkgs/*"] }',
    });
    expect(opened(folder, 'inner/pkgs/math', 'index.ts')).toEqual(['../../..', 'inner/pkgs/math/index.ts']);
  });

  it('is no workspace that does not list the folder of a package that has the file', () => {
    const folder = new TemporaryFolder().write({
      ...files,
      'package.json': '{ "workspaces": ["pkgs/*", "!pkgs/text"] }',
    });
    expect(opened(folder, 'pkgs/text', 'index.ts')).toEqual(['', 'index.ts']);
    expect(opened(folder, 'pkgs/loose', 'index.ts')).toEqual(['', 'index.ts']);
    folder.write({ 'package.json': 'no JSON' });
    expect(opened(folder, 'pkgs/math', 'index.ts')).toEqual(['', 'index.ts']);
  });

  it('is the folder that a base folder stands for', () => {
    const folder = new TemporaryFolder().write({ 'old/src/a.ts': '', 'now/src/a.ts': '', 'now/b.ts': '' });
    expect(opened(folder, '.', 'now/src/a.ts', 'old')).toEqual(['now', 'src/a.ts']);
    expect(opened(folder, '.', 'now/src/a.ts', 'old/src')).toEqual(['now/src', 'a.ts']);
    for (const base of ['old', 'old/src/a.ts', 'main', 'now/b.ts/c']) {
      expect(opened(folder, '.', 'now/b.ts', base)).toEqual(['', 'now/b.ts']);
    }
  });
});

describe('the program around a file, in a repository', () => {
  it('is the repository, wherever one asks', () => {
    const repository = new TemporaryRepository();
    repository.commit(files);
    expect(opened(repository, 'pkgs/math', 'index.ts')).toEqual(['../..', 'pkgs/math/index.ts']);
    expect(opened(repository, 'pkgs', 'text/index.ts')).toEqual(['..', 'pkgs/text/index.ts']);
  });
});

/** Functions that a question asked in some folder finds. */
async function reached(folder: TemporaryFolder, cwd: string, target: string): Promise<string[]> {
  const found = await analyzeImpact({ cwd: folder.path(cwd), target, direction: 'forward', cache: false });
  return found.functions.map(({ id }) => id).toSorted();
}

describe('what depends on a line, without git', () => {
  it('is found in files around the package', async () => {
    const folder = new TemporaryFolder().write(files);
    expect(await reached(folder, '.', 'pkgs/math/index.ts:2')).toContain('plain.ts#four');
  });

  it('is found in other packages of the workspace', async () => {
    const folder = new TemporaryFolder().write({ ...files, 'package.json': '{ "workspaces": ["pkgs/*"] }' });
    expect(await reached(folder, 'pkgs/math', 'index.ts:2')).toEqual(
      expect.arrayContaining(['pkgs/text/index.ts#long', 'plain.ts#four']),
    );
  });
});
