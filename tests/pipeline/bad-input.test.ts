import { join } from 'node:path';
import { headline, remarks } from '#report/headline';
import { describe, expect, it } from 'vitest';
import { WingbeatError } from '../../src/core/diagnostics';
import { analyzeChange, analyzeImpact, buildGraph, compare } from '../../src/pipeline';
import { TemporaryFolder, TemporaryRepository } from '../project/temporary-repository';

async function refusal(job: Promise<unknown>): Promise<{ code: string; remedy: string; exitCode: number }> {
  const error: unknown = await job.then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof WingbeatError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return { code: error.diagnostic.code, remedy: error.diagnostic.remedy ?? '', exitCode: error.exitCode };
}

describe('what cannot be answered is refused with a code and the next step', () => {
  it('no repository', async () => {
    const folder = new TemporaryFolder().write({ 'a.ts': 'let a = 1' });
    const { code, remedy, exitCode } = await refusal(analyzeChange({ cwd: folder.root }));
    expect([code, exitCode]).toEqual(['not-a-repository', 2]);
    expect(remedy).not.toBe('');
  });

  it('an unknown revision', async () => {
    const repo = new TemporaryRepository();
    repo.commit({ 'a.ts': 'let a = 1' });
    repo.git('branch', 'feature');
    const { code, remedy, exitCode } = await refusal(analyzeChange({ cwd: repo.root, base: 'featur' }));
    expect([code, exitCode]).toEqual(['unknown-revision', 2]);
    expect(remedy).toContain('feature');
  });

  it('missing files, lines and functions', async () => {
    const repo = new TemporaryRepository();
    repo.commit({ 'a.ts': 'export function alpha() {\n  return 1;\n}\n' });
    const at = (target: string) =>
      refusal(analyzeImpact({ cwd: repo.root, target, direction: 'forward', cache: false }));
    expect((await at('b.ts:1')).code).toBe('file-not-found');
    expect((await at('a.ts:99')).code).toBe('line-out-of-range');
    expect((await at('nonsense')).code).toBe('invalid-location');
    repo.write({ 'data.json': '{}', 'notes.txt': '' });
    for (const other of ['data.json:1', 'notes.txt:1']) expect((await at(other)).code).toBe('not-a-source-file');
    const misspelt = await at('a.ts#alhpa');
    expect(misspelt.code).toBe('function-not-found');
    expect(misspelt.remedy).toContain('alpha');
    expect((await refusal(buildGraph({ cwd: repo.root, target: 'a.ts#nope', kind: 'cfg', cache: false }))).code).toBe(
      'function-not-found',
    );
    expect((await refusal(compare({ cwd: repo.root, old: 'a.ts', new: 'gone.ts' }))).code).toBe('file-not-found');
    expect((await refusal(compare({ cwd: repo.root, old: 'a.ts', new: '.' }))).code).toBe('mixed-pair');
  });
});

