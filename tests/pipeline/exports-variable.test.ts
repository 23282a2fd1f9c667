import { describe, expect, it } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import type { Result } from '../../src/result/result';
import { TemporaryRepository } from '../project/temporary-repository';

/** Comes by a value that no call on trial tries. */
const rare = 'n > 1e6 && n * 3 === 3000303';

async function change(before: string, after: string, used: string): Promise<Result> {
  const repository = new TemporaryRepository();
  const use = `const lib = require('./lib.js'); exports.use = (/** @type {number} */ n) => ${rare} ? ${used} : 0;`;
  repository.commit({ 'package.json': '{"type":"commonjs"}', 'lib.js': before, 'use.js': use });
  repository.write({ 'lib.js': after });
  return analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 60_000 });
}

function verdictOf({ functions, entryPoints }: Result, id: string): string {
  return [...functions, ...entryPoints].find((each) => each.id === id)?.verdict.kind ?? 'not mentioned';
}

const list = 'module.exports = { a: 1, b: 0 };';

function keeping(value: number): string {
  return `exports.kept = ${value}; const own = () => exports.kept; module.exports = { own };`;
}

describe('the variable exports of a module of CommonJS', () => {
  it.each([
    [
      'a property of a function',
      'module.exports = () => 1; module.exports.b = 5;',
      'module.exports = () => 1; exports.b = 5;',
    ],
    ['a property that is new', 'module.exports = {}; module.exports.b = 5;', 'module.exports = {}; exports.b = 5;'],
    ['a property that is there', `${list} module.exports.b = 5;`, `${list} exports.b = 5;`],
    ['what it is set to', `${list} exports = module.exports; exports.b = 5;`, `${list} exports.b = 5;`],
    ['what is exported', 'module.exports = { b: 5 };', 'exports = { b: 5 };'],
  ])('is the first object that the module had to export, whatever it exports then: %s', async (_, before, after) => {
    const result = await change(before, after, 'lib.b');
    expect(verdictOf(result, 'use.js#use')).toBe('differs');
    expect(verdictOf(result, 'lib.js#<module>')).not.toBe('same');
  });

  it('may be what the module exports, by another name', async () => {
    const result = await change('module.exports.b = 5;', 'exports.b = 5;', 'lib.b');
    expect(verdictOf(result, 'lib.js#<module>')).toBe('same');
  });

  it('is seen by functions of the module, where nobody else sees it', async () => {
    const result = await change(keeping(1), keeping(2), 'lib.own()');
    expect(verdictOf(result, 'use.js#use')).toBe('differs');
  });
});

it('who reads what an assignment wrote before is reached, where it writes something else now', async () => {
  const result = await change(
    'const a = { x: 1 }, b = { x: 1 }; a.x = 2; module.exports = { a, b };',
    'const a = { x: 1 }, b = { x: 1 }; b.x = 2; module.exports = { a, b };',
    'lib.a.x',
  );
  expect(verdictOf(result, 'use.js#use')).toBe('differs');
});
