import { describe, expect, it } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import { TemporaryRepository } from '../project/temporary-repository';

type Files = Readonly<Record<string, string>>;

/** What is said of each function and entry point, by its name. */
async function verdicts(before: Files, after: Files): Promise<Map<string, string>> {
  const repository = new TemporaryRepository();
  repository.commit({ 'package.json': '{ "type": "module" }', ...before });
  repository.write(after);
  const result = await analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 60_000 });
  return new Map([...result.functions, ...result.entryPoints].map(({ id, verdict }) => [id, verdict.kind]));
}

const twoOfOneName: Files = {
  'x.ts': 'export const h = () => 1;',
  'y.ts': 'export const h = () => 2;',
  'a.ts': "import { h } from './mid'; export function f() { return h(); }",
};

const registry: Files = {
  'reg.ts': 'export const list: string[] = [];',
  'p.ts': "import { list } from './reg'; list.push('p');",
  'q.ts': "import { list } from './reg'; list.push('q');",
};

/** What changes, in which file, and what must be seen of it. */
const cases: readonly (readonly [what: string, path: string, before: Files, after: string])[] = [
  [
    'a name is passed on from another module',
    'mid.ts',
    { ...twoOfOneName, 'mid.ts': "export { h } from './x';" },
    "export { h } from './y';",
  ],
  [
    'all names are passed on from another module',
    'mid.ts',
    { ...twoOfOneName, 'mid.ts': "export * from './x';" },
    "export * from './y';",
  ],
  [
    'a name is passed on from another module than the others',
    'mid.ts',
    { ...twoOfOneName, 'mid.ts': "export * from './x';" },
    "export * from './x'; export { h } from './y';",
  ],
  [
    'a name is passed on by way of a third module',
    'mid.ts',
    {
      ...twoOfOneName,
      'mid.ts': "export { h } from './x';",
      'far.ts': "import { h } from './mid'; export { h as k };",
      'a.ts': "import * as far from './far'; export function f() { return far.k(); }",
    },
    "export { h } from './y';",
  ],
  [
    'names are exchanged',
    'mid.ts',
    {
      'mid.ts': 'const a = () => 1; const b = () => 2; export { a as h, b as k };',
      'a.ts': "import { h } from './mid'; export function f() { return h(); }",
    },
    'const a = () => 1; const b = () => 2; export { b as h, a as k };',
  ],
  [
    'a variable holds a function of the same name from elsewhere',
    'table.ts',
    {
      ...twoOfOneName,
      'table.ts': "import { h } from './x'; export const table = { h };",
      'a.ts': "import { table } from './table'; export function f() { return table.h(); }",
    },
    "import { h } from './y'; export const table = { h };",
  ],
  [
    'modules are loaded in another order',
    'a.ts',
    {
      ...registry,
      'a.ts': "import './p'; import './q'; import { list } from './reg'; export function f() { return list[0]; }",
    },
    "import './q'; import './p'; import { list } from './reg'; export function f() { return list[0]; }",
  ],
  [
    'a module is no longer loaded',
    'a.ts',
    { ...registry, 'a.ts': "import './p'; import { list } from './reg'; export function f() { return list.length; }" },
    "import { list } from './reg'; export function f() { return list.length; }",
  ],
  [
    'members of an enum are in another order',
    'k.ts',
    {
      'k.ts': 'export enum E { A, B }',
      'a.ts': "import { E } from './k'; export function f(x: number) { return x === E.B; }",
    },
    'export enum E { B, A }',
  ],
  [
    'a member of an enum has another value',
    'k.ts',
    {
      'k.ts': 'export enum E { A = 1, B = 2 }',
      'a.ts': "import { E } from './k'; export function f(x: number) { return x === E.B; }",
    },
    'export enum E { A = 1, B = 3 }',
  ],
  [
    'a namespace holds another value',
    'k.ts',
    {
      'k.ts': 'export namespace N { export const n = 1; }',
      'a.ts': "import { N } from './k'; export function f() { return N.n; }",
    },
    'export namespace N { export const n = 2; }',
  ],
  [
    'a default export is another value',
    'k.ts',
    { 'k.ts': 'export default 1;', 'a.ts': "import n from './k'; export function f() { return n; }" },
    'export default 2;',
  ],
  [
    'a default export holds another value',
    'k.ts',
    { 'k.ts': 'export default { n: 1 };', 'a.ts': "import o from './k'; export function f() { return o.n; }" },
    'export default { n: 2 };',
  ],
  [
    'a static block runs earlier',
    'k.ts',
    {
      'k.ts': 'export class K { static n = 1; static { K.n += 1; } }',
      'a.ts': "import { K } from './k'; export function f() { return K.n; }",
    },
    'export class K { static { K.n += 1; } static n = 1; }',
  ],
  [
    'a function has another value around it',
    'k.ts',
    {
      'k.ts': 'const make = (k: number) => (x: number) => x + k; export const g = make(1);',
      'a.ts': "import { g } from './k'; export function f(x: number) { return g(x); }",
    },
    'const make = (k: number) => (x: number) => x + k; export const g = make(2);',
  ],
  [
    'a function of an object has another object around it',
    'k.ts',
    {
      'k.ts': 'const make = (o: { k: number }) => ({ get: () => o.k }); export const api = make({ k: 1 });',
      'a.ts': "import { api } from './k'; export function f() { return api.get(); }",
    },
    'const make = (o: { k: number }) => ({ get: () => o.k }); export const api = make({ k: 2 });',
  ],
];

