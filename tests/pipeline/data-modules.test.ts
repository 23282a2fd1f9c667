import { describe, expect, it } from 'vitest';
import { analyzeChange, compare, explorePaths } from '../../src/pipeline';
import type { Result } from '../../src/result/result';
import { TemporaryFolder, TemporaryRepository } from '../project/temporary-repository';

type Files = Readonly<Record<string, string>>;

async function change(before: Files, after: Files, type = 'module'): Promise<Result> {
  const repository = new TemporaryRepository();
  repository.commit({ 'package.json': JSON.stringify({ type }), ...before });
  repository.write(after);
  return analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 60_000 });
}

function verdictOf(result: Result, id: string): string {
  const found = [...result.functions, ...result.entryPoints].find((each) => each.id === id);
  if (found === undefined) return 'not mentioned';
  const { verdict, behaviours } = found;
  const seen = behaviours.map(({ before, now, witness }) => `${witness.call}: ${before} → ${now}`);
  return verdict.kind === 'unknown' ? verdict.reason : [verdict.kind, ...seen].join(': ');
}

const small = { 'data.json': '{ "max": 10 }' };
const large = { 'data.json': '{ "max": 12 }' };

function takes(x: string): string {
  return `import data from './data.json' with { type: 'json' };\nexport function limit(x: number) {\n  return ${x} ? data.max : null;\n}\n`;
}

describe('a JSON file that source imports', () => {
  it('is part of what a changed function does', async () => {
    const result = await change(
      { ...small, 'a.ts': takes('x > 3') },
      { ...large, 'a.ts': takes('!(x <= 3) && x === x') },
    );
    expect(verdictOf(result, 'a.ts#limit')).toBe('differs: limit(4): returns 10 → returns 12');
  });

  it('makes a function differ that reads it, when nothing else has changed', async () => {
    const result = await change({ ...small, 'a.ts': takes('x > 3') }, large);
    expect(verdictOf(result, 'a.ts#limit')).toBe('differs: limit(4): returns 10 → returns 12');
    expect(verdictOf(result, 'data.json#<module>')).toContain('module.exports.max = 10 → module.exports.max = 12');
    expect(result.files).toMatchObject([{ path: 'data.json', status: 'changed' }]);
    expect(result.impact.statements.map(({ span }) => span.file)).toContain('a.ts');
  });

  it('is the same when only its form has changed', async () => {
    const result = await change({ ...small, 'a.ts': takes('x > 3') }, { 'data.json': '{\n  "max": 1e1\n}\n' });
    expect(verdictOf(result, 'a.ts#limit')).not.toContain('differs');
    expect(verdictOf(result, 'data.json#<module>')).not.toContain('differs');
  });

  it.each([
    ['by name', "import { max } from './data.json';\nexport const f = () => max;"],
    ['as a namespace', "import * as data from './data.json';\nexport const f = () => data.max;"],
    [
      're-exported',
      "export { max } from './data.json';\nimport { max } from './data.json';\nexport const f = () => max;",
    ],
  ])('is seen %s', async (_, text) => {
    const result = await change({ ...small, 'a.js': text }, large);
    expect(verdictOf(result, 'a.js#f')).toContain('differs');
  });

  it('is seen through require, with and without extension', async () => {
    const result = await change(
      {
        ...small,
        'a.js': "const d = require('./data.json'); exports.f = () => d.max;",
        'b.js': "const { max } = require('./data'); exports.g = () => max;",
      },
      large,
      'commonjs',
    );
    expect(verdictOf(result, 'a.js#f')).toContain('differs');
    expect(verdictOf(result, 'b.js#g')).toContain('differs');
  });

  it('may hold any name', async () => {
    const text = `import data from './data.json' with { type: 'json' };\nexport const f = (o) => [Object.keys(data), data.v];\n`;
    const before = '{ "__proto__": { "v": 1 }, "constructor": null, "\u2028": [] }';
    const result = await change(
      { 'data.json': before, 'a.js': text },
      { 'data.json': before.replace('null', '0'), 'a.js': text.replace('(o)', '(p)') },
    );
    expect(verdictOf(result, 'a.js#f')).not.toContain('differs');
    expect(verdictOf(result, 'data.json#<module>')).toContain('constructor = null → ');
  });

  it('that is no JSON any more cannot be imported', async () => {
    const result = await change({ ...small, 'a.ts': takes('x > 3') }, { 'data.json': '{ max: 12 }' });
    expect(verdictOf(result, 'data.json#<module>')).toContain('→ throws new SyntaxError(');
    expect(verdictOf(result, 'a.ts#limit')).toContain('its module is loaded → throws new SyntaxError');
  });

  it('counts when an import of it comes or goes', async () => {
    const text = takes('x > 3');
    const not = text.replace('data.max', '10').replace(/^import.*\n/, '');
    const gone = await change({ ...small, 'a.ts': text }, { 'a.ts': not });
    expect(gone.files.map(({ path }) => path)).toEqual(['a.ts']);
    expect(verdictOf(gone, 'a.ts#limit')).toBe('same');
    const come = await change({ ...small, 'a.ts': not }, { ...large, 'a.ts': text });
    expect(verdictOf(come, 'a.ts#limit')).toContain('returns 10 → returns 12');
  });

  it('is compared in folders, too', async () => {
    const folder = new TemporaryFolder();
    for (const [name, data] of [
      ['old', small],
      ['new', large],
    ] as const) {
      folder.write({ [`${name}/a.ts`]: takes('x > 3'), [`${name}/data.json`]: data['data.json'] });
    }
    const result = await compare({ cwd: folder.root, old: 'old', new: 'new', cache: false, budgetMs: 60_000 });
    expect(verdictOf(result, 'a.ts#limit')).toContain('returns 10 → returns 12');
  });
});

