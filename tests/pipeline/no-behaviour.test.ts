import { describe, expect, it } from 'vitest';
import { compare } from '../../src/pipeline';
import type { Verdict } from '../../src/result/verdict';
import { TemporaryFolder } from '../project/temporary-repository';

async function verdictOf(before: string, now: string): Promise<Verdict | undefined> {
  const folder = new TemporaryFolder();
  folder.write({ 'old/a.js': before, 'new/a.js': now });
  const { functions } = await compare({ cwd: folder.root, old: 'old', new: 'new', cache: false, budgetMs: 60_000 });
  return functions.find(({ id }) => id === 'a.js#f')?.verdict;
}

describe('what belongs to a run and not to the code is no difference', () => {
  it.each([
    ['the process', 'process.pid'],
    ['its memory', 'process.memoryUsage().heapUsed'],
    ['where the files are', "require('path').join(__dirname, 'x')"],
    ['a module that is not there', "require('./cmds/' + x)"],
    ['where an error was made', "require('util').inspect(new Error('a'))"],
  ])('%s', async (_, text) => {
    const found = await verdictOf(
      `exports.f = function (x) { var found = ${text}; return found; };`,
      `exports.f = function (x) { return ${text}; };`,
    );
    expect(found?.kind).toMatch(/^(?:same|unknown)$/);
  });
});

function ids(first: string): string {
  return `exports.f = function* () { let n = ${first}; while (true) yield n++; };`;
}

function newer(text: string): string {
  return `exports.f = (s) => /(?<y>a)|(?<y>b)/.test(s) && s === '${text}';`;
}

describe('what has no end', () => {
  it('is not the same up to a bound that nothing keeps', async () => {
    expect(await verdictOf(ids('1'), ids('2 - 1'))).toMatchObject({ kind: 'unknown' });
  });

  it('differs in its first values', async () => {
    expect(await verdictOf(ids('1'), ids('0'))).toMatchObject({ kind: 'differs', witness: { call: 'f()' } });
  });
});

it('a regular expression that the engine does not know is no error of ours', async () => {
  // Engines from 2025 on know it.
  expect((await verdictOf(newer('a'), newer('b')))?.kind).toMatch(/^(?:unknown|differs)$/);
});
