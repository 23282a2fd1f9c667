import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { selectByConditions } from '#behaviour/select-by-conditions';
import { listed } from '#symbolic/state';
import type { SelectOptions } from '../../src/options';
import type { SelectResult } from '../../src/result/select-result';
import { selectInputs } from '../../src/select-job';
import { TemporaryFolder } from '../project/temporary-repository';
import { exploreSource } from '../symbolic/explore-source';
import { give } from './concrete-world';

async function select(
  before: string,
  now: string,
  name: string,
  inputs: readonly string[],
  options: Partial<SelectOptions> = {},
): Promise<SelectResult> {
  const folder = new TemporaryFolder().write({ 'package.json': '{ "type": "module" }', 'a.ts': now, 'old.ts': before });
  return selectInputs({
    cwd: folder.root,
    target: `a.ts#${name}`,
    against: 'old.ts',
    inputs,
    cache: false,
    ...options,
  });
}

describe('recorded inputs', () => {
  it('are selected where the condition of a path holds for them; paths that none meets are left', () => {
    const { ends, world, inputs } = exploreSource(
      "export function f(n: number, s?: string) { if (n > 0) return s === undefined ? 'a' : 'b'; return 'c'; }",
      'f',
    );
    const paths = ends.map(({ conditions }) => ({ conditions: listed(conditions).map(({ condition }) => condition) }));
    expect(paths).toHaveLength(3);
    const given = [[1, 'x'], [2, 'y'], [Number.NaN]].map((args) => give(world, inputs, args));
    const all = selectByConditions(paths, given);
    expect(all.inputs.map(({ kind }) => kind)).toEqual(['selected', 'selected', 'selected']);
    expect(all.unexercised).toHaveLength(1);
    const [, , last] = paths;
    const some = selectByConditions(last === undefined ? [] : [last], given);
    expect(some.inputs.map(({ kind }) => kind)).toEqual(['unaffected', 'unaffected', 'selected']);
  });

  it('are kept where they do not say whether they take a path', () => {
    const { ends, world, inputs } = exploreSource('export function f(g: () => boolean) { return g() ? 1 : 2; }', 'f');
    const paths = ends.map(({ conditions }) => ({ conditions: listed(conditions).map(({ condition }) => condition) }));
    const { inputs: judged, unexercised } = selectByConditions(paths, [give(world, inputs, [() => true])]);
    expect(judged).toMatchObject([{ kind: 'unsure' }]);
    expect(unexercised).toHaveLength(paths.length);
  });
});

describe('calls of a function', () => {
  const before = `export function f(a: number, b: number) {
    let r = 0;
    if (a > 10) r = 1;
    else if (a > 5) r = 2;
    if (b > 0) console.log('b');
    return r;
  }\n`;
  const now = before.replace('r = 2', 'r = 3');

  it('are selected by the paths that the change affects; one is added for each way that none takes', async () => {
    const found = await select(before, now, 'f', ['f(11, 1)', 'f(7, 1)', 'f(8, 0)', 'g(1)', 'f(']);
    expect(found.complete).toBe(true);
    expect(found.calls.map(({ call, judgement }) => [call, judgement])).toEqual([
      ['f(11, 1)', expect.stringMatching(/selected|unaffected/)],
      ['f(7, 1)', 'selected'],
      ['f(8, 0)', 'selected'],
      ['g(1)', 'unsure'],
      ['f(', 'unsure'],
    ]);
    expect(found.added.length + new Set(['f(11, 1)', 'f(7, 1)']).size).toBeGreaterThanOrEqual(found.affected);
    for (const { call } of found.added) {
      expect(call).not.toBeNull();
      const again = await select(before, now, 'f', [call ?? '']);
      expect(again.calls[0]?.judgement).toBe('selected');
    }
  });

  it('need no addition once those that were added are there', async () => {
    const first = await select(before, now, 'f', []);
    expect(first.added).toHaveLength(first.affected);
    const calls = first.added.map(({ call }) => call ?? '');
    const second = await select(before, now, 'f', calls);
    expect(second.added).toEqual([]);
    expect(second.calls.map(({ judgement }) => judgement)).toEqual(calls.map(() => 'selected'));
  });

  it('are those of the eight affected ways of the brake of DiSE Fig. 2', async () => {
    const found = await select(brake('wbs-before.ts'), brake('wbs-after.ts'), 'update', ['update(0, 0, 1)']);
    expect(found.affected).toBe(8);
    expect(found.calls.map(({ judgement }) => judgement)).toEqual(['selected']);
    expect(found.added).toHaveLength(7);
  });

  it('are all unaffected where nothing changed', async () => {
    const found = await select(before, before, 'f', ['f(7, 1)']);
    expect(found).toMatchObject({ affected: 0, added: [], calls: [{ judgement: 'unaffected' }] });
  });
});

/** As in the document, whose numbers are integers. */
function brake(name: string): string {
  const text = readFileSync(join(import.meta.dirname, '../fixtures/papers', name), 'utf8');
  return `import type { int32 } from 'wingbeat';\n${text.replaceAll(/(PedalPos|BSwitch|PedalCmd): number/g, '$1: int32')}`;
}
