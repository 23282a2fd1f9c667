import { expect, it } from 'vitest';
import { compare } from '../../src/pipeline';
import { TemporaryFolder } from '../project/temporary-repository';

/** What is said of the body of a module and of the function `n`, where the text has a box. */
async function said(text: string, before: string, now: string): Promise<Record<string, string>> {
  const folder = new TemporaryFolder();
  folder.write({ 'old.ts': text.replace('□', before), 'new.ts': text.replace('□', now) });
  const found = await compare({ cwd: folder.root, old: 'old.ts', new: 'new.ts', cache: false, budgetMs: 60_000 });
  const all = [...found.functions, ...found.entryPoints].filter(({ id }) => id !== 'new.ts#put');
  return Object.fromEntries(
    all.map(({ id, verdict }) => [id, verdict.kind === 'unknown' ? verdict.reason : verdict.kind]),
  );
}

const shared = 'is one object with another in one version only';

it.each([
  [
    'objects',
    'const m = { n: 0 }; const w = { m }; const r = □; export function put() { w.m.n++; } export function n() { return r.m.n; }',
    '{ m: { n: 0 } }',
  ],
  [
    'sets',
    'const m = new Set<number>(); const w = { m }; const r = □; export function put() { w.m.add(1); } export function n() { return r.m.size; }',
    '{ m: new Set<number>() }',
  ],
  [
    'expressions',
    'const m = /x/g; const w = { m }; const r = □; export function put() { w.m.test("x"); } export function n() { return r.m.test("x"); }',
    '{ m: /x/g }',
  ],
])('%s that are no longer one are no reason to call a module the same', async (_, text, now) => {
  const found = await said(text, '{ m }', now);
  expect(found['new.ts#<module>']).toContain(shared);
});

it('modules that hold what they held before are the same', async () => {
  const text = 'const m = { n: 0 }; const w = { m }; const r = □; export function n() { return r.m.n; }';
  expect((await said(text, '{ m }', '{ m: [m][0]! }'))['new.ts#<module>']).toBe('same');
});

it('a module that no longer exports a name is not the same', async () => {
  const found = await said('function a() {} function b() {} export { □ };', 'a, b', 'a');
  expect(found['new.ts#<module>']).toBe('it no longer exports b: who imports it breaks');
});
