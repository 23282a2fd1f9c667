import { cpSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { record, selectAffectedTests } from '#pipeline';
import type { Io, Output } from '#cli/io';
import { run } from '#cli/run';
import * as pipeline from '#pipeline';
import { runGit, TemporaryFolder, TemporaryRepository } from '../project/temporary-repository';

const source = (step: number): string =>
  `export const next = (n) => n + ${step};\nexport const twice = (n) => n * 2;\n`;

const files = {
  'package.json': '{ "type": "module", "scripts": { "test": "node --test test/" } }',
  'src/a.js': source(1),
  'test/a.test.js': `import { test } from 'node:test';
import { next, twice } from '../src/a.js';
test('next', () => { next(1); });
test('twice', () => { twice(1); });
`,
};

/** main: one, two (only a comment); feature, from main: another step. Recorded on main. */
async function recorded(): Promise<TemporaryRepository> {
  const repository = new TemporaryRepository();
  repository.commit(files);
  repository.commit({ 'src/a.js': `// Steps.\n${source(1)}` });
  await record({ cwd: repository.root });
  repository.git('switch', '--quiet', '--create', 'feature');
  repository.commit({ 'src/a.js': `// Steps.\n${source(2)}` });
  return repository;
}

/** With the recording, as a cache of continuous integration would bring it. */
function shallowClone(origin: TemporaryRepository): string {
  const folder = new TemporaryFolder();
  runGit(folder.root, 'clone', '--quiet', '--depth=1', '--branch=feature', `file://${origin.root}`, 'clone');
  cpSync(origin.path('.wingbeat'), folder.path('clone', '.wingbeat'), { recursive: true });
  return folder.path('clone');
}

async function titles(cwd: string, base?: string): Promise<string[]> {
  const { selected } = await selectAffectedTests({ cwd, ...(base === undefined ? {} : { base }) });
  return selected.map(({ name }) => name);
}

function output(write: (text: string) => void): Output {
  return { isTerminal: false, columns: 80, write: async (text) => write(text) };
}

async function commandLine(cwd: string, ...args: string[]): Promise<{ exitCode: number; stderr: string }> {
  let stderr = '';
  const io: Io = {
    cwd,
    env: {},
    stdout: output(() => {}),
    stderr: output((text) => (stderr += text)),
    now: () => 0,
    begun: 0,
  };
  const exitCode = await run(args, io, pipeline);
  return { exitCode, stderr };
}

describe('tests that a change affects', { timeout: 120_000 }, () => {
  test('are known in a shallow clone by the recording alone', async () => {
    const clone = shallowClone(await recorded());
    expect(runGit(clone, 'rev-parse', '--is-shallow-repository')).toBe('true');
    expect(await titles(clone)).toEqual(['next']);
    runGit(clone, 'checkout', '--quiet', '--detach');
    expect(await titles(clone)).toEqual(['next']);
    expect(await record({ cwd: clone })).toMatchObject({ tests: 2, ran: 1, failed: [] });
    expect(await titles(clone)).toEqual([]);
  });

  test.each(['main', 'origin/main', '(commit)', 'HEAD~1'])(
    'since %s, when what is said to be missing was fetched',
    async (name) => {
      const origin = await recorded();
      const clone = shallowClone(origin);
      const base = name === '(commit)' ? origin.git('rev-parse', 'main') : name;
      await record({ cwd: clone });
      const { exitCode, stderr } = await commandLine(clone, 'tests', base);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('error[shallow-clone]');
      expect(stderr).toContain(`this shallow clone does not have ${base}`);
      const command = /Run "git ([^"]+)"/.exec(stderr.replaceAll(/\n\s+/g, ' '))?.[1] ?? '';
      runGit(clone, ...command.replace('<commits>', '1').split(' '), '--quiet');
      expect(await titles(clone, base)).toEqual(['next']);
    },
  );

  test('are known with a detached head, also since a commit', async () => {
    const repository = await recorded();
    repository.git('checkout', '--quiet', '--detach');
    expect(await titles(repository.root)).toEqual(['next']);
    await record({ cwd: repository.root });
    expect(await titles(repository.root)).toEqual([]);
    expect(await titles(repository.root, 'HEAD~1')).toEqual(['next']);
    expect(await titles(repository.root, 'HEAD~2')).toEqual(['next']);
  });
});
