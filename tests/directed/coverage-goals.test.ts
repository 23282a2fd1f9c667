import { describe, expect, it } from 'vitest';
import type { Goal } from '#directed/create-directed-search';
import { SearchedSource, searchSource } from './search-source';

function conditions(source: SearchedSource, affected: readonly string[], goal: Goal): string[] {
  const nodes = affected.flatMap((name) => source.nodesAt(name));
  const { paths } = searchSource(source, 'f', source.affected('f', nodes), { goal });
  return paths.map(({ condition }) => condition.replaceAll('*', ''));
}

describe('iDiSE Fig. 4(a), one impacted branch', () => {
  const source = new SearchedSource(`let r = 0;
    export function f(x: number): void {
      if (x > 0) // i0
        r = 1; // i1
      else r = 2; // i2
    }`);

  it('takes one path for statements and basic blocks, two for branches', () => {
    expect(conditions(source, ['i0'], 'statement')).toHaveLength(1);
    expect(conditions(source, ['i0'], 'block')).toHaveLength(1);
    expect(conditions(source, ['i0'], 'branch')).toHaveLength(2);
  });
});

describe('iDiSE Fig. 4(b), two impacted branches', () => {
  const source = new SearchedSource(`import type { int } from 'wingbeat';
    let r = 0;
    export function f(x: int, y: int, u: boolean): void {
      if (u) r = 5;
      if (x > 0) // j0
        r = 1;
      if (u) r = 6;
      if (y > 0) // j1
        r = 2;
    }`);

  it('takes four paths for combinations of path fragments, and two for branches', () => {
    const decided = conditions(source, ['j0', 'j1'], 'fragment').map((text) =>
      text
        .split(' && ')
        .filter((part) => /^[xy] /.test(part))
        .join(' && '),
    );
    expect(decided).toEqual(['x > 0 && y > 0', 'x > 0 && y < 1', 'x < 1 && y > 0', 'x < 1 && y < 1']);
    expect(conditions(source, ['j0', 'j1'], 'branch')).toHaveLength(3);
    expect(conditions(source, ['j0', 'j1'], 'statement')).toHaveLength(1);
  });
});

describe('iDiSE Fig. 4(c), impacted data flow', () => {
  const source = new SearchedSource(`import type { int } from 'wingbeat';
    let r = 0;
    export function f(c: boolean, y: int, z: int): void {
      let x: int;
      if (c)
        x = y; // k0
      else
        x = z; // k1
      if (x > 0) // k2
        r = 1;
    }`);

  it('takes y > 0, y <= 0, z > 0 and z <= 0', () => {
    expect(conditions(source, ['k0', 'k1'], 'dataflow').map((text) => text.split(' && ')[1])).toEqual([
      'y > 0',
      'y < 1',
      'z > 0',
      'z < 1',
    ]);
  });

  it('takes two paths for the writes themselves', () => {
    expect(conditions(source, ['k0', 'k1'], 'statement')).toHaveLength(2);
  });
});

describe('goals', () => {
  it('count the nodes of a basic block as one', () => {
    const source = new SearchedSource(`let r = 0;
      export function f(x: number): void {
        if (x > 0) {
          r = 1; // a
          r = 2; // b
        }
      }`);
    expect(conditions(source, ['a', 'b'], 'block')).toHaveLength(1);
  });

  it('do not count a definition that is written over', () => {
    const source = new SearchedSource(`let r = 0;
      export function f(x: number, c: boolean): void {
        let v = x; // d
        if (c) v = 3;
        r = v; // u
      }`);
    expect(conditions(source, ['d'], 'dataflow')).toEqual(['!c']);
  });

  it('are covered only in calling contexts that affect them', () => {
    const source = new SearchedSource(`import type { int } from 'wingbeat';
      let r = 0;
      export function f(a: int, b: int): void {
        r = g(a);
        r = g(b + 1); // change
      }
      function g(z: int): int {
        if (z > 0) return 1; // z
        return 2;
      }`);
    const { paths } = searchSource(source, 'f', source.impactedBy(source.nodesAt('change'), 'extended'), {
      goal: 'branch',
    });
    const decided = paths.map(({ condition }) => condition.split(' && ').filter((part) => part.startsWith('*')));
    expect(decided).toEqual([['*b + 1 > 0'], ['*b + 1 < 1']]);
  });

  it('end the search when all are covered', () => {
    const branches = Array.from({ length: 8 }, (_, i) => `if (p[${i}] === true) r += ${i};`).join('\n');
    const source = new SearchedSource(`let r = 0;
      export function f(x: number, ${Array.from({ length: 8 }, (_, i) => `p${i}: boolean`).join(', ')}): void {
        ${branches.replaceAll(/p\[(\d)\]/g, 'p$1')}
        if (x > 0) r = 100; // t
      }`);
    expect(conditions(source, ['t'], 'branch')).toHaveLength(2);
    expect(conditions(source, ['t'], 'statement')).toHaveLength(1);
  });
});
