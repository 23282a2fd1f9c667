import { describe, expect, it } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import type { EntryPointResult } from '../../src/result/result';
import { TemporaryRepository } from '../project/temporary-repository';

const working = "exports.names = { '*': 'star' };";
const failing = "exports.names = Object.create(null, { '*': 'star' });";
const caught = "try { require('./missing-here') } catch {}\nexports.names = { '*': 'star' };";
const files = {
  'package.json': '{ "name": "p", "main": "a.js" }',
  'a.js': "const { names } = require('./table'); exports.f = (x) => names[x];",
  'lazy.js': "exports.g = (x) => x === 'load' && require('./table').names[x];",
};

/** Of entry points after `table.js` has changed. */
async function entryPoints(before: string, after: string): Promise<Map<string, EntryPointResult>> {
  const repository = new TemporaryRepository();
  repository.commit({ ...files, 'table.js': before });
  repository.write({ 'table.js': after });
  const result = await analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 60_000 });
  return new Map(result.entryPoints.map((entry) => [entry.id, entry]));
}

describe('a module that only one version loads', () => {
  it.each([
    ['the base', failing, working],
    ['the head', working, failing],
  ])('makes its functions, and those of modules that need it, differ: %s does not', async (_, before, after) => {
    const found = await entryPoints(before, after);
    const { verdict, behaviours } = found.get('a.js#f') ?? {};
    expect(verdict?.kind).toBe('differs');
    expect(verdict?.kind === 'differs' ? verdict.witness.call : null).toBe('import("./a.js")');
    expect(behaviours?.map(({ when }) => when)).toEqual(['true']);
    // It loads in both, and fails when it is called at most.
    const lazy = found.get('lazy.js#g')?.verdict;
    expect(lazy?.kind === 'differs' ? lazy.witness.call : null).not.toBe('import("./lazy.js")');
  });

  it('says nothing where a package is not installed', async () => {
    const found = await entryPoints(working, "exports.names = require('not-installed');");
    expect(found.get('a.js#f')?.verdict.kind).not.toBe('differs');
  });

  it('says nothing where both load', async () => {
    const found = await entryPoints(working, caught);
    expect(found.get('a.js#f')?.verdict.kind).not.toBe('differs');
  });
});
