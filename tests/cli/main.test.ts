import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GraphView } from '#result/graph-view';
import type { PathsResult } from '#result/paths-result';
import type { Result } from '#result/result';
import { commandLine } from './command-line';

const root = join(import.meta.dirname, '../..');
const node = commandLine();

function wingbeat(...argv: string[]) {
  return spawnSync(process.execPath, [...node, ...argv], { cwd: root, encoding: 'utf8' });
}

describe('the wheel brake system', () => {
  test('is compared from the files to the affected sets of DiSE Fig. 5(b)', () => {
    const ran = wingbeat('compare', 'examples/wbs/before.ts', 'examples/wbs/after.ts', '--format', 'json');
    expect(ran.stderr).toBe('');
    expect(ran.status).toBe(0);
    const result = JSON.parse(ran.stdout) as Result;
    expect(Object.keys(result)).toEqual([
      'schemaVersion',
      'base',
      'head',
      'files',
      'edits',
      'functions',
      'entryPoints',
      'bugs',
      'impact',
      'unresolvedCalls',
      'diagnostics',
      'complete',
    ]);
    const update = result.functions.find(({ id }) => id.endsWith('#update'));
    const textsOf = (role: string) => update?.affectedNodes.filter((n) => n.role === role).map(({ text }) => text);
    expect(result.functions).toHaveLength(1);
    expect(update?.changedNodes.map(({ text }) => text)).toEqual(['pedalPos <= 0']);
    expect(textsOf('condition')).toEqual(['pedalPos <= 0', 'pedalPos === 1', 'pedalCmd === 2', 'pedalCmd === 3']);
    expect(textsOf('write')).toEqual([
      'pedalCmd = pedalCmd + 1',
      'pedalCmd = pedalCmd + 2',
      'pedalCmd = pedalPos',
      'pedalCmd = pedalCmd + 1',
      'altPress = 0',
      'altPress = 1 / 4',
      'altPress = 1 / 2',
    ]);
    expect(result.impact.statements.some(({ text }) => text.startsWith('meter'))).toBe(false);
  });

  test('as text', () => {
    const ran = wingbeat('compare', 'examples/wbs/before.ts', 'examples/wbs/after.ts');
    expect(ran.stdout).toMatch(/^update behaves differently\.\n/);
    expect(ran.stdout).toMatch(/\n1 function changed; the change can reach \d+ statements in 1 function\.\n/);
    expect(ran.stdout).toMatch(/\n {4}call {4}update\(-\d+, /);
    expect(ran.stdout).toContain('- pedalPos === 0');
    expect(ran.stdout).toContain('+ pedalPos <= 0');
  });

  test('differs in what was run on both versions', () => {
    const ran = wingbeat('compare', 'examples/wbs/before.ts', 'examples/wbs/after.ts', '--format', 'json');
    const [update] = (JSON.parse(ran.stdout) as Result).functions;
    expect(update?.verdict).toMatchObject({ kind: 'differs', witness: { replayed: true } });
    expect(update?.behaviours.length).toBeGreaterThan(0);
    expect(update?.behaviours.every(({ locations }) => locations.some(({ line }) => line === 6))).toBe(true);
  });

  test('without behaviour', () => {
    const ran = wingbeat('compare', 'examples/wbs/before.ts', 'examples/wbs/after.ts', '--no-behaviour');
    expect(ran.stdout).toMatch(/^1 function changed; the change can reach \d+ statements in 1 function\.\n/);
    expect(ran.stdout).toContain('Whether the behaviour differs is unknown: ');
    expect(ran.stdout).not.toContain('call    ');
  });

  test.each([
    ['differs', 1],
    ['bug', 0],
  ])('--fail-on %s', (finding, exitCode) => {
    const ran = wingbeat('compare', 'examples/wbs/before.ts', 'examples/wbs/after.ts', '--fail-on', finding);
    expect(ran.status).toBe(exitCode);
  });

  test('impact of a line, outside of any repository', () => {
    const folder = mkdtempSync(join(tmpdir(), 'wingbeat-impact-'));
    copyFileSync(join(root, 'examples/wbs/after.ts'), join(folder, 'wbs.ts'));
    const ran = wingbeat('impact', `${folder}/wbs.ts:14`);
    rmSync(folder, { recursive: true });
    expect(ran.status).toBe(0);
    expect(ran.stdout).toContain('pedalCmd === 2');
  });
});

describe('paths', () => {
  test('as data, with each call run on the engine', () => {
    const ran = wingbeat('paths', 'examples/shipping/cost.ts#cost', '--format', 'json', '--no-cache');
    expect(ran.stderr).toBe('');
    expect(ran.status).toBe(0);
    const result = JSON.parse(ran.stdout) as PathsResult;
    expect(result).toMatchObject({ schemaVersion: 1, function: 'examples/shipping/cost.ts#cost', complete: true });
    expect(result.paths.map(({ call, replayed }) => [call, replayed])).toEqual([
      ['cost(0, false)', true],
      ['cost(1, true)', true],
      ['cost(1, false)', true],
      ['cost(3, true)', true],
      ['cost(3, false)', true],
    ]);
  });

  test('an interrupt ends the search with what was found', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wingbeat-interrupt-'));
    writeFileSync(join(folder, 'a.ts'), functionWithManyPaths(0));
    const argv = ['paths', join(folder, 'a.ts#f'), '--max-paths', '999999', '--debug', '--format', 'json'];
    const { printed, signal } = await interrupted(argv);
    rmSync(folder, { recursive: true });
    expect(signal).toBe('SIGINT');
    const result = JSON.parse(printed) as PathsResult;
    expect(result).toMatchObject({ complete: false, gaps: ['the search was interrupted'] });
    expect(result.paths.length).toBeGreaterThan(0);
  });
});

