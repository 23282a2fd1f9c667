import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record, selectAffectedTests } from '#pipeline';

const files = {
  '.gitignore': 'node_modules\n',
  'src/read.js': `const early = ['APP', 'EARLY'].join('_');
export const started = process.env[early];
export const read = (part) => process.env['APP_' + part];
export const rest = () => { const { PATH, ...others } = process.env; return Object.keys(others).length; };
`,
  'src/other.js': 'export const other = 1;\n',
  'test/loading.test.js': `import { started } from '../src/read.js';
test('has read at load', () => { if (started === 'no') throw new Error(started); });
`,
  'test/read.test.js': `import { read, rest } from '../src/read.js';
test('reads a', () => { read('A'); });
test('reads b', () => { read('B'); });
test('looks through all', () => { rest(); });
`,
  'test/other.test.js': `import { other } from '../src/other.js';\ntest('reads nothing', () => { other; });\n`,
};

const runners = [
  { name: 'node:test', header: `import { test } from 'node:test';\n`, command: 'node --test test/', files: {} },
  { name: 'vitest', header: `import { test } from 'vitest';\n`, command: 'vitest run', files: {} },
  { name: 'mocha', header: `const test = it;\n`, command: 'mocha --timeout 60000 test/*.test.js', files: {} },
  {
    name: 'jest',
    header: '',
    command: 'NODE_OPTIONS=--experimental-vm-modules jest',
    files: { 'jest.config.cjs': 'module.exports = { transform: {} };\n' },
  },
];

describe.each(runners)('variables of the environment with $name', ({ header, command, files: own }) => {
  let root: string;

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-environment-')));
    const manifest = JSON.stringify({ type: 'module', scripts: { test: command } });
    for (const [path, text] of Object.entries({ ...files, ...own, 'package.json': manifest })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), path.startsWith('test/') ? header + text : text);
    }
    symlinkSync(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'));
    execFileSync('git', ['-C', root, 'init', '-q']);
    const { failed, tests } = await record({ cwd: root });
    expect([failed, tests]).toEqual([[], 5]);
  }, 120_000);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  async function selectedWith(name: string): Promise<string[]> {
    process.env[name] = 'other';
    try {
      const { selected } = await selectAffectedTests({ cwd: root });
      return selected.map((found) => found.name).toSorted();
    } finally {
      Reflect.deleteProperty(process.env, name);
    }
  }

  test.each([
    ['APP_A', ['looks through all', 'reads a']],
    ['APP_B', ['looks through all', 'reads b']],
    // All tests that load the module.
    ['APP_EARLY', ['has read at load', 'looks through all', 'reads a', 'reads b']],
    ['APP_UNKNOWN', ['looks through all']],
    // Of a terminal and not asked for by name.
    ['TERM_SESSION', []],
  ])('%s', async (name, expected) => {
    expect(await selectedWith(name)).toEqual(expected);
  });
});
