import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record, selectAffectedTests } from '#pipeline';
import { testName } from '#result/build-tests';
import { runSuite } from '#trace/run-suite';

/** Texts are asked for by names that are computed, by a package, and while modules are loaded. */
const sources = {
  'src/parts.js': `exports.plain = function () { return 'x'; };
exports.outer = function () { return function () { return 'x'; }; };
exports.Implied = class { method() { return 'x'; } };
exports.Empty = class {
  a;
};
exports.early = function () { return 'x'; };
exports.helper = function () { return 'x'; };
`,
  'src/early.js': `const parts = require('./parts.js');
const key = ['ear', 'ly'].join('');
exports.isEarly = String(parts[key]).includes("'x'");
`,
  'src/has.js': `const parts = require('./parts.js');
exports.has = (name, part) => ('' + parts[name]).includes(part);
`,
  'src/all.js': `exports.texts = require('teller').tell;
`,
  'node_modules/teller/index.js': `exports.tell = (functions) => functions.map((f) => Function.prototype.toString.call(f));
`,
};

const tests = `const assert = require('node:assert');
const { has } = require('../src/has.js');
const parts = require('../src/parts.js');
const { isEarly } = require('../src/early.js');
const { texts } = require('../src/all.js');
test('plain', () => assert(has('plain', "'x'")));
test('outer', () => assert(has('outer', "'x'")));
test('class', () => assert(has('Implied', "'x'")));
test('empty', () => assert(has('Empty', 'a;')));
test('early', () => assert(isEarly));
test('package', () => assert(texts([parts.plain])[0].includes("'x'")));
test('runs', () => assert(typeof parts.helper() === 'string'));
test('nothing', () => assert(!has('other', 'x')));
`;

interface ProjectRunner {
  readonly name: string;
  readonly command: string;
  readonly header: string;
  readonly packages: readonly string[];
}

const runners: readonly ProjectRunner[] = [
  { name: 'node:test', command: 'node --test test/', header: `const { test } = require('node:test');\n`, packages: [] },
  { name: 'mocha', command: 'mocha test', header: 'const test = it;\n', packages: ['mocha'] },
  { name: 'jest', command: 'jest', header: '', packages: ['jest'] },
  { name: 'vitest', command: 'vitest run --globals', header: '', packages: ['vitest'] },
];

/** At least those that fail: all tests load it, and may see what came of it. */
const all: readonly string[] = [];

const installed = fileURLToPath(new URL('../../node_modules', import.meta.url));

describe.each(runners)('$name', ({ command, header, packages }) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-texts-')));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  beforeAll(async () => {
    const manifest = { scripts: { test: command }, dependencies: { teller: '1.0.0' } };
    const files = { ...sources, 'test/a.test.js': header + tests, 'package.json': JSON.stringify(manifest) };
    for (const [path, text] of Object.entries(files)) write(path, text);
    write('node_modules/teller/package.json', '{"name":"teller","version":"1.0.0"}');
    write('.gitignore', 'node_modules/\n.wingbeat/\n');
    for (const name of [...packages, '.bin']) symlinkSync(join(installed, name), join(root, 'node_modules', name));
    const git = (...args: string[]): string => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' });
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('-c', 'user.name=n', '-c', 'user.email=e@example.org', 'commit', '-qm', 'one');
    const { failed, passed } = await record({ cwd: root });
    expect(failed).toEqual([]);
    expect(passed).toBe(8);
  }, 600_000);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test.each<[string, string, string, readonly string[]]>([
    ['a function', "plain = function () { return 'x'", "plain = function () { return 'y'", ['package', 'plain']],
    ['a function inside', "{ return function () { return 'x'", "{ return function () { return 'y'", ['outer']],
    ['a method', "method() { return 'x'", "method() { return 'y'", ['class']],
    ['a class without functions', 'a;', 'b;', all],
    ['what is asked for at load', "early = function () { return 'x'", "early = function () { return 'y'", all],
    ['what nobody asks for', "helper = function () { return 'x'", "helper = function () { return 'y'", ['runs']],
  ])('%s', async (_, from, to, expected) => {
    const text = sources['src/parts.js'];
    write('src/parts.js', text.replace(from, to));
    try {
      const { selected } = await selectAffectedTests({ cwd: root });
      const names = selected.map(({ name }) => name).toSorted();
      const { recording } = await runSuite({ root, command: null, only: null, mode: 'after', onOutput: () => {} });
      const failing = recording.executions.flatMap(({ test: each, outcome }) =>
        outcome === 'failed' ? [testName(each).name] : [],
      );
      expect(names).toEqual(expect.arrayContaining(failing));
      if (expected === all) expect(failing).not.toEqual([]);
      else expect(names).toEqual(expected);
    } finally {
      write('src/parts.js', text);
    }
  });
});
