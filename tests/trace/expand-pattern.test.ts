import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expandPattern } from '#trace/runners/expand-pattern';
import { shellCommands } from '#trace/runners/shell-commands';

const files = [
  'a.js',
  'ab.js',
  'b.test.js',
  '.hidden.js',
  'x/a.js',
  'x/b.ts',
  'x/y/c.js',
  '.x/a.js',
  'a b.js',
  'a[1].js',
];

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'wingbeat-patterns-'));
  for (const path of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const piece = fc.constantFrom(
  '*',
  '**',
  '?',
  '[ab]',
  '[!a]',
  '[a-b]',
  "'*'",
  '"["',
  '\\*',
  '.',
  '/',
  'a',
  'x',
  'b',
  '.js',
  '.test',
  'y',
);

test('words of a script stand for the files that the shell finds', () => {
  const lines = fc
    .sample(fc.array(piece, { minLength: 1, maxLength: 5 }), { numRuns: 400, seed: 7 })
    .map((p) => p.join(''));
  const asked = [
    ...new Set([...lines, 'x/*.js', '*/*.js', '**/*.js', "'*.js'", 'none/*', '*/', '[a]*', '"a b"*']),
  ].filter(
    // Shells differ in whether `.*` stands for the folder around as well; slashes that follow each other, or lead out, nobody writes.
    (line) => !/\/\/|^\/|\.\.|(?:^|\/)['"]?\.['"]?[*?[]/.test(line),
  );
  const script = asked.map((line) => `printf '%s\\n' ${line}; echo;`).join('\n');
  const said = execFileSync('sh', ['-c', script], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const expected = said
    .split('\n\n')
    .slice(0, asked.length)
    .map((text) => text.split('\n'));
  const found = asked.map((line) => shellCommands(line, (pattern) => expandPattern(root, pattern)).flat());
  expect(Object.fromEntries(asked.map((line, i) => [line, found[i]]))).toEqual(
    Object.fromEntries(asked.map((line, i) => [line, expected[i]])),
  );
});