test('an interrupt ends the comparison with what was found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wingbeat-interrupt-'));
  writeFileSync(join(folder, 'a.ts'), functionWithManyPaths(0));
  writeFileSync(join(folder, 'b.ts'), functionWithManyPaths(1));
  const files = [join(folder, 'a.ts'), join(folder, 'b.ts')];
  const { printed, signal } = await interrupted([
    'compare',
    ...files,
    '--max-paths',
    '999999',
    '--debug',
    '--format',
    'json',
  ]);
  rmSync(folder, { recursive: true });
  expect(signal).toBe('SIGINT');
  const [fn] = (JSON.parse(printed) as Result).functions;
  expect(fn?.verdict).toMatchObject({ kind: 'differs', elsewhere: { kind: 'unknown' } });
});

/** Too many to follow all of them. */
function functionWithManyPaths(result: number): string {
  const names = Array.from({ length: 20 }, (_, i) => `a${i}`);
  const params = names.map((name) => `${name}: number`).join(', ');
  const decisions = names.map((name) => `if (${name} > 0) n++;`).join('\n');
  return `export function f(${params}) {\nlet n = ${result};\n${decisions}\nreturn n;\n}\n`;
}

/** What a run prints that is interrupted some time after its first sign of life. */
async function interrupted(argv: readonly string[]): Promise<{ readonly printed: string; readonly signal: unknown }> {
  const child = spawn(process.execPath, [...node, ...argv], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  child.stderr.once('data', () => setTimeout(() => child.kill('SIGINT'), 1500));
  const signal = await new Promise((resolve) => child.once('close', (_, name) => resolve(name)));
  return { printed, signal };
}

describe('in a repository', () => {
  let repository: string;

  beforeAll(() => {
    repository = mkdtempSync(join(tmpdir(), 'wingbeat-repository-'));
    const git = (...argv: string[]) =>
      spawnSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@example.invalid', ...argv], { cwd: repository });
    git('init', '--quiet', '--initial-branch=main');
    copyFileSync(join(root, 'examples/wbs/before.ts'), join(repository, 'wbs.ts'));
    git('add', '.');
    git('commit', '--quiet', '--message=before');
    copyFileSync(join(root, 'examples/wbs/after.ts'), join(repository, 'wbs.ts'));
  });

  afterAll(() => rmSync(repository, { recursive: true, force: true }));

  function inRepository(...argv: string[]) {
    return spawnSync(process.execPath, [...node, ...argv], { cwd: repository, encoding: 'utf8' });
  }

  test('the uncommitted change is what is asked about', () => {
    const ran = inRepository('--fail-on', 'changed');
    expect(ran.stdout).toMatch(/^update behaves differently\.\n/);
    expect(ran.stdout).toMatch(/\n1 function changed; the change can reach 10 statements in 1 function\.\n/);
    expect(ran.status).toBe(1);
  });

  test('a graph against HEAD has the change and what it affects', () => {
    const view = JSON.parse(
      inRepository('graph', 'wbs.ts#update', '--against', 'HEAD', '--format', 'json').stdout,
    ) as GraphView;
    const marked = (mark: string) => view.nodes.filter((entry) => entry.mark === mark).length;
    expect([marked('changed'), marked('affected-condition'), marked('affected-write')]).toEqual([1, 3, 7]);
  });

  test('a revision that does not exist is a usage error', () => {
    const ran = inRepository('mian');
    expect(ran.status).toBe(2);
    expect(ran.stderr).toContain('error[unknown-revision]: git knows no revision mian\n  help: Did you mean main?');
  });
});

describe('the process', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'wingbeat-main-'));
    const functions = Array.from({ length: 3000 }, (_, i) => `export function f${i}(x) {\n  return x + ${i};\n}\n`);
    writeFileSync(join(folder, 'empty.js'), '');
    writeFileSync(join(folder, 'many.js'), functions.join('\n'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('a reader that goes away is no error', () => {
    const line =
      'folder="$1"; shift; "$0" "$@" compare "$folder/empty.js" "$folder/many.js" --format json | head -n 1; echo "${PIPESTATUS[0]}"';
    const ran = spawnSync('bash', ['-c', line, process.execPath, folder, ...node], { cwd: root, encoding: 'utf8' });
    expect(ran.stdout).toBe('{\n0\n');
    expect(ran.stderr).toBe('');
  });

  test.skipIf(!existsSync('/dev/full'))('a full disk behind the standard output is told', () => {
    const line = 'folder="$1"; shift; "$0" "$@" compare "$folder/empty.js" "$folder/empty.js" > /dev/full';
    const ran = spawnSync('bash', ['-c', line, process.execPath, folder, ...node], { cwd: root, encoding: 'utf8' });
    expect(ran.status).toBe(2);
    expect(ran.stderr).toContain('error[cannot-write]: cannot write the standard output: no space left on the disk');
  });

  test('an unknown option is a usage error', () => {
    const ran = wingbeat('--nonsense');
    expect(ran.status).toBe(2);
    expect(ran.stdout).toBe('');
    expect(ran.stderr).toContain("error[usage]: unknown option '--nonsense'");
  });

  test('an interrupt ends it', async () => {
    const child = spawn(
      process.execPath,
      [...node, 'compare', join(folder, 'empty.js'), join(folder, 'many.js'), '--debug'],
      {
        cwd: root,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    child.stderr.once('data', () => child.kill('SIGINT'));
    const signal = await new Promise((resolve) => child.once('close', (_, name) => resolve(name)));
    expect(signal).toBe('SIGINT');
  });

  test('an interrupt waits for a file that is being written, then ends it', () => {
    const script = join(folder, 'interrupted.mts');
    writeFileSync(
      script,
      `import { holdInterrupts } from ${JSON.stringify(join(root, 'src/cli/hold-interrupts.ts'))};
      await holdInterrupts(() => {
        process.kill(process.pid, 'SIGINT');
        console.log('finished');
      });
      await new Promise((resolve) => setTimeout(resolve, 60_000));`,
    );
    const ran = spawnSync(process.execPath, ['--import', 'tsx', script], { cwd: root, encoding: 'utf8' });
    expect(ran.stdout).toBe('finished\n');
    expect(ran.signal).toBe('SIGINT');
  });
});
