import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyConfiguration, readConfiguration } from '#project/configuration';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wingbeat-configuration-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, value: unknown): void {
  writeFileSync(join(root, path), typeof value === 'string' ? value : JSON.stringify(value));
}

const preconditions = { 'src/a.ts#f': ['x > 0', 'y !== null'] };

test('a project needs none', () => {
  expect(readConfiguration(root)).toEqual({ kind: 'read', path: null, configuration: emptyConfiguration });
  write('package.json', { name: 'x' });
  expect(readConfiguration(root)).toEqual({ kind: 'read', path: null, configuration: emptyConfiguration });
});

test('the own file goes before the manifest', () => {
  write('package.json', { wingbeat: { preconditions } });
  expect(readConfiguration(root)).toEqual({ kind: 'read', path: 'package.json', configuration: { preconditions } });
  write('wingbeat.config.json', {});
  expect(readConfiguration(root)).toEqual({
    kind: 'read',
    path: 'wingbeat.config.json',
    configuration: emptyConfiguration,
  });
});

test.each([
  ['[]', /expected an object/],
  ['{', /JSON/],
  ['{"precondition": {}}', /unknown setting "precondition"/],
  ['{"preconditions": []}', /must be an object/],
  ['{"preconditions": {"f": []}}', /names no function/],
  ['{"preconditions": {"a.ts#f": "x > 0"}}', /must be a list/],
])('%s is refused', (text, message) => {
  write('wingbeat.config.json', text);
  expect(readConfiguration(root)).toEqual({
    kind: 'invalid',
    path: 'wingbeat.config.json',
    message: expect.stringMatching(message) as string,
  });
});