it('paths know what a JSON file says', async () => {
  const folder = new TemporaryFolder();
  folder.write({ 'package.json': '{}', ...small, 'a.ts': takes('x > 3') });
  const { paths } = await explorePaths({ cwd: folder.root, target: 'a.ts#limit', cache: false });
  expect(paths.map(({ condition, outcome, replayed }) => [condition, outcome, replayed])).toEqual([
    ['x > 3', { kind: 'returns', value: '10' }, true],
    ['!(x > 3)', { kind: 'returns', value: 'null' }, true],
  ]);
});

it('what is kept between runs knows each version of a file that is not committed', async () => {
  const repository = new TemporaryRepository();
  repository.commit({ ...small, 'a.ts': takes('x > 3') });
  for (const max of [11, 12, 10, 13]) {
    repository.write({ 'data.json': `{ "max": ${max} }` });
    const result = await analyzeChange({ cwd: repository.root, base: 'HEAD', budgetMs: 60_000 });
    const expected = max === 10 ? 'not mentioned' : `differs: limit(4): returns 10 → returns ${max}`;
    expect(verdictOf(result, 'a.ts#limit')).toBe(expected);
  }
});

it('a JSON file that no source imports is none of ours', async () => {
  const result = await change({ ...small, 'a.js': 'export const f = (x) => x;' }, large);
  expect(result.files).toEqual([]);
  expect(result.diagnostics.map(({ code }) => code)).toContain('empty-diff');
});

function uses(specifier: string, text: string): Files {
  return {
    'a.js': `import thing from '${specifier}';\nexport function f(n) { return ${text}; }\nexport const g = () => thing;\n`,
    'b.js': `export function h(n) { return ${text}; }\n`,
  };
}

