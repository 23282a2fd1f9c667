import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PathsOptions } from '../../src/options';
import { explorePaths } from '../../src/pipeline';
import type { PathsResult } from '../../src/result/paths-result';
import { TemporaryFolder, TemporaryRepository } from '../project/temporary-repository';

function example(name: string): string {
  const text = readFileSync(join(import.meta.dirname, '../../examples/wbs', name), 'utf8');
  return text.replace(
    'export function',
    '/**\n * @param {int} pedalPos\n * @param {int} bSwitch\n * @param {int} pedalCmd\n */\nexport function',
  );
}

type Files = Readonly<Record<string, string>>;

async function since(
  before: Files,
  after: Files,
  target: string,
  told: Partial<PathsOptions> = {},
): Promise<PathsResult> {
  const repository = new TemporaryRepository();
  repository.commit({ 'package.json': '{ "type": "module" }', ...before });
  repository.write(after);
  return explorePaths({ cwd: repository.root, target, against: 'HEAD', cache: false, replay: false, ...told });
}

function brake(told: Partial<PathsOptions> = {}): Promise<PathsResult> {
  return since({ 'a.ts': example('before.ts') }, { 'a.ts': example('after.ts') }, 'a.ts#update', told);
}

function rate(bonus: number): string {
  return `export function rate(kind: string, n: number): number {
    if (kind === 'gold') return n * 2;
    return n + ${bonus};
  }`;
}

function forgetful(line: string): string {
  return `let last = 0;
    export function f(n: number, u: boolean): number {
      let m = n;
      ${line}
      if (u) last = 1;
      if (m > 3) return 1;
      return 0;
    }`;
}

describe('the paths that a change affects', () => {
  it('are a third of those of the wheel brake', async () => {
    const { paths, complete, against } = await brake({ replay: true });
    expect(complete).toBe(true);
    expect(paths).toHaveLength(8);
    expect(paths.map(({ replay }) => replay.kind)).toEqual(paths.map(() => 'as-predicted'));
    expect(against).toMatchObject({ goal: 'sequence', pruning: 'exact', affectedNodes: 11 });
    expect((await brake({ pruning: 'published' })).paths).toHaveLength(8);
  });

  it('say which of their conditions the change affects', async () => {
    const { paths } = await brake();
    const marks = paths[0]?.conditions.map(({ text, affected }) => `${text}: ${String(affected)}`);
    expect(marks?.some((mark) => /^bSwitch.*: false$/.test(mark))).toBe(true);
    expect(marks?.some((mark) => /^pedalPos.*: true$/.test(mark))).toBe(true);
  });

  it('can be few enough to cover every affected branch or statement', async () => {
    const branches = await brake({ goal: 'branch' });
    const statements = await brake({ goal: 'statement' });
    expect(branches.paths.length).toBeLessThan(8);
    expect(statements.paths.length).toBeLessThanOrEqual(branches.paths.length);
    expect(branches.complete).toBe(true);
  });

  it('are those of a caller, too', async () => {
    const order = `import { rate } from './rate.js';
      export function total(kind: string, n: number): number {
        if (n < 0) throw new RangeError('negative');
        return rate(kind, n);
      }`;
    const { paths } = await since({ 'rate.ts': rate(1), 'order.ts': order }, { 'rate.ts': rate(2) }, 'order.ts#total');
    expect(paths.map(({ condition }) => condition)).toContain("!(n < 0) && kind !== 'gold'");
    // What throws before the call is as it was.
    expect(paths.some(({ result }) => result?.kind === 'throws')).toBe(false);
  });

  it('are none where nothing changed', async () => {
    const text = 'export function f(n: number): number {\n  return n > 0 ? 1 : 2;\n}\n';
    const { paths, complete, against } = await since({ 'a.ts': text }, { 'a.ts': `// about f\n${text}` }, 'a.ts#f');
    expect([paths, complete, against?.affectedNodes]).toEqual([[], true, 0]);
  });

  it('are found where a statement was removed', async () => {
    const { paths } = await since({ 'a.ts': forgetful('if (n < 0) m = 9;') }, { 'a.ts': forgetful('') }, 'a.ts#f');
    expect(paths.map(({ result }) => result?.text).toSorted()).toEqual(['0', '1']);
  });

  it('can be those since a file, or a folder with the same paths', async () => {
    const [before, after] = [1, 2].map(
      (n) => `export function f(n: number): number {\n  return n > ${n} ? 1 : 2;\n}\n`,
    );
    const folder = new TemporaryFolder().write({
      'package.json': '{}',
      'a.ts': after ?? '',
      'b.ts': before ?? '',
      'old/a.ts': before ?? '',
    });
    for (const against of ['b.ts', 'old']) {
      const { paths } = await explorePaths({
        cwd: folder.root,
        target: 'a.ts#f',
        against,
        cache: false,
        replay: false,
      });
      expect(paths).toHaveLength(2);
    }
  });
});
