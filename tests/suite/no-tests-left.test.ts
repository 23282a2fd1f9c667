import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { record } from '../../src/pipeline';

test(
  'a recording of no test is not gone on with: what the runner finds is recorded anew',
  { timeout: 120_000 },
  async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-none-')));
    const write = (path: string, text: string): void => writeFileSync(join(root, path), text);
    try {
      write('package.json', JSON.stringify({ scripts: { test: 'node --test' } }));
      write('a.test.js', `require('node:test')('a', () => {});\n`);
      // Node takes it for a file of tests, which its name does not tell.
      write('test-b.js', `require('node:test').describe('b', () => {});\n`);
      execFileSync('git', ['-C', root, 'init', '-q']);
      expect(await record({ cwd: root })).toMatchObject({ tests: 1, failed: [] });
      rmSync(join(root, 'a.test.js'));
      expect(await record({ cwd: root })).toMatchObject({ tests: 0, ran: 0 });
      await expect(record({ cwd: root })).rejects.toMatchObject({ diagnostic: { code: 'nothing-recorded' } });
      // Node takes it for a file of tests, which its name does not tell.
      write('test-b.js', `require('node:test')('b', () => {});\n`);
      expect(await record({ cwd: root })).toMatchObject({ tests: 1, ran: 1 });
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
);
