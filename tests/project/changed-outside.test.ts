import { describe, expect, test } from 'vitest';
import { ChangedOutside } from '#project/changed-outside';
import { lockedPackages } from '#project/locked-packages';
import { openTexts } from '#project/text-snapshot';

type Texts = Readonly<Record<string, string>>;

function changed(base: Texts, head: Texts, specifier: string): string | null {
  const source = { 'src/a.js': '' };
  const [was, is] = [base, head].map((texts) => openTexts('/nowhere', { ...source, ...texts }));
  return was === undefined || is === undefined ? null : new ChangedOutside(was, is).of('src/a.js', specifier);
}

/** A lock file in which `b`, which `a` needs, has this version. */
const locks: Readonly<Record<string, readonly [name: string, text: (version: string) => string]>> = {
  'npm 7': [
    'package-lock.json',
    (version) =>
      JSON.stringify({
        packages: {
          '': { dependencies: { a: '1' } },
          'node_modules/a': { version: '1.0.0', dependencies: { '@s/b': '^1' } },
          'node_modules/a/node_modules/@s/b': { version, integrity: `sha512-${version}` },
          'node_modules/c': { version: '3.0.0' },
        },
      }),
  ],
  'npm 6': [
    'npm-shrinkwrap.json',
    (version) =>
      JSON.stringify({
        dependencies: {
          a: { version: '1.0.0', requires: { '@s/b': '^1' }, dependencies: { '@s/b': { version } } },
          c: { version: '3.0.0' },
        },
      }),
  ],
  'yarn 1': [
    'yarn.lock',
    (version) =>
      `# yarn lockfile v1\n\n\n"@s/b@^1", "@s/b@^1.0.1":\n  version "${version}"\n  resolved "somewhere"\n\na@1:\n  version "1.0.0"\n  dependencies:\n    "@s/b" "^1"\n\nc@3:\n  version "3.0.0"\n`,
  ],
  'yarn 4': [
    'yarn.lock',
    (version) =>
      `__metadata:\n  version: 8\n\n"@s/b@npm:^1":\n  version: ${version}\n  resolution: "@s/b@npm:${version}"\n  checksum: 10c0/1\n  languageName: node\n\n"a@npm:1":\n  version: 1.0.0\n  dependencies:\n    "@s/b": "npm:^1"\n  languageName: node\n\n"c@npm:3":\n  version: 3.0.0\n`,
  ],
  'pnpm 9': [
    'pnpm-lock.yaml',
    (version) =>
      `lockfileVersion: '9.0'\n\npackages:\n\n  '@s/b@${version}':\n    resolution: {integrity: sha512-x}\n\n  a@1.0.0:\n    resolution: {integrity: sha512-y}\n\n  c@3.0.0:\n    resolution: {integrity: sha512-z}\n\nsnapshots:\n\n  '@s/b@${version}': {}\n\n  a@1.0.0:\n    dependencies:\n      '@s/b': ${version}\n\n  c@3.0.0: {}\n`,
  ],
  'pnpm 6': [
    'pnpm-lock.yaml',
    (version) =>
      `lockfileVersion: 5.4\n\npackages:\n\n  /@s/b/${version}:\n    resolution: {integrity: sha512-x}\n    dev: false\n\n  /a/1.0.0:\n    resolution: {integrity: sha512-y}\n    dependencies:\n      '@s/b': ${version}\n    dev: false\n\n  /c/3.0.0:\n    resolution: {integrity: sha512-z}\n`,
  ],
};

describe.each(Object.entries(locks))('a lock file of %s', (_, [name, text]) => {
  const [old, now] = [{ [name]: text('1.0.0') }, { [name]: text('1.0.2') }];

  test.each([
    ['@s/b', '@s/b'],
    ['@s/b/deep/part.js', '@s/b'],
    ['a', 'a'],
    ['c', null],
    ['node:fs', null],
  ])('tells of %s', (specifier, expected) => {
    expect(changed(old, now, specifier)).toBe(expected);
    expect(changed(old, old, specifier)).toBeNull();
  });

  test('lists what is installed', () => {
    const found = lockedPackages(name, text('1.0.0'));
    expect([...(found?.keys() ?? [])].toSorted()).toEqual(['@s/b', 'a', 'c']);
    expect([...(found?.get('a')?.needs ?? [])]).toContain('@s/b');
  });
});

