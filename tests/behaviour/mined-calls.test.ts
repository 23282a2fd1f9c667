import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { freshCalls, minedCalls } from '#behaviour/mined-calls';
import { mineValues, type MinedValues } from '#behaviour/mine-values';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import { typeSourceOf } from '#symbolic/inputs/type-source';

function mined(tests: string, news: readonly (readonly [number, number])[] = []): MinedValues {
  const loaded = loadProgram(openTexts(tmpdir(), { 'a.test.js': tests }));
  return mineValues(
    loaded,
    ['a.test.js'],
    news.map(([start, end]) => ({ path: 'a.test.js', start, end })),
  );
}

function calls(values: MinedValues, source: string, name: string, from = minedCalls): string[] {
  const loaded = loadProgram(openTexts(tmpdir(), { 'a.ts': source }));
  const module = loaded.module('a.ts');
  const fn = module?.functions.find(({ qualifiedName }) => qualifiedName === name);
  if (module === null || fn === undefined) throw new Error(`no function ${name}`);
  const inputs = functionInputs(typeSourceOf(loaded), fn, module, { preconditions: {} });
  return [...from(values, fn, inputs)].map(({ call }) => call);
}

describe('mineValues', () => {
  it('reads arguments up to the first that is computed, and rows of tables', () => {
    const { rows, callsOf } = mined("f('a', -1, x, 2); const t = [['b', { c: [1] }], [y]];");
    expect(rows.map((row) => row.map(({ text }) => text))).toEqual([
      ["'a'", '-1'],
      ["['b', { c: [1] }]"],
      ["'b'", '{ c: [1] }'],
      ['1'],
    ]);
    expect([...callsOf.keys()]).toEqual(['f']);
  });

  it('passes over what runs code when it is evaluated', () => {
    const { literals } = mined('f({ get a() { return 1; } }, `${x}`, [...y], { [k]: 1 }, { m() {} });');
    expect(literals.map(({ text }) => text).toSorted()).toEqual(['1']);
  });

  it('knows what came with the change', () => {
    const text = "f('old'); f('new');";
    const { fresh } = mined(text, [[text.indexOf("f('new"), text.length]]);
    expect(fresh.map((row) => row.map((value) => value.text))).toEqual([["'new'"]]);
  });
});

describe('minedCalls', () => {
  it('gives arguments of the declared types only', () => {
    const values = mined("f('a', 1); g(2, 'b'); const rows = [[true, 'c'], [3.5, 'd']];");
    const found = calls(values, 'export function f(s: string, n: number) {}', 'f');
    expect(found[0]).toBe("f('a', 1)");
    expect(found.every((call) => /^f\('[abcd]', (?:1|2|3\.5)\)$/.test(call))).toBe(true);
  });

  it('keeps to literal types and lists of what is declared', () => {
    const values = mined("f('up'); f('down'); g([1, 2]); g(['x']);");
    expect(calls(values, "export function f(d: 'up' | 'left') {}", 'f')).toEqual(["f('up')"]);
    expect(calls(values, 'export function g(list: number[]) {}', 'g')).toEqual(['g([1, 2])']);
  });

  it('makes receivers as the tests do', () => {
    const values = mined("new Cart('x').add(2);");
    const source = 'export class Cart { constructor(readonly name: string) {} add(n: number) { return n; } }';
    expect(calls(values, source, 'Cart.add')[0]).toBe("(new Cart('x')).add(2)");
  });

  it('can keep to what came with the change', () => {
    const text = "f('old'); f('new');";
    const values = mined(text, [[text.indexOf("f('new"), text.length]]);
    expect(calls(values, 'export function f(s: string) {}', 'f', freshCalls)).toEqual(["f('new')"]);
  });
});
