import { expect, it } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import { TemporaryRepository } from '../project/temporary-repository';

const decorator = 'export function twice(v: any, c: any) { return (n: number) => v(n) * 2; }\n';

it.each([
  ['in the module itself', 'a.ts', 'export function f(n: number) { return new A().m(n); }'],
  ['in one that it imports', 'b.ts', ''],
])('a module with decorators that cannot be compiled here is no difference: %s', async (_, path, more) => {
  const repository = new TemporaryRepository();
  const version = (written: string): string =>
    `${decorator}export class A { ${written} m(n: number) { return n; } }\n${more}`;
  const using = "import { A } from './b'; export function f(n: number) { return new A().m(n); }";
  repository.commit({ [path]: version('@twice'), ...(path === 'b.ts' ? { 'a.ts': using } : {}) });
  repository.write({ [path]: version('') });
  const result = await analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 60_000 });
  const verdicts = [...result.functions, ...result.entryPoints].map(({ verdict }) => verdict);
  expect(verdicts.map(({ kind }) => kind)).not.toContain('differs');
  const body = result.functions.find(({ id }) => id === `${path}#<module>`);
  expect(body?.verdict).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('decorators') as string });
});
