import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WingbeatError } from '#core/diagnostics';
import { checkOutput, writeOutput } from '#cli/write-output';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wingbeat-write-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function failure(action: () => void): WingbeatError {
  try {
    action();
  } catch (error) {
    if (error instanceof WingbeatError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

describe('writeOutput', () => {
  test('writes a new file and replaces an old one', () => {
    writeOutput(folder, 'a.txt', 'one');
    writeOutput(folder, 'a.txt', 'two');
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('two');
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });

  test('keeps the mode of the old file', () => {
    writeFileSync(join(folder, 'a.sh'), 'one');
    chmodSync(join(folder, 'a.sh'), 0o755);
    writeOutput(folder, 'a.sh', 'two');
    expect(statSync(join(folder, 'a.sh')).mode & 0o777).toBe(0o755);
  });

  test('writes through a link', () => {
    writeFileSync(join(folder, 'real.txt'), 'one');
    symlinkSync('real.txt', join(folder, 'link.txt'));
    writeOutput(folder, 'link.txt', 'two');
    expect(lstatSync(join(folder, 'link.txt')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'real.txt'), 'utf8')).toBe('two');
  });

  test('a name that is as long as names get', () => {
    const name = 'x'.repeat(250);
    writeOutput(folder, name, 'content');
    expect(readdirSync(folder)).toEqual([name]);
  });

  test('a missing folder', () => {
    const { diagnostic, exitCode } = failure(() => writeOutput(folder, 'no/a.txt', 'x'));
    expect(diagnostic).toMatchObject({
      code: 'cannot-write',
      message: 'cannot write no/a.txt: its folder does not exist',
    });
    expect(exitCode).toBe(2);
  });

  test.skipIf(!existsSync('/dev/full'))('a full device', () => {
    expect(failure(() => writeOutput(folder, '/dev/full', 'x')).message).toContain('no space left on the disk');
  });

  test.skipIf(process.platform !== 'linux')('a full disk leaves the old file as it was and no other', () => {
    writeFileSync(join(folder, 'a.txt'), 'old');
    // The limit of file size stands in for the end of the disk: writing fails half-way in the same manner.
    const script = `
      import { writeOutput } from ${JSON.stringify(join(import.meta.dirname, '../../src/cli/write-output.ts'))};
      process.on('SIGXFSZ', () => {});
      try { writeOutput(${JSON.stringify(folder)}, 'a.txt', 'x'.repeat(5_000_000)); console.log('wrote'); }
      catch (error) { console.log(error.diagnostic.code); }
    `;
    const file = join(folder, 'script.mts');
    writeFileSync(file, script);
    const tsx = join(import.meta.dirname, '../../node_modules/tsx/dist/cli.mjs');
    const command = 'ulimit -f 1000; exec "$0" "$1" --tsconfig "$2" "$3"';
    const tsconfig = join(import.meta.dirname, '../../tsconfig.json');
    const output = execFileSync('bash', ['-c', command, process.execPath, tsx, tsconfig, file], {
      encoding: 'utf8',
      env: { ...process.env, TSX_DISABLE_CACHE: '1' },
    });
    expect(output).toBe('cannot-write\n');
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['a.txt', 'script.mts']);
  });
});

describe('checkOutput', () => {
  test('accepts what can be written, and writes nothing', () => {
    checkOutput(folder, 'a.txt');
    checkOutput(folder, '/dev/null');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('refuses a folder', () => {
    mkdirSync(join(folder, 'sub'));
    expect(failure(() => checkOutput(folder, 'sub')).message).toBe('cannot write sub: it is a folder');
  });

  test('refuses a path through a file', () => {
    writeFileSync(join(folder, 'a.txt'), '');
    expect(failure(() => checkOutput(folder, 'a.txt/b')).message).toContain('a part of the path is not a folder');
  });
});
