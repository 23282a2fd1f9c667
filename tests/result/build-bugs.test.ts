import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { FoundBug } from '#behaviour/bugs-found';
import type { ComparedFunction } from '#behaviour/compared-function';
import { loadProgram, type LoadedProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { buildBugs } from '#result/build-bugs';
import { NodeDescriber } from '#result/describe-node';

const text = `function check(x: number) {
  if (x > 1) throw new Error('more');
  if (x < 0) throw new Error('less');
}
export class Cart { add(x: number) { check(x); } }
export function f(x: number) { check(x); }
`;

describe('bugs of a result', () => {
  const loaded = loadProgram(openTexts(tmpdir(), { 'a.ts': text }));
  const built = (found: Readonly<Record<string, readonly FoundBug[]>>): readonly string[] => {
    const functions = new Map(
      Object.entries(found).map(([name, bugs]) => [`a.ts#${indexOf(loaded, name)}`, { ...nothing, bugs }] as const),
    );
    const missing = { functions: 0, shortened: 0, modules: 0 };
    const { bugs } = buildBugs(
      { functions, modules: new Map(), planned: new Set(), complete: true, missing, interrupted: false },
      new NodeDescriber(loaded),
    );
    return (bugs ?? []).map(
      (bug) =>
        `${bug.isNew ? 'new' : 'old'} ${bug.kind} ${bug.text} at ${bug.span.line} in ${bug.function} by ${bug.call}`,
    );
  };

  it('are told once for a place, by a call that did not get there before', () => {
    expect(built({ f: [thrown(0, 'f(2)', false)], 'Cart.add': [thrown(0, 'new Cart().add(2)', true)] })).toEqual([
      `new throw throw new Error('more'); at 2 in a.ts#Cart.add by new Cart().add(2)`,
    ]);
    expect(built({ f: [thrown(0, 'f(2)', true)], 'Cart.add': [thrown(0, 'new Cart().add(2)', true)] })).toEqual([
      `new throw throw new Error('more'); at 2 in a.ts#f by f(2)`,
    ]);
  });

  it('are new ones first, then as they are written', () => {
    expect(built({ f: [thrown(1, 'f(-1)', true), thrown(0, 'f(2)', false)] }).map((line) => line.slice(0, 34))).toEqual(
      [`new throw throw new Error('less');`, `old throw throw new Error('more');`],
    );
    expect(built({ f: [thrown(1, 'f(-1)', true), thrown(0, 'f(2)', true)] }).map((line) => line.slice(0, 34))).toEqual([
      `new throw throw new Error('more');`,
      `new throw throw new Error('less');`,
    ]);
  });

  it('are absent when nobody looked', () => {
    expect(buildBugs('no time', new NodeDescriber(loaded))).toEqual({});
  });

  function thrown(nth: number, call: string, isNew: boolean): FoundBug {
    const fn = indexOf(loaded, 'check');
    const nodes = loaded.module('a.ts')?.functions[fn]?.nodes ?? [];
    const node = nodes.filter(({ op }) => op.kind === 'throw')[nth]?.index;
    if (node === undefined) throw new Error('the function throws');
    return { kind: 'throw', site: { path: 'a.ts', fn, node }, call, isNew };
  }
});

function indexOf(loaded: LoadedProgram, name: string): number {
  return loaded.module('a.ts')?.functions.findIndex((fn) => fn.qualifiedName === name) ?? -1;
}

const nothing: ComparedFunction = {
  behaviours: [],
  gaps: [],
  unconfirmed: [],
  bugs: [],
  problem: null,
  paths: 0,
  pairs: 0,
  steps: 0,
  pruned: 0,
  complete: true,
  full: false,
  interrupted: false,
  remarks: [],
  solverProblem: null,
};