test('a lock file that cannot be read tells nothing: any package may be another one', () => {
  expect(changed({ 'bun.lock': 'a' }, { 'bun.lock': 'b' }, 'c')).toBe('c');
  expect(changed({ 'package-lock.json': '{' }, { 'package-lock.json': '{}' }, 'c')).toBe('c');
});

function asked(version: string): Texts {
  return { 'package.json': JSON.stringify({ devDependencies: { a: version } }) };
}

test('without a lock file the version that is asked for counts', () => {
  expect(changed(asked('^1'), asked('^2'), 'a')).toBe('a');
  expect(changed(asked('^1'), asked('^2'), 'b')).toBeNull();
  const lock = { 'yarn.lock': 'a@^1, a@^2:\n  version "2.0.0"\n' };
  expect(changed({ ...asked('^1'), ...lock }, { ...asked('^2'), ...lock }, 'a')).toBeNull();
});

test('files that are no source are compared by their content', () => {
  expect(changed({ 'src/x.css': 'a' }, { 'src/x.css': 'b' }, './x.css')).toBe('src/x.css');
  expect(changed({ 'src/x.css': 'a' }, { 'src/x.css': 'a' }, './x.css?raw')).toBeNull();
  expect(changed({}, { 'src/x.css': 'a' }, './x.css')).toBe('src/x.css');
});

test.each([
  ['the folder of a package', './lib', 'src/lib/package.json', '{ "main": "a.js" }', '{ "main": "b.js" }'],
  ['the folder around it', '..', 'package.json', '{ "main": "a.js" }', '{ "main": "b.js" }'],
  ['a package of the project', 'b', 'packages/b/package.json', '{ "name": "b", "exports": "./a" }', '{ "name": "b" }'],
  ['a part of it', 'b/c', 'packages/b/package.json', '{ "name": "b" }', '{ "name": "b", "exports": { "./c": "./d" } }'],
])('%s that leads elsewhere counts', (_, specifier, path, old, now) => {
  expect(changed({ [path]: old }, { [path]: now }, specifier)).toBe(path);
});

function manifest(version: number): Texts {
  return {
    'src/lib/package.json': `{ "main": "a.js", "version": "${version}" }`,
    'lib/package.json': `{ "main": "${version}.js" }`,
  };
}

test('one that is said to lead to the same does not, nor does that of another folder', () => {
  expect(changed(manifest(1), manifest(2), './lib')).toBeNull();
});

function options(base: Texts, head: Texts): string | null {
  const [was, is] = [base, head].map((texts) => openTexts('/nowhere', { 'src/a.js': '', ...texts }));
  return was === undefined || is === undefined ? null : new ChangedOutside(was, is).optionsOf('src/a.js');
}

describe('options', () => {
  test.each([
    ['tsconfig.json', '{ "compilerOptions": { "jsx": "react" } }', '{ "compilerOptions": { "jsx": "preserve" } }'],
    ['src/tsconfig.build.json', '{ "extends": "../a" }', '{ "extends": "../b" }'],
    ['package.json', '{ "type": "module" }', '{}'],
    ['conf/base.json', '{ "compilerOptions": { "target": "es5" } }', '{ "extends": "./deeper" }'],
    ['conf/deeper.json', '{ "compilerOptions": { "target": "es5" } }', '{}'],
    ['tsconfig.json', '{ "compilerOptions": ', '{}'],
  ])('of %s count', (path, old, now) => {
    const extending = {
      'src/jsconfig.json': '{ "extends": ["../conf/base"] }',
      'conf/base.json': '{ "extends": "./deeper.json" }',
    };
    expect(options({ ...extending, [path]: old }, { ...extending, [path]: now })).toBe(path);
  });

  test.each([
    [
      'tsconfig.json',
      '{ "compilerOptions": { "strict": true } }',
      '{ /* "//" */ "compilerOptions": { "strict": false, }, } // x',
    ],
    ['other/tsconfig.json', '{ "compilerOptions": { "jsx": "react" } }', '{}'],
    ['package.json', '{ "version": "1" }', '{ "version": "2" }'],
    ['options.json', '{ "type": 1 }', '{ "type": 2 }'],
  ])('do not count in %s when they do not matter', (path, old, now) => {
    expect(options({ [path]: old }, { [path]: now })).toBeNull();
  });
});
