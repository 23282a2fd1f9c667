import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { record, selectAffectedTests } from '#pipeline';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-mixed-')));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function make(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries({ '.gitignore': 'node_modules\n', ...files })) write(path, text);
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'));
  execFileSync('git', ['-C', root, 'init', '-q']);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(join(root, path), 'utf8');
  expect(text).toContain(from);
  write(path, text.replace(from, to));
}

async function selected(): Promise<string[]> {
  return (await selectAffectedTests({ cwd: root })).selected.map(({ id }) => id).toSorted();
}

const shared = `export const add = (a, b) => a + b;
export const sub = (a, b) => a - b;
export const mul = (a, b) => a * b;
`;

const using = (header: string, where: string, use: string): string =>
  `${header}import { add, sub, mul } from '${where}';\ntest('${use}', () => { ${use}(1, 2); });\n`;

function manifest(name: string, command: string): string {
  return JSON.stringify({ name, type: 'module', scripts: { test: command } });
}

describe('tests of several runners', { timeout: 240_000 }, () => {
  test('in one script', async () => {
    const nodeTest = `import { test } from 'node:test';\n`;
    const vitest = `import { test } from 'vitest';\n`;
    make({
      'package.json': '{ "type": "module", "scripts": { "test": "vitest run --dir spec && node --test unit/" } }',
      'src/shared.js': shared,
      'spec/add.test.js': using(vitest, '../src/shared.js', 'add'),
      'spec/mul.test.js': using(vitest, '../src/shared.js', 'mul'),
      'unit/add.test.js': using(nodeTest, '../src/shared.js', 'add'),
      'unit/sub.test.js': using(nodeTest, '../src/shared.js', 'sub'),
    });
    const first = await record({ cwd: root });
    expect(first).toMatchObject({ tests: 4, passed: 4, failed: [] });
    expect([...first.runners].toSorted()).toEqual(['node:test', 'vitest']);
    expect(await selected()).toEqual([]);
    edit('src/shared.js', 'a + b', 'b + a');
    expect(await selected()).toEqual(['spec/add.test.js > add', 'unit/add.test.js > add']);
    edit('src/shared.js', 'a - b', 'a + -b');
    const { run } = await selectAffectedTests({ cwd: root, run: true, audit: 1 });
    expect(run).toMatchObject({ passed: 4, audited: 1, failed: [], missed: [], exitCode: 0 });
    expect(await selected()).toEqual([]);
  });

  test('in packages of a workspace', async () => {
    make({
      'package.json':
        '{ "type": "module", "workspaces": ["packages/*"], "scripts": { "test": "npm test --workspaces" } }',
      'packages/core/package.json': manifest('core', 'node --test'),
      'packages/core/src/shared.js': shared,
      'packages/core/test/sub.test.js': using(`import { test } from 'node:test';\n`, '../src/shared.js', 'sub'),
      'packages/web/package.json': manifest('web', 'vitest run'),
      'packages/web/test/add.test.js': using(`import { test } from 'vitest';\n`, '../../core/src/shared.js', 'add'),
      'packages/old/package.json': manifest('old', 'mocha --timeout 60000 test/*.test.js'),
      'packages/old/test/mul.test.js': using('const test = it;\n', '../../core/src/shared.js', 'mul'),
      'packages/api/package.json': manifest('api', 'NODE_OPTIONS=--experimental-vm-modules jest'),
      'packages/api/jest.config.cjs': 'module.exports = { transform: {} };\n',
      'packages/api/test/both.test.js': `import { add, sub } from '../../core/src/shared.js';
test('both', () => { add(1, 2); sub(2, 1); });
`,
    });
    const first = await record({ cwd: root });
    expect(first).toMatchObject({ tests: 4, passed: 4, failed: [] });
    expect([...first.runners].toSorted()).toEqual(['jest', 'mocha', 'node:test', 'vitest']);
    edit('packages/core/src/shared.js', 'a - b', 'a + -b');
    expect(await selected()).toEqual(['packages/api/test/both.test.js > both', 'packages/core/test/sub.test.js > sub']);
    const { run } = await selectAffectedTests({ cwd: root, run: true });
    expect(run).toMatchObject({ passed: 2, failed: [], exitCode: 0 });
    expect(await selected()).toEqual([]);
    edit('packages/core/src/shared.js', 'a * b', 'b * a');
    expect(await selected()).toEqual(['packages/old/test/mul.test.js > mul']);
  });
});