describe('what is imported and is no source', () => {
  const [before, after] = ['n === 1 ? 2 : 3', 'n !== 1 ? 3 : 2'];

  it.each<[string, string, Files, Files]>([
    [
      'a package that is updated',
      'lib',
      { 'package.json': '{ "type": "module", "dependencies": { "lib": "1.0.0" } }' },
      { 'package.json': '{ "type": "module", "dependencies": { "lib": "2.0.0" } }' },
    ],
    [
      'a package that needs one that is updated',
      'lib',
      { 'yarn.lock': 'lib@^1:\n  version "1.0.0"\n  dependencies:\n    other "^1"\n\nother@^1:\n  version "1.0.0"\n' },
      { 'yarn.lock': 'lib@^1:\n  version "1.0.0"\n  dependencies:\n    other "^1"\n\nother@^1:\n  version "1.0.1"\n' },
    ],
    ['a text', './words.txt', { 'words.txt': 'a' }, { 'words.txt': 'b' }],
    ['a program of another kind', './add.wasm', { 'add.wasm': '\0a' }, { 'add.wasm': '\0b' }],
  ])('is not called the same: %s', async (_, specifier, old, now) => {
    const changed = await change({ ...uses(specifier, before), ...old }, { ...uses(specifier, after), ...now });
    const name = specifier.replace('./', '');
    expect(verdictOf(changed, 'a.js#f')).toBe(`the change updates ${name}, and what that does is not compared`);
    expect(verdictOf(changed, 'b.js#h')).toBe('same');
    const said = changed.diagnostics.filter(({ code }) => code === 'updated-imports');
    expect(said.map(({ message }) => message.split(' ', 1))).toEqual([[name]]);
    const unchanged = await change({ ...uses(specifier, before), ...old }, uses(specifier, after));
    expect(verdictOf(unchanged, 'a.js#f')).toBe('same');
    expect(unchanged.diagnostics.map(({ code }) => code)).not.toContain('updated-imports');
  });
});

describe('options for source that itself is the same', () => {
  const source: Files = { 'a.js': 'exports.f = () => 1;', 'deep/b.js': 'exports.g = () => 2;' };

  it.each<[string, string, Files]>([
    ['of the compiler', 'tsconfig.json', { 'tsconfig.json': '{ "compilerOptions": { "target": "es5" } }' }],
    ['of the package', 'package.json', { 'package.json': '{ "type": "commonjs" }' }],
    ['of a folder', 'deep/package.json', { 'deep/package.json': '{ "imports": { "#x": "./x.js" } }' }],
  ])('are told: %s', async (_, file, now) => {
    const { diagnostics } = await change(source, { ...source, ...now });
    const said = diagnostics.filter(({ code }) => code === 'updated-options');
    expect(said.map(({ message }) => message.split(':', 1))).toEqual([[`other options in ${file}`]]);
  });

  it.each<[string, Files]>([
    ['that say nothing of how it runs', { 'package.json': '{ "type": "module", "version": "2.0.0" }' }],
    ['of a folder without source', { 'other/package.json': '{ "type": "module" }' }],
  ])('are not told: %s', async (_, now) => {
    const { diagnostics } = await change(source, { ...source, ...now });
    expect(diagnostics.map(({ code }) => code)).not.toContain('updated-options');
  });
});

function reads(text: string): Files {
  return {
    'a.js': `import { readFileSync } from 'node:fs';\nexport function f(n) { return ${text}; }\nexport const list = () => readFileSync('words/list.txt', 'utf8');\n`,
  };
}

it.each<[string, Files, Files, string]>([
  [
    'a file that a module may read',
    { 'words/list.txt': 'a' },
    { 'words/list.txt': 'b' },
    'the change updates words/list.txt, which a.js may read',
  ],
  [
    'options of the compiler',
    { 'tsconfig.json': '{ "compilerOptions": { "target": "es2021" } }' },
    { 'tsconfig.json': '{ "compilerOptions": { "target": "es2022" } }' },
    'the change sets other options in tsconfig.json, and what they do is not compared',
  ],
])('nothing is called the same that rests on %s', async (_, old, now, reason) => {
  const changed = await change({ ...reads('n === 1 ? 2 : 3'), ...old }, { ...reads('n !== 1 ? 3 : 2'), ...now });
  expect(verdictOf(changed, 'a.js#f')).toBe(reason);
  const others = { 'README.md': 'more' };
  const unchanged = await change({ ...reads('n === 1 ? 2 : 3'), ...old }, { ...reads('n !== 1 ? 3 : 2'), ...others });
  expect(verdictOf(unchanged, 'a.js#f')).toBe('same');
});
