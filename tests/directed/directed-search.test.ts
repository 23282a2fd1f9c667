import { describe, expect, it } from 'vitest';
import type { BitSet } from '#core/bit-set';
import { nodeId } from '#core/ids';
import type { AffectedSource } from '#directed/affected-source';
import { paperSource, SearchedSource, searchSource, type Searched } from './search-source';

describe('the wheel brake system of DiSE Fig. 2', () => {
  const wbs = paperSource('wbs-after.ts');
  const affected = wbs.affectedBy('update', ['n0']);

  it('has 24 paths', () => {
    expect(searchSource(wbs, 'update', affected, { pruning: 'none' }).paths).toHaveLength(24);
  });

  for (const pruning of ['published', 'exact'] as const) {
    it(`has 8 that are affected, with the ${pruning} pruning`, () => {
      const { paths } = searchSource(wbs, 'update', affected, { pruning });
      expect(paths.map(({ nodes }) => nodes)).toEqual([
        'n0 n1 n5 n10 n11',
        'n0 n1 n5 n10 n12 n13',
        'n0 n1 n5 n10 n12 n14',
        'n0 n2 n3 n5 n10 n11',
        'n0 n2 n3 n5 n10 n12 n13',
        'n0 n2 n3 n5 n10 n12 n14',
        'n0 n2 n4 n5 n10 n12 n13',
        'n0 n2 n4 n5 n10 n12 n14',
      ]);
    });
  }

  it('gives whole path conditions, which say what in them is affected', () => {
    const { paths } = searchSource(wbs, 'update', affected);
    expect(paths[0]?.condition).toBe('*PedalPos < 1 && BSwitch === 0 && *PedalCmd + 1 + 1 === 2');
    expect(paths.every(({ state }) => state.completion?.kind === 'returns')).toBe(true);
  });

  it('visits a third of the states of a full search', () => {
    const full = searchSource(wbs, 'update', affected, { pruning: 'none' }).search.states;
    for (const pruning of ['published', 'exact'] as const) {
      const { search } = searchSource(wbs, 'update', affected, { pruning });
      expect(search.states).toBeLessThan(full / 2);
    }
  });

  it('goes through the sets of Table 1, row by row', () => {
    const rows: string[] = [];
    const visited: string[] = [];
    searchSource(wbs, 'update', affected, {
      pruning: 'published',
      onVisit({ context, node }, sets) {
        const { first } = wbs.program.nodesOf(context.fn);
        const names = (set: BitSet): string =>
          `{${[...set].map((each) => wbs.nameOf(nodeId(first + each))).join(',')}}`;
        const name = wbs.nameOf(nodeId(first + node));
        if (name === '') return;
        visited.push(name);
        const { exWrite, exCond, unExWrite, unExCond } = sets;
        rows.push(`${name} ${[exWrite, exCond, unExWrite, unExCond].map(names).join(' ')}`);
      },
    });
    // Row 7 of the document leaves n13 and n14 out of UnExWrite, into which row 8 puts n14 back.
    expect(rows.filter((row) => !/^n[6-9] /.test(row)).slice(0, 9)).toEqual([
      'n0 {} {n0} {n1,n3,n4,n5,n11,n13,n14} {n2,n10,n12}',
      'n1 {n1} {n0} {n3,n4,n5,n11,n13,n14} {n2,n10,n12}',
      'n5 {n1,n5} {n0} {n3,n4,n11,n13,n14} {n2,n10,n12}',
      'n10 {n1,n5} {n0,n10} {n3,n4,n11,n13,n14} {n2,n12}',
      'n11 {n1,n5,n11} {n0,n10} {n3,n4,n13,n14} {n2,n12}',
      'n12 {n1,n5,n11} {n0,n10,n12} {n3,n4,n13,n14} {n2}',
      'n13 {n1,n5,n11,n13} {n0,n10,n12} {n3,n4,n14} {n2}',
      'n14 {n1,n5,n11,n13,n14} {n0,n10,n12} {n3,n4} {n2}',
      'n2 {n1} {n0,n2} {n3,n4,n5,n11,n13,n14} {n10,n12}',
    ]);
    // Row 10: n8 is not gone on to, since all that lies behind it was explored.
    expect(visited.slice(0, 11)).toEqual(['n0', 'n1', 'n5', 'n6', 'n7', 'n10', 'n11', 'n12', 'n13', 'n14', 'n2']);
  });
});