describe('a difference that shows once modules are loaded', () => {
  it.each(cases)('is not called the same: %s', async (_, path, before, after) => {
    const found = await verdicts(before, { [path]: after });
    expect(found.get(`${path}#<module>`)).not.toBe('same');
  });

  it.each(cases.filter(([, path]) => path !== 'a.ts'))(
    'is found where it is used: %s',
    async (_, path, before, after) => {
      const found = await verdicts(before, { [path]: after });
      expect(found.get('a.ts#f')).toBe('differs');
    },
  );

  it.each([
    ['a namespace', 'k.ts#N', 'export namespace N { export const n = □; }'],
    ['a namespace in another', 'k.ts#N.M', 'export namespace N { export namespace M { export const n = □; } }'],
    ['a static field', 'k.ts#K.<static>', 'export class K { static n = □; }'],
    ['a static block', 'k.ts#K.<static>', 'export class K { static n = 0; static { K.n = □; } }'],
    ['what a function holds', 'k.ts#<module>', 'export function f() {} f.n = □;'],
  ])('is that of %s', async (_, id, source) => {
    const before = { 'k.ts': source.replace('□', '1') };
    expect((await verdicts(before, { 'k.ts': source.replace('□', '2') })).get(id)).toBe('differs');
    expect((await verdicts(before, { 'k.ts': source.replace('□', '2 - 1') })).get(id)).toBe('same');
  });

  it('is none in what a namespace has besides', async () => {
    const [before, after] = ['', ' export const m = 2;'].map(
      (more) => `export namespace N { export const n = 1;${more} }`,
    );
    const found = await verdicts({ 'k.ts': before ?? '' }, { 'k.ts': after ?? '' });
    expect(found.get('k.ts#N')).not.toBe('differs');
  });

  it('is none where weak collections are empty, and functions have the same around them', async () => {
    const source =
      'const make = (k: number) => () => k; export const g = make(1); export const w = new WeakMap(); export const n = □;';
    const found = await verdicts({ 'a.ts': source.replace('□', '1') }, { 'a.ts': source.replace('□', '2 - 1') });
    expect(found.get('a.ts#<module>')).toBe('same');
  });

  it.each([
    ['a.ts#B.<static>.g', 'export class B { static n = 1; static g = () => this.n + □; }'],
    ['a.ts#N.g', 'export namespace N { export const g = (x: number) => x + □; }'],
    ['a.ts#N.M.g', 'export namespace N { export namespace M { export const g = (x: number) => x + □; } }'],
  ])('is seen by calls of what static fields and namespaces make: %s', async (id, source) => {
    const found = await verdicts({ 'a.ts': source.replace('□', '1') }, { 'a.ts': source.replace('□', '2') });
    expect(found.get(id)).toBe('differs');
  });

  it('is told from one of the exports of a CommonJS module alone', async () => {
    const found = await verdicts(
      { 'a.cjs': 'exports.f = function f() { return 1; };' },
      { 'a.cjs': 'exports.f = function f() { return 1; }; module.exports = { f: () => 2 };' },
    );
    expect(found.get('a.cjs#<module>')).not.toBe('same');
  });

  it('is none where a function that is passed on has only changed its file', async () => {
    const found = await verdicts(
      { 'x.ts': 'export const h = () => 1;', 'mid.ts': "export { h } from './x';" },
      { 'mid.ts': 'export const h = () => 1;' },
    );
    expect(found.get('mid.ts#<module>')).not.toBe('differs');
  });
});
