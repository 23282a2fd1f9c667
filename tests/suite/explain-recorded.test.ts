import { expect, test } from 'vitest';
import { explain, record, selectAffectedTests } from '#pipeline';
import { explainHeadline } from '#report/explain-words';
import { TemporaryRepository } from '../project/temporary-repository';

const files = {
  'package.json': '{ "type": "module", "scripts": { "test": "node --test test/" } }',
  'src/fee.js': `
export const fee = (weight, express) => base(weight) * (express ? 2 : 1);
function base(weight) { return weight > 10 ? 30 : 10; }
`,
  'test/fee.test.js': `
import { test, describe } from 'node:test';
import assert from 'node:assert';
import { fee } from '../src/fee.js';
const cases = [[1, false, 10], [10, true, 20], [12, false, 30]];
describe('fee', () => {
  for (const [weight, express, expected] of cases) {
    test(\`of \${weight}\`, () => assert.equal(fee(...[weight, express]), expected));
  }
});
`,
};

test('a test of a table is explained by the calls that it was seen to make', { timeout: 120_000 }, async () => {
  const repository = new TemporaryRepository();
  repository.commit(files);
  const cwd = repository.root;
  await record({ cwd });
  repository.write({ 'src/fee.js': files['src/fee.js'].replace('> 10', '>= 10') });
  const line = 'test/fee.test.js:8';
  const named = 'test/fee.test.js#fee > of 10';
  const unseen = explain({ cwd, target: line, base: 'HEAD', cache: false });
  await expect(unseen).rejects.toMatchObject({
    diagnostic: { code: 'no-call-in-test', remedy: expect.stringContaining('wingbeat tests --run') as string },
  });
  const { run } = await selectAffectedTests({ cwd, run: true });
  expect(run?.failed.map(({ name }) => name)).toEqual(['fee > of 10']);
  for (const target of [line, named]) {
    const { calls } = await explain({ cwd, target, base: 'HEAD', cache: false });
    expect(calls.map((call) => [call.function, call.call])).toEqual([['src/fee.js#base', 'base(10)']]);
    expect(calls[0]?.causes.map(({ condition }) => condition)).toEqual(['weight >= 10']);
  }
  const listed = await explain({ cwd, target: 'test/fee.test.js > fee > of 10', base: 'HEAD', cache: false });
  expect(listed.calls).toHaveLength(1);
  const alike = await explain({ cwd, target: 'test/fee.test.js#fee > of 1', base: 'HEAD', cache: false });
  expect(alike.calls).toEqual([]);
  expect(explainHeadline(alike)).toMatch(/^no call of the test that is known behaves otherwise since/);
  repository.write(files);
  const unchanged = await explain({ cwd, target: line, base: 'HEAD', cache: false });
  expect(explainHeadline(unchanged)).toMatch(/^no call of the test .* behaves otherwise since/);
});