describe('where the published pruning is not exact', () => {
  // By way of u1 only (Bt, Ct) and (Bf, Cf) are possible, by way of u2 only (Bt, Cf) and (Bf, Ct).
  const source = new SearchedSource(`import type { int } from 'wingbeat';
    let w = 0;
    export function f(u: boolean, p: boolean): void {
      let q = p;
      if (u) { // U
        q = p; // u1
      } else {
        q = !p; // u2
      }
      if (p) { // B
        w = 1; // Bt
      } else {
        w = 2; // Bf
      }
      if (q) { // C
        w = 3; // Ct
      } else {
        w = 4; // Cf
      }
    }`);
  const affected = source.affected(
    'f',
    ['B', 'Bt', 'Bf', 'C', 'Ct', 'Cf'].flatMap((name) => source.nodesAt(name)),
  );
  const found = (pruning: 'exact' | 'published' | 'none'): string[] =>
    searchSource(source, 'f', affected, { pruning }).paths.map(({ nodes }) => nodes);

  it('misses a sequence that the exact one finds', () => {
    const all = ['B Bt C Ct', 'B Bf C Cf', 'B Bt C Cf', 'B Bf C Ct'];
    expect(found('none').toSorted()).toEqual(all.toSorted());
    expect(found('exact').toSorted()).toEqual(all.toSorted());
    expect(found('published').toSorted()).toEqual(all.filter((sequence) => sequence !== 'B Bt C Cf').toSorted());
  });
});

describe('iDiSE Fig. 2', () => {
  const source = paperSource('idise-after.ts');

  for (const rules of ['published', 'extended'] as const) {
    const affected = source.impactedBy(source.nodesAt('l1'), rules);

    for (const pruning of ['published', 'exact'] as const) {
      it(`prunes B when main calls it, with the ${rules} rules and the ${pruning} pruning`, () => {
        const { paths } = searchSource(source, 'main', affected, { pruning });
        // I1 = ∅: one way through B is enough, and the subtrees t10 and t11 are not entered.
        expect(new Set(paths.map(({ condition }) => condition.split(' && ')[0]))).toEqual(new Set(['z > 10']));
        expect(paths.every(({ sequence }) => !/b\d\S*@li/.test(sequence))).toBe(true);
        // I3 = Imp(B(z)).
        expect(paths.some(({ sequence }) => /b0\S*@l3@lj/.test(sequence))).toBe(true);
      });
    }

    it(`explores A, and B where A calls it, with the ${rules} rules`, () => {
      const { paths } = searchSource(source, 'main', affected);
      const conditions = paths.map(({ condition }) =>
        condition.replaceAll('*', '').split(' && ').slice(1).join(' && '),
      );
      expect(conditions).toEqual([
        'x > 0 && y + 1 > 0 && y + 1 > 10',
        'x > 0 && y + 1 > 0 && y + 1 < 11',
        'x > 0 && y + 1 < 1',
        'x < 1 && y > 0 && y > 10',
        'x < 1 && y > 0 && y < 11',
        'x < 1 && y < 1',
      ]);
      expect(searchSource(source, 'main', affected, { pruning: 'none' }).paths).toHaveLength(12);
    });
  }

  it('marks the conditions of B only where A calls it', () => {
    const { paths } = searchSource(source, 'main', source.impactedBy(source.nodesAt('l1')));
    expect(paths[0]?.condition).toBe('z > 10 && *x > 0 && *y + 1 > 0 && *y + 1 > 10');
    // With the extended rules, x > 0 is there because y depends on it: the change does not reach it.
    const extended = searchSource(source, 'main', source.impactedBy(source.nodesAt('l1'), 'extended')).paths;
    expect(extended[0]?.condition).toBe('z > 10 && x > 0 && *y + 1 > 0 && *y + 1 > 10');
  });
});

describe('the two methods of iDiSE II-D', () => {
  const source = paperSource('two-methods-after.ts');
  const found = (affected: AffectedSource, pruning: 'exact' | 'published'): string[] =>
    searchSource(source, 'A', affected, { pruning }).paths.map(({ condition }) => condition);
  const both = ['*x - 1 > 0', '*x - 1 < 1'];

  it('yield both behaviours of B', () => {
    expect(found(source.impactedBy(source.nodesAt('a0')), 'exact')).toEqual(both);
    expect(found(source.impactedBy(source.nodesAt('a0'), 'extended'), 'exact')).toEqual(both);
    expect(found(source.impactedBy(source.nodesAt('a0'), 'extended'), 'published')).toEqual(both);
  });

  it('yield one with the procedures as they are printed: nothing impacted depends on how B decides', () => {
    expect(found(source.impactedBy(source.nodesAt('a0')), 'published')).toHaveLength(1);
  });

  it('yield one to DiSE, which does not know of B', () => {
    for (const pruning of ['published', 'exact'] as const) {
      expect(found(source.affectedBy('A', ['a0']), pruning)).toEqual(['x - 1 > 0']);
    }
  });
});

