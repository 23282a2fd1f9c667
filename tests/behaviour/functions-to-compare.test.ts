import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { functionsToCompare, modulesToCompare } from '#behaviour/functions-to-compare';
import { compareModules } from '#change/compare-modules';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';

it('compares the program before what shows, builds or configures it', () => {
  const paths = [
    'dist/all.js',
    'eslint.config.js',
    'examples/first.js',
    'lib/index.js',
    'scripts/build.js',
    'src/a.js',
  ];
  const version = (n: number) =>
    loadProgram(
      openTexts(
        tmpdir(),
        Object.fromEntries(
          paths.map((path) => [path, `export function changed() { return ${n}; }\nexport let value = ${n};`]),
        ),
      ),
    );
  const [base, head] = [version(1), version(2)];
  const modules = (loaded: typeof base) => paths.flatMap((path) => loaded.module(path) ?? []);
  const changes = compareModules(modules(base), modules(head));
  const expected = [
    'lib/index.js',
    'src/a.js',
    'dist/all.js',
    'eslint.config.js',
    'examples/first.js',
    'scripts/build.js',
  ];
  const { pairs, beside } = functionsToCompare(changes, base, head, []);
  expect([...pairs.values()].map((pair) => pair.head.path)).toEqual(expected);
  expect([...beside].map((key) => key.split('#')[0])).toEqual(expected.slice(2));
  expect(modulesToCompare(changes).map((each) => each.head.module.path)).toEqual(expected);
});
