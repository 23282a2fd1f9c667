import { describe, expect, it } from 'vitest';
import { compare } from '../../src/pipeline';
import { TemporaryFolder } from '../project/temporary-repository';

type Files = Readonly<Record<string, string>>;

/** What is said of a change besides what functions do. */
async function said(before: Files, after: Files): Promise<string[]> {
  const folder = new TemporaryFolder();
  for (const [version, files] of Object.entries({ old: before, new: after })) {
    for (const [path, text] of Object.entries(files)) folder.write({ [`${version}/${path}`]: text });
  }
  const options = { cwd: folder.root, old: 'old', new: 'new', cache: false, behaviour: false } as const;
  const { diagnostics } = await compare(options);
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

describe('names that two modules have which are passed on by export *', () => {
  const index = "export * from './a'; export * from './b';";
  const [one, two] = ['export function one() {}', 'export function two() {}'];

  it.each<[string, Files, Files, string[]]>([
    [
      'are lost',
      { 'index.ts': index, 'a.ts': one, 'b.ts': two },
      { 'index.ts': index, 'a.ts': one, 'b.ts': `${one} ${two}` },
      ['one of index.ts'],
    ],
    [
      'are lost to whoever passes that on, too',
      { 'index.ts': index, 'all.ts': "export * from './index';", 'a.ts': one, 'b.ts': two },
      { 'index.ts': index, 'all.ts': "export * from './index';", 'a.ts': one, 'b.ts': `${one} ${two}` },
      ['one of all.ts', 'one of index.ts'],
    ],
    [
      'are not where they mean the same',
      { 'index.ts': index, 'a.ts': one, 'b.ts': two },
      { 'index.ts': index, 'a.ts': one, 'b.ts': `export { one } from './a'; ${two}` },
      [],
    ],
    [
      'are not where the module has one by itself',
      { 'index.ts': `${index} export { one } from './a';`, 'a.ts': one, 'b.ts': two },
      { 'index.ts': `${index} export { one } from './a';`, 'a.ts': one, 'b.ts': `${one} ${two}` },
      [],
    ],
    [
      'were lost before',
      { 'index.ts': index, 'a.ts': one, 'b.ts': one },
      { 'index.ts': index, 'a.ts': one, 'b.ts': `${one} ${two}` },
      [],
    ],
    [
      'are not where modules pass on each other',
      { 'index.ts': index, 'a.ts': `${one} export * from './index';`, 'b.ts': two },
      { 'index.ts': index, 'a.ts': `${one} export * from './index';`, 'b.ts': `${two} export const x = 1;` },
      [],
    ],
  ])('%s', async (_, before, after, names) => {
    const found = (await said(before, after)).filter((each) => each.startsWith('ambiguous-export'));
    expect(
      found
        .join()
        .split(/: |\. /)
        .at(2)
        ?.split(', ') ?? [],
    ).toEqual(names);
  });
});

describe('what is no source, and the program rests on', () => {
  it('is said to lead importers elsewhere', async () => {
    const files = { 'a.js': 'exports.f = () => 1;', 'b.js': 'exports.f = () => 2;' };
    const of = (main: string, version: string): Files => {
      return { ...files, 'package.json': JSON.stringify({ name: 'p', main, version }) };
    };
    expect(await said(of('./a.js', '1.0.0'), of('./b.js', '1.0.0'))).toEqual([
      expect.stringMatching(/^empty-diff/),
      expect.stringMatching(/^updated-entries: package\.json leads importers of the package to other files/),
    ]);
    expect(await said(of('./a.js', '1.0.0'), of('./a.js', '1.0.1'))).toEqual([expect.stringMatching(/^empty-diff/)]);
  });

  it('is said to be read, where a module that reads files names it', async () => {
    const source =
      "import { readFileSync } from 'node:fs'; export const limit = () => readFileSync('data/limits.txt');";
    const of = (limits: string, notes: string): Files => {
      return { 'a.ts': source, 'b.ts': "export const b = 'notes.txt';", 'data/limits.txt': limits, 'notes.txt': notes };
    };
    expect(await said(of('10', ''), of('11', 'x'))).toEqual([
      expect.stringMatching(/^empty-diff/),
      expect.stringMatching(/^updated-files: data\/limits\.txt \(named in a\.ts\) changed/),
    ]);
  });
});
