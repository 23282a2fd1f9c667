import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { vitestRunner } from '#trace/runners/vitest';
import { recordProject } from './record-project';

const native = {
  'lib.ts': 'export function f() { return 1; }\n',
  'inner.mjs': 'export function inner() { return 1; }\n',
  'native.mjs': 'import { inner } from "./inner.mjs";\nexport function used() { return inner(); }\n',
  'lead.cjs': 'exports.lead = async function lead() { return (await import("./native.mjs")).used(); };\n',
  'far/lead.js': 'import { used } from "../native.mjs";\nexport function far() { return used(); }\n',
  'script.mjs': 'import { used } from "./native.mjs";\nused();\n',
};

const head = "import { expect, test, vi } from 'vitest';\n";
const external = 'export default { test: { server: { deps: { external: [/far/, /lead\\.cjs/] } } } };\n';

/** What a test does by which Node loads modules of the project. */
const ways: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  'modules that vitest leaves to Node': `${head}import { used } from './native.mjs';\ntest('t', () => { used(); });`,
  'those by import()': `${head}test('t', async () => { (await import('./native.mjs')).used(); });`,
  'those that are said to be': {
    'vitest.config.js': external,
    'a.test.ts': `${head}import { far } from './far/lead.js';\ntest('t', () => { far(); });`,
  },
  'what an imported script imports': {
    'vitest.config.js': external,
    'a.test.ts': `${head}import { lead } from './lead.cjs';\ntest('t', async () => { await lead(); });`,
  },
  'what a required script imports':
    `${head}import { createRequire } from 'node:module';\n` +
    `test('t', async () => { await createRequire(import.meta.url)('./lead.cjs').lead(); });`,
  'modules that are required':
    `${head}import { createRequire } from 'node:module';\n` +
    `test('t', () => { createRequire(import.meta.url)('./native.mjs').used(); });`,
  'code from a text':
    `${head}import vm from 'node:vm';\nconst importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;\n` +
    `test('t', async () => { (await vm.runInThisContext('(p) => import(p)', { importModuleDynamically })(new URL('./native.mjs', import.meta.url).href)).used(); });`,
  'what a mock is made of':
    `${head}import { used } from './native.mjs';\nvi.mock('./native.mjs', async (original) => ({ ...(await original()) }));\n` +
    `test('t', () => { used(); });`,
  'what a setup imports': {
    'vitest.config.js': "export default { test: { setupFiles: ['./setup.ts'] } };\n",
    'setup.ts':
      "import { used } from './native.mjs';\nimport { beforeEach } from 'vitest';\nbeforeEach(() => { used(); });",
    'a.test.ts': `${head}test('t', () => {});`,
  },
  'a package': `${head}import { run } from 'leads-back';\ntest('t', async () => { (await run(new URL('./native.mjs', import.meta.url).href)).used(); });`,
  'a package that is a script': `${head}import { run } from 'leads-back-script';\ntest('t', async () => { (await run(new URL('./native.mjs', import.meta.url).href)).used(); });`,
  'a process':
    `${head}import { execFileSync } from 'node:child_process';\n` +
    `test('t', () => { execFileSync(process.execPath, ['script.mjs']); });`,
  'a thread':
    `${head}import { Worker } from 'node:worker_threads';\n` +
    `test('t', async () => { await new Promise((done) => new Worker('./script.mjs').on('exit', done)); });`,
  'an environment': {
    'vitest.config.js': "export default { test: { environment: './environment.ts' } };\n",
    'environment.ts':
      "import { run } from 'leads-back';\n" +
      "globalThis.used = (await run(new URL('./native.mjs', import.meta.url).href)).used;\n" +
      "export default { name: 'own', viteEnvironment: 'ssr', transformMode: 'ssr', setup: () => ({ teardown() {} }) };",
    'a.test.ts': `${head}test('t', () => { globalThis.used(); });`,
  },
};

