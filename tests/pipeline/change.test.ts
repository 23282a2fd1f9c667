import { describe, expect, it } from 'vitest';
import { analyzeChange, analyzeImpact, compare } from '../../src/pipeline';
import { TemporaryFolder, TemporaryRepository } from '../project/temporary-repository';

const price = `export const rate = 0.2;
export function tax(net: number): number {
  return net * rate;
}
`;
const cart = `import { tax } from './price';
let count = 0;
export function total(items: number[]): number {
  let sum = 0;
  for (const item of items) sum += item;
  count = count + 1;
  return sum + tax(sum);
}
export const howMany = (): number => count;
`;

function repository(): TemporaryRepository {
  const repo = new TemporaryRepository();
  repo.commit({ 'src/price.ts': price, 'src/cart.ts': cart, 'README.md': '# shop' });
  return repo;
}

const lines = (statements: readonly { span: { file: string }; line: number }[]): string[] =>
  statements.map((s) => `${s.span.file}:${s.line}`);

describe('a change is followed', () => {
  it('from a constant across files to what its value reaches', async () => {
    const repo = repository();
    repo.write({ 'src/price.ts': price.replace('0.2', '0.25') });
    const result = await analyzeChange({ cwd: repo.root, cache: false });
    expect(result.functions.map((f) => [f.id, f.status])).toEqual([['src/price.ts#<module>', 'changed']]);
    expect(lines(result.impact.statements)).toEqual(['src/price.ts:3', 'src/cart.ts:7']);
    const last = result.impact.statements.at(-1);
    expect(last?.because.map((step) => step.kind)).toEqual(['shared', 'data', 'return']);
    expect(result.complete).toBe(true);
  });

  it('through module state, but not to what only comes before', async () => {
    const repo = repository();
    repo.write({ 'src/cart.ts': cart.replace('count + 1', 'count + 2') });
    const result = await analyzeChange({ cwd: repo.root, cache: false });
    expect(result.functions.map((f) => f.id)).toEqual(['src/cart.ts#total']);
    expect(lines(result.impact.statements)).toEqual(['src/cart.ts:9']);
  });

  it('to the code that used what is gone', async () => {
    const repo = repository();
    repo.write({ 'src/cart.ts': cart.replace('  count = count + 1;\n', '') });
    const result = await analyzeChange({ cwd: repo.root, cache: false });
    expect(result.functions[0]?.changedNodes.map((n) => [n.status, n.text])).toEqual([
      ['removed', 'count = count + 1'],
    ]);
    expect(lines(result.impact.statements)).toEqual(['src/cart.ts:8']);
  });

  it('says so when only formatting, comments or types differ', async () => {
    const repo = repository();
    repo.write({ 'src/price.ts': `// rates\n${price.replace('net: number', 'net : any')}\n\n` });
    const result = await analyzeChange({ cwd: repo.root, cache: false });
    expect(result.files).toEqual([{ path: 'src/price.ts', status: 'changed', erased: true }]);
    expect(result.functions).toEqual([]);
    expect(result.impact.statements).toEqual([]);
  });

  it('compares the index, revisions and folders alike', async () => {
    const repo = repository();
    const first = repo.git('rev-parse', 'HEAD');
    const changed = { 'src/price.ts': price.replace('0.2', '0.25') };
    repo.write(changed).git('add', '--all');
    const staged = await analyzeChange({ cwd: repo.root, staged: true, cache: false });
    const second = repo.commit({});
    const commits = await analyzeChange({ cwd: repo.root, base: first, head: second, cache: false });
    expect(commits.impact).toEqual(staged.impact);

    const old = new TemporaryFolder().write({ 'src/price.ts': price, 'src/cart.ts': cart });
    const now = new TemporaryFolder().write({ 'src/cart.ts': cart, ...changed });
    const folders = await compare({ cwd: old.root, old: old.root, new: now.root });
    expect(folders.impact).toEqual(staged.impact);
    expect(folders.functions).toEqual(staged.functions);
  });

  it('gives the same answer from a warm cache', async () => {
    const repo = repository();
    repo.write({ 'src/price.ts': price.replace('0.2', '0.25'), 'node_modules/.keep': '' });
    const cold = await analyzeChange({ cwd: repo.root });
    const warm = await analyzeChange({ cwd: repo.root });
    const without = await analyzeChange({ cwd: repo.root, cache: false });
    expect(warm).toEqual(cold);
    expect(without).toEqual(cold);
  });

  it('keeps the promise of a budget with a marked, partial result', async () => {
    const repo = repository();
    repo.write({ 'src/price.ts': price.replace('0.2', '0.25') });
    const result = await analyzeChange({ cwd: repo.root, cache: false, budgetMs: 0 });
    expect(result.complete).toBe(false);
    expect(result.diagnostics.map((d) => d.code)).toContain('out-of-time');
  });
});

describe('the impact of a place', () => {
  it('forward and backward, by line and by function', async () => {
    const repo = repository();
    const forward = await analyzeImpact({
      cwd: repo.root,
      target: 'src/price.ts#tax',
      direction: 'forward',
      cache: false,
    });
    expect(lines(forward.statements)).toEqual(['src/cart.ts:7']);
    const backward = await analyzeImpact({
      cwd: repo.root,
      target: 'src/cart.ts:9',
      direction: 'backward',
      cache: false,
    });
    expect(lines(backward.statements)).toContain('src/cart.ts:6');
    expect(lines(backward.statements)).toContain('src/cart.ts:2');
    expect(lines(backward.statements)).not.toContain('src/cart.ts:5');
  });

  it('of a test stays in the tests', async () => {
    const repo = repository();
    repo.write({
      'tests/cart.test.ts': `import { total } from '../src/cart';\nconst input = [1, 2];\nconst seen = total(input);\nconsole.log(seen);\n`,
    });
    const impact = await analyzeImpact({
      cwd: repo.root,
      target: 'tests/cart.test.ts:2',
      direction: 'forward',
      cache: false,
    });
    expect(new Set(impact.statements.map((s) => s.span.file))).toEqual(new Set(['tests/cart.test.ts']));
  });
});
