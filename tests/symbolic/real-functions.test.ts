import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ModuleIr } from '#ir/cfg';
import { lowerSource } from '#ir/lower-module';
import { openFolder } from '#project/folder-snapshot';
import { createSolver } from '#smt/chain';
import { describePath } from '#symbolic/describe-path';
import { createWorld, explore } from '#symbolic/explore';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import { exploreSource } from './explore-source';

/** Follows the functions of real files a little way; an internal error ends the test. */
function followAll(folder: string, wanted: RegExp, most: number): number {
  const snapshot = openFolder(join(import.meta.dirname, '../../node_modules', folder));
  const lowered = new Map<string, ModuleIr | null>();
  const module = (path: string): ModuleIr | null => {
    const known = lowered.get(path);
    if (known !== undefined) return known;
    const file = snapshot.read(path);
    const made = file === undefined ? null : lowerSource(path, file.text).module;
    lowered.set(path, made);
    return made;
  };
  const resolve = (from: string, specifier: string): string | null => {
    const resolution = snapshot.resolve(from, specifier);
    return resolution.kind === 'file' ? resolution.path : null;
  };
  let count = 0;
  for (const path of snapshot.paths.filter((candidate) => wanted.test(candidate))) {
    const found = module(path);
    for (const fn of found?.functions.slice(1) ?? []) {
      if (found === null || count >= most) return count;
      count++;
      const solver = createSolver({ core: 'none' });
      const world = createWorld({ module, resolve }, solver, { paths: 10, steps: 20_000 });
      const inputs = functionInputs({ moduleAt: module, resolve, ambientModules: () => [] }, fn, found);
      const end = performance.now() + 500;
      const { ends } = explore({ world, path, fn, inputs, expired: () => performance.now() > end });
      for (const state of ends) describePath(world, state, { name: fn.qualifiedName, inputs });
    }
  }
  return count;
}

describe('functions of real packages', () => {
  it.each([
    ['semver', /./, 60],
    ['picomatch', /./, 40],
    ['lodash', /^[a-c_][a-zA-Z]*\.js$/, 40],
    ['zod/src', /v4\/core\/(api|util)/, 40],
    ['rxjs/src', /internal\/(util|operators)\//, 30],
  ])('of %s are followed without an internal error', (folder, wanted, most) => {
    expect(followAll(folder, wanted, most)).toBeGreaterThanOrEqual(most - 5);
  });

  it('may use a variable whose name is also a type', () => {
    const text = `
      export interface Size { readonly width: number }
      export const Size = { unit: 10 };
      export function f(size: Size) { return size.width * Size.unit; }`;
    const { ends } = exploreSource(text, 'f', { solver: { core: 'none' } });
    expect(ends.map((state) => state.completion?.kind)).toEqual(['returns']);
  });
});
