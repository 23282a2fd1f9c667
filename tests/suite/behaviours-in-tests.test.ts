import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { analyzeChange, record, selectAffectedTests } from '#pipeline';
import { renderMarkdown } from '#report/render-markdown';
import { renderText } from '#report/render-text';

const source = (low: number, high: number): string => `
export function price(amount: number, discount: number): number {
  if (amount < 0) return ${low};
  if (discount > 10) return ${high};
  return amount - discount;
}
`;

const tests = `import { expect, test } from 'vitest';
import { price } from '../src/price';
test('plain', () => { expect(price(100, 5)).toBeGreaterThan(0); });
test('negative', () => { expect(price(-3, 5)).toBeLessThan(1); });
test('both', () => { price(-3, 5); price(3, 5); });
test('nothing', () => {});
`;

let root: string;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function git(...args: string[]): void {
  execFileSync('git', ['-C', root, ...args]);
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-behaviours-')));
  write('package.json', '{ "type": "module", "scripts": { "test": "vitest run" } }');
  write('.gitignore', 'node_modules\n');
  write('src/price.ts', source(0, 10));
  write('test/price.test.ts', tests);
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'));
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('-c', 'user.name=n', '-c', 'user.email=e@example.org', 'commit', '-qm', 'one');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

async function told() {
  const result = await analyzeChange({ cwd: root, budgetMs: 100_000 });
  const behaviours = result.functions.flatMap((fn) => (fn.id === 'src/price.ts#price' ? fn.behaviours : []));
  return { result, of: new Map(behaviours.map(({ when, tests: found }) => [when, found])) };
}

const id = (title: string): string => `test/price.test.ts > ${title}`;

describe('the tests that reach each behaviour', { timeout: 240_000 }, () => {
  test('are known once affected tests were run, and not known before', async () => {
    await record({ cwd: root });
    write('src/price.ts', source(-1, 11));
    const before = await told();
    const may = ['plain', 'negative', 'both'].map(id);
    for (const found of before.of.values()) expect(found).toEqual({ running: 3, reaching: [], open: may });
    expect(before.result.tests?.untested).toEqual([]);
    expect(renderText(before.result, { width: 120, colour: false, all: false })).toContain('not known: 3 tests may');

    await selectAffectedTests({ cwd: root, run: true });
    const { of, result } = await told();
    expect(of.get('amount < 0')).toEqual({ running: 3, reaching: [id('negative'), id('both')], open: [] });
    expect(of.get('!(amount < 0) && discount > 10')).toEqual({ running: 3, reaching: [], open: [] });
    expect(result.tests?.untested).toMatchObject([
      { function: 'src/price.ts#price', when: '!(amount < 0) && discount > 10' },
    ]);
    const text = renderText(result, { width: 120, colour: false, all: false });
    expect(text).toContain(`tests   2 of the 3 that run it: ${id('negative')}, ${id('both')}`);
    expect(text).toContain('tests   none: the 3 that run it call it otherwise');
    expect(text).toContain('no test calls src/price.ts#price  when !(amount < 0) && discount > 10');
    expect(renderMarkdown(result, { all: false })).toContain('no test calls `src/price.ts#price`');
  });

  test('are found by running them again, when a base is named that they were not watched for', async () => {
    write('src/price.ts', source(-1, 10));
    git('add', '-A');
    git('-c', 'user.name=n', '-c', 'user.email=e@example.org', 'commit', '-qm', 'two');
    write('src/other.ts', 'export const other = 1;\n');
    await record({ cwd: root });
    const since = async () => {
      const { functions } = await analyzeChange({ cwd: root, base: 'HEAD~1', budgetMs: 100_000 });
      return functions.find((fn) => fn.id === 'src/price.ts#price')?.behaviours.map(({ tests: found }) => found);
    };
    expect(await since()).toEqual([{ running: 3, reaching: [], open: ['plain', 'negative', 'both'].map(id) }]);
    expect(await record({ cwd: root, base: 'HEAD~1' })).toMatchObject({ tests: 4, ran: 3 });
    expect(await since()).toEqual([{ running: 3, reaching: ['negative', 'both'].map(id), open: [] }]);
  });
});
