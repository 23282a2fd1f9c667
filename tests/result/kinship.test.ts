import { expect, test } from 'vitest';
import { nodeId, type NodeId } from '#core/ids';
import { loadProgram } from '#ir/load-program';
import type { Program } from '#ir/program';
import { openTexts } from '#project/text-snapshot';
import { kinshipWith } from '#result/kinship';

const paths = ['packages/a/src/core/x.js', 'packages/a/src/core/y.js', 'packages/a/test.js', 'packages/b/x.js', 'z.js'];

test('files come in the order of how many folders they share with a changed one', () => {
  const program = programOf(paths);
  const kinship = kinshipWith(program, new Set([nodeIn(program, 'packages/a/src/core/y.js')]));
  const near = (path: string): number => kinship(nodeIn(program, path));
  const sorted = paths.toSorted((a, b) => near(b) - near(a));
  expect(sorted).toEqual([
    'packages/a/src/core/y.js',
    'packages/a/src/core/x.js',
    'packages/a/test.js',
    'packages/b/x.js',
    'z.js',
  ]);
  expect(new Set(paths.map(near)).size).toBe(paths.length);
});

test('of several changed files the nearest counts, and without any all are alike', () => {
  const program = programOf(paths);
  const seeds = new Set([nodeIn(program, 'z.js'), nodeIn(program, 'packages/b/x.js')]);
  const kinship = kinshipWith(program, seeds);
  expect(kinship(nodeIn(program, 'packages/a/test.js'))).toBe(1);
  expect(kinship(nodeIn(program, 'packages/b/x.js'))).toBe(kinship(nodeIn(program, 'z.js')));
  const none = kinshipWith(program, new Set());
  expect(new Set(paths.map((path) => none(nodeIn(program, path))))).toEqual(new Set([0]));
});

function programOf(files: readonly string[]): Program {
  return loadProgram(openTexts('/project', Object.fromEntries(files.map((path) => [path, 'export const n = 1;\n']))))
    .program;
}

function nodeIn(program: Program, path: string): NodeId {
  const index = program.moduleIndex(path);
  if (index === undefined) throw new Error(`no module ${path}`);
  return nodeId(program.nodeAt(index, 0));
}
