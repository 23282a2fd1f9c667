import { expect, test } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import { TemporaryRepository } from '../project/temporary-repository';

const barrel = {
  'a.ts': 'export const parse = (s: string) => s.trim();',
  'i.ts': "export * from './a';\nexport * from './b';",
};

/** Who imports a name that is gone, and what has taken it away: a file, before, now. */
const cases = [
  [
    'by its name, which two modules have now',
    { ...barrel, 'c.ts': "import { parse } from './i';\nexport const go = (s: string) => parse(s);" },
    ['b.ts', 'export const z = 1;', 'export const z = 1;\nexport const parse = (s: string) => s;'],
  ],
  [
    'as a part of a namespace, which two modules have now',
    {
      ...barrel,
      'c.ts': "import * as i from './i';\nexport const go = (s: string) => (i.parse ? i.parse(s) : s + '?');",
    },
    ['b.ts', 'export const z = 1;', 'export const z = 1;\nexport const parse = (s: string) => s;'],
  ],
  [
    'that it uses for some inputs only',
    {
      'c.ts': "import { parse } from './b';\nexport const go = (s: string) => (s === 'zzz' ? parse(s) : s);",
    },
    ['b.ts', 'export const parse = (s: string) => s;', 'export const parses = (s: string) => s;'],
  ],
] as const;

test.each(cases)('who imports a name %s is not the same', async (_, files, [path, before, now]) => {
  const repository = new TemporaryRepository();
  repository.commit({ 'package.json': '{}', ...files, [path]: before });
  repository.write({ [path]: now });
  const { entryPoints, functions } = await analyzeChange({
    cwd: repository.root,
    base: 'HEAD',
    cache: false,
    budgetMs: 10_000,
  });
  const found = [...functions, ...entryPoints].filter(({ id }) => id.startsWith('c.ts#'));
  expect(found).not.toEqual([]);
  expect(found.map(({ verdict }) => verdict.kind)).not.toContain('same');
});