describe('workers of vitest', () => {
  const place = mkdtempSync(join(tmpdir(), 'wingbeat-packages-'));
  const packages = join(place, 'node_modules');
  mkdirSync(packages);
  const installed = fileURLToPath(new URL('../../node_modules', import.meta.url));
  for (const name of readdirSync(installed)) symlinkSync(join(installed, name), join(packages, name));
  for (const [name, text] of [
    ['leads-back', '{"type":"module","exports":"./index.js"}'],
    ['leads-back-script', '{"exports":"./index.js"}'],
  ] as const) {
    mkdirSync(join(packages, name));
    writeFileSync(join(packages, name, 'package.json'), text);
    const run = 'async (address) => import(address);\n';
    writeFileSync(
      join(packages, name, 'index.js'),
      text.includes('module') ? `export const run = ${run}` : `exports.run = ${run}`,
    );
  }
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  const used = ['inner.mjs:inner', 'native.mjs:used'];
  const plain = `${head}import { f } from './lib';\ntest('t', () => { expect(f()).toBe(1); });`;

  test.each(['forks', 'threads'])('load no module of the project by Node: %s', (pool) => {
    const run = recordProject(vitestRunner, {
      ...native,
      'vitest.config.js': `import { defineConfig } from 'vitest/config';\nexport default defineConfig({ test: { pool: '${pool}' } });\n`,
      'a.test.ts': plain,
    });
    expect(run.output).toContain('1 passed');
    expect(run.functionsOf('t')).toContain('lib.ts:f');
    expect([run.hooked, run.unhooked]).toEqual([0, 1]);
    expect(run.hooks).toBe(0);
  });

  test.each(Object.entries(ways))('%s', (_, way) => {
    const files = typeof way === 'string' ? { 'a.test.ts': way } : way;
    const run = recordProject(vitestRunner, { ...native, ...files }, { packages });
    expect(run.output).toContain('1 passed');
    expect(run.functionsOf('t')).toEqual(expect.arrayContaining(used));
    expect(run.recording.notes.filter(({ kind }) => kind !== 'lost-process')).toEqual([]);
  });

  test('in threads', () => {
    const files = { 'vitest.config.js': "export default { test: { pool: 'threads' } };\n" };
    const way = `${head}import { used } from './native.mjs';\ntest('t', () => { used(); });`;
    const run = recordProject(vitestRunner, { ...native, ...files, 'a.test.ts': way });
    expect(run.functionsOf('t')).toEqual(expect.arrayContaining(used));
  });

  test('where Node loads tests', () => {
    const run = recordProject(vitestRunner, {
      ...native,
      'vitest.config.js': 'export default { test: { experimental: { viteModuleRunner: false } } };\n',
      'a.test.mjs': `import { test } from 'vitest';\nimport { used } from './native.mjs';\ntest('t', () => { used(); });`,
    });
    expect(run.functionsOf('t')).toEqual(expect.arrayContaining(used));
  });

  test('that Node preloads something into', () => {
    const run = recordProject(vitestRunner, {
      ...native,
      'vitest.config.js': "export default { test: { execArgv: ['--import', './early.mjs'] } };\n",
      'early.mjs': "import { used } from './native.mjs';\nglobalThis.used = used;\n",
      'a.test.ts': `${head}test('t', () => { globalThis.used(); });`,
    });
    expect(run.functionsOf('t')).toEqual(expect.arrayContaining(used));
  });

  test('vitest reads for itself, tests for themselves', () => {
    const run = recordProject(vitestRunner, {
      ...native,
      'data.txt': 'a',
      'a.test.ts':
        `${head}import { readFileSync } from 'node:fs';\nimport { readFile } from 'node:fs/promises';\n` +
        `test('t', async () => { readFileSync('data.txt'); await readFile('lib.ts'); expect(1).toMatchSnapshot(); });`,
    });
    expect(run.test('t').reads).toEqual(['__snapshots__/a.test.ts.snap', 'data.txt', 'lib.ts']);
    expect(run.hooked).toBe(0);
  });

  /** Ways in which the process that has the servers comes to load a module of the project by Node. */
  const mainWays: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'a configuration, by a package': {
      'vitest.config.js':
        "import { run } from 'leads-back';\n" +
        "const { used } = await run(new URL('./native.mjs', import.meta.url).href);\nused();\nexport default {};\n",
    },
    'a configuration, by itself': {
      'vitest.config.js': "(await import(new URL('./native.mjs', import.meta.url).href)).used();\nexport default {};\n",
    },
    'a configuration that is a script': {
      'vitest.config.cjs':
        "const { run } = require('leads-back-script');\nconst { pathToFileURL } = require('node:url');\n" +
        "module.exports = run(pathToFileURL(__dirname + '/native.mjs').href).then(({ used }) => { used(); return {}; });\n",
    },
    'a setup of all tests': {
      'vitest.config.js': "export default { test: { globalSetup: ['./all.ts'] } };\n",
      'all.ts': "export default async () => { (await import('./native.mjs')).used(); };\n",
    },
    'a reporter': {
      'vitest.config.js': "export default { test: { reporters: ['default', './reporter.ts'] } };\n",
      'reporter.ts':
        "import { run } from 'leads-back';\nexport default class { async onInit() { (await run(new URL('./native.mjs', import.meta.url).href)).used(); } }\n",
    },
  };

  test.each(Object.entries(mainWays))('beside them, %s', (_, files) => {
    const run = recordProject(vitestRunner, { ...native, ...files, 'a.test.ts': plain }, { packages });
    expect(run.output).toContain('1 passed');
    expect(run.functionsOf('t')).toContain('lib.ts:f');
    expect(run.recording.modules.map(({ path }) => path)).toEqual(expect.arrayContaining(['inner.mjs', 'native.mjs']));
    expect(run.recording.notes.filter(({ kind }) => kind !== 'lost-process')).toEqual([]);
  });

  test('keep no code with probes', () => {
    const run = recordProject(vitestRunner, {
      ...native,
      'vitest.config.js':
        "export default { test: { experimental: { fsModuleCache: true, fsModuleCachePath: './kept' }, globalSetup: ['./all.ts'] } };\n",
      'all.ts':
        "import { existsSync, readdirSync } from 'node:fs';\n" +
        "export const teardown = () => console.log('kept:', existsSync('kept') ? readdirSync('kept').filter((n) => !n.endsWith('.json')).length : 0);\n",
      'a.test.ts': plain,
    });
    expect(run.output).toContain('kept: 0');
    expect(run.functionsOf('t')).toContain('lib.ts:f');
  });
});