describe('the rest is still analysed', () => {
  it('where the base has a syntax error', async () => {
    const repo = new TemporaryRepository();
    repo.commit({ 'a.ts': 'export function f( {\n' });
    repo.write({ 'a.ts': 'export function f() { return 1; }\n' });
    const result = await analyzeChange({ cwd: repo.root, base: 'HEAD', cache: false });
    const [problem, ...others] = result.diagnostics.filter((d) => d.code === 'syntax-error-in-base');
    expect(others).toEqual([]);
    expect(problem?.message).toContain('a.ts');
    expect(problem?.message).toContain('HEAD');
    expect(problem?.remedy).toContain('what changed in it');
    expect(result.functions).toEqual([]);
    expect(headline(result)).toBe('What changed in a.ts is not known: it cannot be read.');
  });

  it('next to a file with a syntax error', async () => {
    const repo = new TemporaryRepository();
    repo.commit({ 'good.ts': 'export const f = (x: number) => x + 1;\n', 'bad.ts': 'let ok = 1;\n' });
    repo.write({ 'good.ts': 'export const f = (x: number) => x + 2;\n', 'bad.ts': 'let = = 1;\n' });
    const result = await analyzeChange({ cwd: repo.root, cache: false });
    expect(result.functions.map((f) => f.id)).toContain('good.ts#f');
    const problem = result.diagnostics.find((d) => d.code === 'syntax-error');
    expect(problem?.message).toContain('bad.ts');
    expect(problem?.remedy).not.toBe(undefined);
    expect(result.files.find((f) => f.path === 'bad.ts')).toEqual({
      path: 'bad.ts',
      status: 'changed',
      erased: false,
      unread: true,
    });
    expect(result.functions.filter((f) => f.id.startsWith('bad.ts'))).toEqual([]);
    expect(remarks(result)).toContain('What changed in bad.ts is not known: it cannot be read.');
  });

  it('next to a file that is not text', async () => {
    const repo = new TemporaryRepository();
    repo.commit({ 'good.ts': 'export const a = 1;\n' });
    repo.write({ 'good.ts': 'export const a = 2;\n', 'image.js': new Uint8Array([0, 159, 146, 150, 0, 1]) });
    const result = await analyzeChange({ cwd: repo.root, cache: false });
    expect(result.functions.map((f) => f.id)).toEqual(['good.ts#<module>']);
    expect(result.diagnostics.map((d) => d.code)).toContain('not-text');
    const impact = analyzeImpact({ cwd: repo.root, target: 'image.js:1', direction: 'forward', cache: false });
    await expect(impact).rejects.toMatchObject({ exitCode: 2, diagnostic: { code: 'not-text', severity: 'error' } });
  });

  it('of an empty diff there is nothing to say but that', async () => {
    const repo = new TemporaryRepository();
    const first = repo.commit({ 'a.ts': 'let a = 1;\n' });
    const second = repo.commit({ 'notes.md': 'text' });
    const result = await analyzeChange({ cwd: repo.root, base: first, head: second, cache: false });
    expect(result.functions).toEqual([]);
    expect(result.diagnostics.map((d) => d.code)).toEqual(['empty-diff']);
  });

  it('a file that is compared with itself, and one that is not there but nearly', async () => {
    const repo = new TemporaryRepository();
    repo.commit({ 'lib/index.ts': 'export function fill() {}\n' });
    const same = await compare({ cwd: repo.root, old: 'lib/index.ts', new: 'lib/index.ts', cache: false });
    expect(same.diagnostics).toMatchObject([
      {
        message: 'lib/index.ts was compared with itself',
        remedy: 'Name two versions that differ: wingbeat compare <old> <new>.',
      },
    ]);
    for (const [cwd, near] of [
      [repo.root, 'lib/index.ts'],
      [join(repo.root, 'lib'), 'index.ts'],
    ] as const) {
      const asked = analyzeImpact({ cwd, target: 'indx.ts#fill', direction: 'forward', cache: false });
      await expect(asked).rejects.toMatchObject({ diagnostic: { remedy: `Did you mean ${near}?` } });
    }
  });

  it('with a 2 MB minified file', async () => {
    const repo = new TemporaryRepository();
    const body = Array.from({ length: 24 }, (_, i) => `c[b]=a*${i}+b*7-(a^b)+(a&b|c[a])`).join(',');
    const piece = `function f(a,b,c){return ${body},a}`;
    const many = Array.from({ length: Math.ceil(2_000_000 / piece.length) }, (_, i) =>
      piece.replace('f(', `f${i}(`),
    ).join(';');
    repo.commit({ 'big.min.js': many, 'a.ts': 'export const a = 1;\n' });
    repo.write({ 'big.min.js': many.replace('a&b', 'a|b') });
    const result = await analyzeChange({ cwd: repo.root, cache: false });
    expect(result.functions.map((f) => f.id)).toEqual(['big.min.js#f0']);
  }, 300_000);

  it.each([
    'with space.ts',
    'quo\'te".ts',
    'new\nline.ts',
    'Unicode-ü-漢字-🦋.ts',
    '-dash.ts',
    'hash#sign.ts',
    'co:lon.ts',
    '$(touch x).ts',
  ])('with a file named %j', async (name) => {
    const repo = new TemporaryRepository();
    const text = 'export function f(x: number) {\n  return x + 1;\n}\n';
    repo.commit({ [`src/${name}`]: text });
    repo.write({ [`src/${name}`]: text.replace('+ 1', '+ 2') });
    const result = await analyzeChange({ cwd: repo.root, cache: false });
    expect(result.functions.map((f) => f.id)).toEqual([`src/${name}#f`]);
    const impact = await analyzeImpact({ cwd: repo.root, target: `src/${name}#f`, direction: 'forward', cache: false });
    expect(impact.target.id).toBe(`src/${name}#f`);
    const byLine = await analyzeImpact({ cwd: repo.root, target: `src/${name}:2`, direction: 'forward', cache: false });
    expect(byLine.target.nodes.map((n) => n.line)).toEqual([2]);
  });
});
