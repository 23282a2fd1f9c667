import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { run } from '#cli/run';
import type { Output } from '#cli/io';
import * as pipeline from '#pipeline';
import { runFake } from './fake-world';

const root = join(import.meta.dirname, '../..');

describe('wingbeat explain', () => {
  test.each([
    [['explain', 'a.ts#f(1)'], { target: 'a.ts#f(1)', all: false }],
    [['explain', 'a.ts#f(1)', 'main', '--all'], { target: 'a.ts#f(1)', base: 'main', all: true }],
    [
      ['explain', 'a.ts#f(1)', '--against', 'old.ts', '--solver', 'none'],
      { target: 'a.ts#f(1)', against: 'old.ts', solver: 'none', all: false },
    ],
  ])('%j asks for the explanation', async (argv, options) => {
    const { asked, exitCode } = await runFake(argv);
    expect(exitCode).toBe(0);
    expect(asked).toMatchObject([{ job: 'explain', options }]);
  });

  test.each([
    [['explain', 'f'], /^Behaves otherwise since main/],
    [['explain', 'f', '--format', 'markdown'], /^### behaves otherwise/],
    [['explain', 'f', '--format', 'json'], /^\{\n {2}"schemaVersion": 1/],
    [['explain', '--help'], /--against <old>/],
  ])('%j prints it', async (argv, expected) => {
    expect((await runFake(argv)).stdout).toMatch(expected);
  });

  test.each([[['explain']], [['explain', 'f', 'main', '--against', 'old.ts']], [['explain', 'a', 'b', 'c']]])(
    '%j is refused',
    async (argv) => {
      const { exitCode, asked } = await runFake(argv);
      expect(exitCode).toBe(2);
      expect(asked).toEqual([]);
    },
  );

  test('prints what the document says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wingbeat-explain-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{}');
    const document = readFileSync(join(root, 'docs/EXPLAIN.md'), 'utf8');
    const [, target = '', old = '', output = ''] =
      /```console\n\$ wingbeat explain "(.*)" --against (\S+)\n([^]*?)\n```/.exec(document) ?? [];
    let printed = '';
    const quiet: Output = { isTerminal: false, columns: 100, write: async () => {} };
    const stdout: Output = {
      ...quiet,
      write: async (text) => {
        printed += text;
      },
    };
    const io = { cwd: folder, env: {}, stdout, stderr: quiet, now: () => 0, begun: 0 };
    expect(await run(['explain', target, '--against', old], io, pipeline)).toBe(0);
    expect(printed).toBe(`${output}\n`);
  });
});
