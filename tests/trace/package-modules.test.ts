import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PackageModules } from '#trace/register/package-modules';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-packages-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const esm = '{"type":"module","exports":"./index.js"}';

/** Files of a project in which a package `entry` is imported, and whether it leads to packages only. */
const cases: Readonly<Record<string, readonly [isOnlyPackages: boolean, files: Readonly<Record<string, string>>]>> = {
  'no import': [true, { 'index.js': 'export const a = 1;' }],
  'its own files': [
    true,
    {
      'index.js': `import { b } from './lib/b.js';\nexport*from"./lib/c.js";\nimport './lib/d.js';\nexport const a = b;`,
      'lib/b.js': `import fs from 'node:fs';import path from "path";import '../index.js';export const b = [fs, path];`,
      'lib/c.js': `export { b as c } from\n  './b.js';`,
      'lib/d.js': `import data from './d.json' with { type: 'json' };`,
      'lib/d.json': '{}',
    },
  ],
  'a file of the project': [false, { 'index.js': `export * from '../../own.js';` }],
  'one further on': [
    false,
    { 'index.js': `import './b.js';`, 'b.js': `import"./c.js"`, 'c.js': `import '../../own.js'` },
  ],
  'behind a comment': [false, { 'index.js': `import /* x */ '../../own.js';` }],
  'behind another comment': [false, { 'index.js': `export * from // x\n '../../own.js';` }],
  'behind a line that looks like a comment': [
    false,
    { 'index.js': `const a = 2\n* 3; export * from // x\n '../../own.js'; export { a };` },
  ],
  'behind the end of a comment': [false, { 'index.js': `/*\n * x */ export * from // x\n '../../own.js';` }],
  'spelled otherwise': [false, { 'index.js': String.raw`export * from '../../own\u002ejs';` }],
  'by its address': [false, { 'index.js': `export * from '../../own%2Ejs';` }],
  'with a question': [false, { 'index.js': `export * from '../../own.js?x';` }],
  'an import at run time': [false, { 'index.js': `const f = '../../own.js'; await import(f);` }],
  'a package': [
    true,
    {
      'index.js': `export * from 'other';`,
      '../other/package.json':
        '{"type":"module","exports":{".":{"types":"./x.d.ts","import":"./i.js","require":"./r.cjs"}}}',
      '../other/i.js': 'export const i = 1;',
      '../other/r.cjs': 'exports.i = 1;',
      '../other/x.d.ts': '',
    },
  ],
  'a package that leads back': [
    false,
    {
      'index.js': `export * from '@other/one';`,
      '../@other/one/package.json': esm,
      '../@other/one/index.js': `import '../../../own.js';`,
    },
  ],
  'a part of a package': [
    true,
    {
      'index.js': `export * from 'parts/b'; export * from 'plain/lib/c.mjs'; import 'plain';`,
      '../parts/package.json': '{"type":"module","exports":{".":"./gone.js","./b":["./b.js"]}}',
      '../parts/b.js': 'export const b = 1;',
      '../plain/package.json': '{"main":"lib/main"}',
      '../plain/lib/main.js': 'exports.m = 1;',
      '../plain/lib/c.mjs': 'export const c = 1;',
    },
  ],
  'a part that leads back': [
    false,
    {
      'index.js': `export * from 'star/b';`,
      '../star/package.json': '{"type":"module","exports":{"./*":"./*.js"}}',
      '../star/b.js': `import '../../own.js'; export const b = 1;`,
    },
  ],
  'a main file that leads back': [
    false,
    {
      'index.js': `import 'back';`,
      '../back/package.json': '{"main":"main.mjs"}',
      '../back/main.mjs': `import '../../own.js';`,
    },
  ],
  'a package that is a folder of the project': [false, { 'index.js': `export * from 'linked';` }],
  'a name of its own': [
    false,
    {
      'package.json': '{"type":"module","exports":"./index.js","imports":{"#own":"linked"}}',
      'index.js': `export * from '#own';`,
    },
  ],
  'what is not there': [false, { 'index.js': `import 'nowhere';` }],
  'comments that look so': [
    true,
    { 'index.js': `// it is synced from\n// the other\n/**\n * made from\n // it\n */\nexport const a = 1;` },
  ],
  'texts that look so': [true, { 'index.js': `// an import "node:fs" or so\nexport const a = 'from "node:path"';` }],
};

function projectOf(name: string): string {
  return join(root, name.replaceAll(' ', '-'));
}

function entryOf(name: string): string {
  return join(projectOf(name), 'node_modules', 'entry', 'index.js');
}

beforeAll(() => {
  for (const [name, [, files]] of Object.entries(cases)) {
    const folder = projectOf(name);
    const all = { 'package.json': esm, ...files, '../../own.js': 'export const own = 1;', '../../package.json': esm };
    for (const [file, text] of Object.entries(all)) {
      const path = join(folder, 'node_modules', 'entry', file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    mkdirSync(join(folder, 'linked'));
    writeFileSync(join(folder, 'linked', 'package.json'), esm);
    writeFileSync(join(folder, 'linked', 'index.js'), 'export const l = 1;');
    symlinkSync(join(folder, 'linked'), join(folder, 'node_modules', 'linked'));
  }
});

const neverImports = {
  isModule: (file: string) => !/\.cjs$|lib.main\.js$/.test(file),
  mayImport: (code: string) => /import\(/.test(code),
};

describe('a package leads to packages only', () => {
  test.each(Object.entries(cases).map(([name, [expected]]) => [name, expected] as const))(
    '%s: %s',
    (name, expected) => {
      const packages = new PackageModules(neverImports);
      expect(packages.has(entryOf(name))).toBe(expected);
      expect(packages.has(entryOf(name))).toBe(expected);
    },
  );

  test('a file of the project is none', () => {
    expect(new PackageModules(neverImports).has(join(projectOf('no import'), 'own.js'))).toBe(false);
  });

  test('where it is said, Node loads nothing else', () => {
    const log = join(root, 'log.txt');
    const hooks =
      `import{appendFileSync}from'node:fs';export async function load(u,c,n){` +
      `appendFileSync(${JSON.stringify(log)},u+'\\n');return n(u,c)}`;
    writeFileSync(join(root, 'hooks.mjs'), hooks);
    writeFileSync(
      join(root, 'run.mjs'),
      `import{register}from'node:module';register('./hooks.mjs',import.meta.url);` +
        `for(const e of process.argv.slice(2))await import(e).catch(()=>{});`,
    );
    const entries = Object.keys(cases).map((name) => pathToFileURL(entryOf(name)).href);
    execFileSync(process.execPath, [join(root, 'run.mjs'), ...entries]);
    const loaded = readFileSync(log, 'utf8').split('\n');
    const withOwn = Object.keys(cases).filter((name) =>
      loaded.some(
        (url) => url.startsWith(pathToFileURL(projectOf(name)).href + '/') && !url.includes('/node_modules/'),
      ),
    );
    expect(withOwn.length).toBeGreaterThan(8);
    for (const name of withOwn)
      expect([name, new PackageModules(neverImports).has(entryOf(name))]).toEqual([name, false]);
  });
});
