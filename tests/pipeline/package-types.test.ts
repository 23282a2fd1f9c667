import { expect, it } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import { TemporaryRepository } from '../project/temporary-repository';

function commonJs(least: number): string {
  return `exports.isOld = function (age) { return age >= ${least}; };\n`;
}

it('revisions are run as their own package.json says, whatever it is by now', async () => {
  const repository = new TemporaryRepository();
  const base = repository.commit({ 'package.json': '{ "name": "a" }', 'a.js': commonJs(60) });
  const head = repository.commit({ 'a.js': commonJs(65) });
  repository.commit({ 'package.json': '{ "name": "a", "type": "module" }', 'a.js': 'export const isOld = 1;\n' });
  const options = { cwd: repository.root, base, head, cache: false, budgetMs: 20_000 };
  const { functions } = await analyzeChange(options);
  expect(functions.map(({ id, verdict }) => [id, verdict.kind])).toEqual([['a.js#isOld', 'differs']]);
});
