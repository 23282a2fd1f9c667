import { describe, expect, test } from 'vitest';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { Evaluation } from '#smt/model';
import { termsOf } from '#symbolic/condition';
import { describeCondition } from '#symbolic/describe-condition';
import { EffectDescriber } from '#symbolic/describe-effects';
import { followFunction, type FollowedFunction } from '#symbolic/follow-function';
import { ImpliedConditions } from '#symbolic/implied-conditions';
import type { Limits } from '#symbolic/limits';
import { withPlainModel } from '#symbolic/plain-model';
import { listed } from '#symbolic/state';

async function follow(
  text: string,
  limits: Partial<Limits> = {},
  goesOn: (found: number) => Promise<boolean> = async () => true,
): Promise<FollowedFunction> {
  const loaded = loadProgram(openTexts('/nowhere', { 'a.ts': text }, 'head'));
  const fn = loaded.module('a.ts')?.functions.find(({ name }) => name === 'f');
  if (fn === undefined) throw new Error('there is a function f');
  return followFunction(loaded, 'a.ts', fn.index, {
    limits,
    solver: 'none',
    store: null,
    expired: () => false,
    goesOn,
  });
}

const ladder = `export function f(x: number) {
  if (x === 0) return 'a';
  if (x === 1) return 'b';
  if (x > 5) return 'c';
  return 'd';
}`;

describe('an exploration in turns', () => {
  test('finds the same paths as one without, and asks after each', async () => {
    const asked: number[] = [];
    const { ends, complete } = await follow(ladder, {}, async (found) => asked.push(found) > 0);
    expect(ends).toHaveLength(4);
    expect(complete).toBe(true);
    expect(asked).toEqual([1, 2, 3]);
  });

  test('ends when it is told to, and at the number of paths', async () => {
    const told = await follow(ladder, {}, async (found) => found < 2);
    expect([told.ends.length, told.complete]).toEqual([2, false]);
    for (const paths of [1, 3]) {
      const limited = await follow(ladder, { paths });
      expect([limited.ends.length, limited.complete]).toEqual([paths, false]);
    }
    expect((await follow(ladder, { paths: 4 })).complete).toBe(true);
  });
});

describe('conditions that others say already', () => {
  test('are found, so that the rest means the same', async () => {
    const { world, ends } = await follow(ladder);
    const implied = new ImpliedConditions(world);
    const left = ends.map((end) => {
      const said = implied.of(end);
      const conditions = listed(end.conditions).map(({ condition }) => condition);
      return conditions.filter((each) => !said.has(each)).map((each) => describeCondition(world, each).text);
    });
    expect(left).toEqual([['x === 0'], ['x === 1'], ['x > 5'], ['x !== 0', 'x !== 1', '!(x > 5)']]);
  });
});

describe('a plain model', () => {
  test('has numbers that a person would choose, and takes the same path', async () => {
    const { ends } = await follow(
      'export function f(x: number, y: number) {\n  if (x > 3) return y < x ? 1 : 2;\n  return x < -7 ? 3 : 4;\n}',
    );
    expect(ends).toHaveLength(4);
    for (const end of ends) {
      const { model } = withPlainModel(end);
      expect([...(model ?? [])].filter(([, value]) => !Number.isInteger(value))).toEqual([]);
      const evaluation = new Evaluation(model ?? new Map());
      expect(termsOf(end.conditions).every((term) => evaluation.holds(term))).toBe(true);
    }
  });

  test('is left alone where only an odd number will do', async () => {
    const { ends } = await follow('export function f(x: number) {\n  return x > 0 && x < 0.25 ? 1 : 2;\n}');
    const [end] = ends.map(withPlainModel);
    const [value] = [...(end?.model?.values() ?? [])];
    expect(value).toBeGreaterThan(0);
    expect(value).toBeLessThan(0.25);
  });
});

async function effectsOf(text: string): Promise<string[][]> {
  const { world, ends, tree } = await follow(text);
  if (tree.start === null) throw new Error('the function was called');
  const describer = new EffectDescriber(world, tree.start, 'a.ts');
  return ends.map((end) =>
    describer.effects(end, tree.writtenBefore(end)).map(({ kind, text: what }) => `${kind} ${what}`),
  );
}

describe('effects', () => {
  test.each<[string, string, readonly string[]]>([
    ['none', 'export function f(o: { a: number }) { return o.a; }', []],
    ['a property', 'export function f(o: { a: number }, x: number) { o.a = x + 1; }', ['argument o.a = x + 1']],
    ['inside of an argument', 'export function f(o: { a: { b: number } }) { o.a.b = 2; }', ['argument o.a.b = 2']],
    ['what was there is put back', 'export function f(o: { a: number }) { const t = o.a; o.a = t; }', []],
    [
      'a property that is taken away',
      'export function f(o: { a: number }) { delete (o as any).a; }',
      ['argument delete o.a'],
    ],
    ['an element', 'export function f(l: [number, number]) { l[1] = l[0]; }', ['argument l[1] = l[0]']],
    ['a date', 'export function f(d: Date) { d.setTime(5); }', ['argument d.setTime(5)']],
    ['a variable', 'let n = 1;\nexport function f(x: number) { n = x; }', ['module n = x']],
    ['a variable with what it held', 'let n = 1;\nexport function f() { n = 1; }', ['module n = 1']],
    ['a variable in a callee', 'let n = 1;\nfunction g() { n += 2; }\nexport function f() { g(); }', ['module n = 3']],
    [
      'objects of the module',
      'const o = { list: [1], deep: { x: 1 } };\nexport function f() { o.list.push(2); o.deep.x = 3; }',
      ['module o.list[1] = 2', 'module o.deep.x = 3'],
    ],
    [
      'collections of the module',
      "const m = new Map([['a', 1]]);\nconst s = new Set<number>();\nexport function f() { m.set('b', 2); m.delete('a'); s.add(4); }",
      ["module m.delete('a')", "module m.set('b', 2)", 'module s.add(4)'],
    ],
    [
      'calls of functions handed in, in order',
      "export function f(x: number) { console.log(x); console.warn('w'); }",
      ['call console.log(x)', "call console.warn('w')"],
    ],
  ])('%s', async (_, text, expected) => {
    const [first, ...others] = await effectsOf(text);
    expect(first).toEqual(expected);
    for (const other of others) expect(other).toEqual(expected);
  });
});
