import { describe, expect, it } from 'vitest';
import { compare } from '../../src/pipeline';
import { TemporaryFolder } from '../project/temporary-repository';

type Files = Readonly<Record<string, string>>;

const before = "import { lib } from './lib';\nexport function f(n: number) { return n === 1 ? lib : 3; }\n";
const after = before.replace('n === 1 ? lib : 3', 'n !== 1 ? 3 : lib');

/** Compares `a.ts` of two folders, as single files. */
async function verdict(old: Files, now: Files): Promise<string> {
  const folder = new TemporaryFolder();
  for (const [name, files] of Object.entries({ old, new: now })) {
    folder.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])));
  }
  const result = await compare({ cwd: folder.root, old: 'old/a.ts', new: 'new/a.ts', cache: false, budgetMs: 60_000 });
  const found = result.functions.find(({ id }) => id === 'a.ts#f')?.verdict;
  return found?.kind === 'unknown' ? found.reason : (found?.kind ?? 'not mentioned');
}

describe('a file that imports another of its folder', () => {
  it('is the same where that is', async () => {
    const rest = { 'lib.ts': "export * from './deep.js';", 'deep.ts': 'export const lib = 5;' };
    expect(await verdict({ 'a.ts': before, ...rest }, { 'a.ts': after, ...rest })).toBe('same');
  });

  it.each<[string, Files, Files, string]>([
    ['that differs', { 'lib.ts': 'export const lib = 5;' }, { 'lib.ts': 'export const lib = 6;' }, 'lib.ts'],
    [
      'that imports one that differs',
      { 'lib.ts': "export * from './deep.js';", 'deep.ts': 'export const lib = 5;' },
      { 'lib.ts': "export * from './deep.js';", 'deep.ts': 'export const lib = 6;' },
      'lib.ts',
    ],
    [
      'that imports a package which is installed in two versions',
      { 'lib.ts': "export { lib } from 'p';", 'node_modules/p/package.json': '{ "version": "1.0.0" }' },
      { 'lib.ts': "export { lib } from 'p';", 'node_modules/p/package.json': '{ "version": "1.0.1" }' },
      'lib.ts',
    ],
    ['that is gone', { 'lib.ts': 'export const lib = 5;' }, {}, './lib'],
  ])('is not called the same where it is one %s', async (_, old, now, name) => {
    const found = await verdict({ 'a.ts': before, ...old }, { 'a.ts': after, ...now });
    expect(found).toBe(`the change updates ${name}, and what that does is not compared`);
  });
});
