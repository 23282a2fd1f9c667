import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { record } from '../../src/record-job';
import { TemporaryRepository } from '../project/temporary-repository';

function projectWith(packages: Readonly<Record<string, string>>): string {
  const repository = new TemporaryRepository();
  repository.commit({ 'package.json': JSON.stringify({ scripts: { test: 'true' }, devDependencies: packages }) });
  return repository.root;
}

async function remedyIn(root: string): Promise<string> {
  const failure: unknown = await record({ cwd: root, command: ['node', '--version'] }).catch((error: unknown) => error);
  return String(Reflect.get(Object(Reflect.get(Object(failure), 'diagnostic')), 'remedy'));
}

describe('what is said where no test was recorded', () => {
  test('names the runner whose tests cannot be', async () => {
    expect(await remedyIn(projectWith({ ava: '6' }))).toBe(
      'Tests of ava cannot be recorded, only those of vitest, jest, mocha, tap or node:test.',
    );
  });

  test('names a version of jest that is too old', async () => {
    const root = projectWith({ jest: '26', ava: '6' });
    const folder = join(root, 'node_modules/jest');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "version": "26.6.3" }');
    expect(await remedyIn(root)).toMatch(/^Tests of jest 26\.6\.3 \(28 or later is needed\) cannot be recorded/);
    writeFileSync(join(folder, 'package.json'), '{ "version": "29.0.0" }');
    expect(await remedyIn(root)).toMatch(/^Check that the command runs tests/);
  });

  test.each([[{}], [{ ava: '6', vitest: '3' }]])('names none where it may be another reason: %j', async (packages) => {
    expect(await remedyIn(projectWith(packages))).toMatch(/^Check that the command runs tests .* is built\.$/);
  });
});