describe('paths that nothing can come of', () => {
  const source = new SearchedSource(`export function f(a: number, b: number): number {
      let x = 0;
      if (a > 0) { // a
        return 1; // early
      }
      if (b > 0) { // b
        x = 1; // x
      }
      return x; // r
    }`);

  it('are not among the answers when they execute nothing that is affected', () => {
    const affected = source.affected('f', source.nodesAt('b'));
    const found = (pruning: 'published' | 'exact'): string[] =>
      searchSource(source, 'f', affected, { pruning }).paths.map(({ sequence }) => sequence);
    expect(found('published')).toEqual(['b']);
    expect(found('exact')).toEqual(['b→x', 'b→r']);
    expect(searchSource(source, 'f', source.affected('f', [])).paths).toEqual([]);
  });

  it('take no states behind the branch that leads away', () => {
    const affected = source.affected('f', source.nodesAt('b'));
    const { search } = searchSource(source, 'f', affected);
    expect(search.pruned).toBeGreaterThan(0);
  });
});

describe('loops', () => {
  const source = new SearchedSource(`import type { int } from 'wingbeat';
    export function f(n: int, u: boolean): int {
      let s = 0;
      if (u) s = 1; // u
      for (let i = 0; i < n; i++) { // loop
        s += 2; // turn
      }
      return s; // r
    }`);

  it('are followed up to the bound, each number of turns once', () => {
    const affected = source.affected('f', source.nodesAt('turn'));
    const limits = { loops: 3 };
    const turns = (pruning: 'exact' | 'published'): string[] =>
      searchSource(source, 'f', affected, { pruning, limits })
        .paths.filter(({ isCut }) => !isCut)
        .map(({ sequence }) => sequence);
    // A third turn would be the fourth time that the loop is undecided.
    expect(turns('exact')).toEqual(['turn turn', 'turn']);
    expect(turns('published')).toEqual(['turn turn']);
  });
});

/** All paths of f, and one for each sequence of the nodes n1 to n4. */
function searchedBothWays(text: string): Record<'full' | 'exact', Searched> {
  const source = new SearchedSource(`import type { int } from 'wingbeat';\n${text}`);
  const affected = source.affected(
    'f',
    ['n1', 'n2', 'n3', 'n4'].flatMap((name) => source.nodesAt(name)),
  );
  return {
    full: searchSource(source, 'f', affected, { pruning: 'none' }),
    exact: searchSource(source, 'f', affected, { pruning: 'exact' }),
  };
}

describe('where ways meet again', () => {
  // No input takes n2: of what the graph allows something is never found, and nothing is ever closed.
  const rest = `
  if (b > 0) { // n1
    if (b < 0) c = 1; // n2
    else c = 2; // n3
  }
  return c; // n4
}`;

  it('follows one of them where what sets them apart is never read again', () => {
    const { full, exact } = searchedBothWays(`export function f(a: int, b: int, c: int): int {
  let x = 0;
  if (a > 0) x = 1;
  else x = 2;${rest}`);
    expect(new Set(full.paths.map(({ sequence }) => sequence)).size).toBe(2);
    expect(exact.paths.map(({ sequence }) => sequence)).toHaveLength(2);
    expect(full.search.states).toBe(19);
    expect(exact.search.states).toBe(12);
  });

  it('follows both where it is read, and where a condition on it is still to come', () => {
    const read = searchedBothWays(`export function f(a: int, b: int, c: int): int {
  let x = 0;
  if (a > 0) x = 1;
  else x = 2;
  if (b > 0) { // n1
    if (x === 2) c = 1; // n2
    else c = 2; // n3
  }
  return c; // n4
}`);
    expect(read.exact.paths.map(({ sequence }) => sequence).toSorted()).toEqual(
      [...new Set(read.full.paths.map(({ sequence }) => sequence))].toSorted(),
    );
    expect(read.exact.paths).toHaveLength(3);
    const bound = searchedBothWays(`export function f(a: int, b: int, c: int): int {
  let x = 0;
  if (a > b) x = 1;
  else x = 2;
  if (a > 0) { // n1
    if (b > a) c = 1; // n2
    else c = 2; // n3
  }
  return c; // n4
}`);
    expect(bound.exact.paths.map(({ sequence }) => sequence).toSorted()).toEqual(
      [...new Set(bound.full.paths.map(({ sequence }) => sequence))].toSorted(),
    );
    expect(bound.exact.paths).toHaveLength(3);
  });
});
