import { describe, expect, it } from 'vitest';
import { nodeId } from '#core/ids';
import { affectedSets } from '#directed/affected-sets';
import { affectedSetsOfChange } from '#directed/affected-sets-of-change';
import { cfgPaths } from '#directed/cfg-paths';
import type { AffectedRuleSet, Derivation } from '#directed/derivation';
import { FunctionFlow, type FlowOptions } from '#directed/function-flow';
import { functionNodes } from '#directed/function-nodes';
import type { Aliasing } from '#directed/place-index';
import { LabelledProgram, paperProgram } from './labelled-program';
import { sameShape } from './node-maps';

describe('the wheel brake system of DiSE Fig. 2', () => {
  const base = paperProgram('wbs-before.ts');
  const head = paperProgram('wbs-after.ts');
  const fn = head.fn('update');
  const { first, count } = head.program.nodesOf(fn);
  const sets = affectedSetsOfChange(
    { program: base.program, fn: base.fn('update') },
    { program: head.program, fn },
    sameShape(count, [head.nodeAt('n0') - first]),
  );

  it('has the affected sets of Fig. 5(b)', () => {
    expect(head.labelsOf(sets.ACN)).toEqual(['n0', 'n2', 'n10', 'n12']);
    expect(head.labelsOf(sets.AWN)).toEqual(['n1', 'n3', 'n4', 'n5', 'n11', 'n13', 'n14']);
    expect(sets.other).toEqual([]);
  });

  it('is derived as in Fig. 5(b), row by row', () => {
    expect(rows(head, sets.derivation)).toEqual([
      '{n0} | {}',
      '{n0, n2} | {} | n0 n2 Eq. (1)',
      '{n0, n2} | {n1} | n0 n1 Eq. (2)',
      '{n0, n2} | {n1, n3} | n2 n3 Eq. (2)',
      '{n0, n2} | {n1, n3, n4} | n2 n4 Eq. (2)',
      '{n0, n2, n10} | {n1, n3, n4} | n1 n10 Eq. (3)',
      '{n0, n2, n10} | {n1, n3, n4, n11} | n10 n11 Eq. (2)',
      '{n0, n2, n10, n12} | {n1, n3, n4, n11} | n1 n12 Eq. (3)',
      '{n0, n2, n10, n12} | {n1, n3, n4, n11, n13} | n12 n13 Eq. (2)',
      '{n0, n2, n10, n12} | {n1, n3, n4, n11, n13, n14} | n12 n14 Eq. (2)',
      '{n0, n2, n10, n12} | {n1, n3, n4, n5, n11, n13, n14} | n5 n10 Eq. (4)',
    ]);
  });
});

function affected(text: string, changed: string, rules: AffectedRuleSet = 'published', flow: FlowOptions = {}) {
  const labelled = new LabelledProgram('a.js', text);
  const seeds = labelled.nodesAt(changed).map((node) => ({ rule: 'changed', node }) as const);
  const fn = labelled.program.functionOf(labelled.nodesAt(changed)[0] ?? nodeId(0));
  const sets = affectedSets(new FunctionFlow(labelled.program, fn, flow), seeds, rules);
  return {
    ACN: labelled.labelsOf(sets.ACN),
    AWN: labelled.labelsOf(sets.AWN),
    other: labelled.labelsOf(sets.other),
    rules: [...new Set(sets.derivation.map(({ rule }) => rule))],
  };
}

describe('one statement of several nodes', () => {
  it('is a condition that reads what its calls read', () => {
    const sets = affected(
      `function f(x, g) {
         x = x + 1; // x
         if (g(x) > 0 && g(1)) // if
           x = 2; // then
       }`,
      'x',
    );
    expect(sets).toMatchObject({ ACN: ['if'], AWN: ['x', 'if', 'then'] });
  });

  it('is changed as a whole', () => {
    const sets = affected(
      `function f(x, g, h) {
         const y =
           g( // y
             h(x) // call
           );
         if (y) // if
           return 1; // r
       }`,
      'call',
    );
    expect(sets.ACN).toEqual(['if']);
    expect(sets.AWN).toEqual(expect.arrayContaining(['call']));
    expect(sets.rules).toContain('statement');
  });

  it('reads backward what its calls read', () => {
    const sets = affected(
      `function f(a, g) {
         const x = a * 2; // x
         const unread = a * 3; // unread
         const y = g(x); // y
         return y; // r
       }`,
      'y',
    );
    expect(sets).toMatchObject({ ACN: [], AWN: ['x', 'y'], other: ['y'] });
  });
});

describe('nodes that are neither condition nor write', () => {
  const text = `function f(a, g) {
      g(a); // call
      if (a) // if
        throw a; // throw
      return a; // return
    }`;

  it('are in a set of their own when they change', () => {
    expect(affected(text, 'call')).toMatchObject({ ACN: [], AWN: [], other: ['call'] });
    expect(affected(text, 'return')).toMatchObject({ ACN: [], AWN: [], other: ['return'] });
    expect(affected(text, 'throw')).toMatchObject({ ACN: [], AWN: [], other: ['throw'] });
  });

  it('count as writes where they define: changed parameters reach the conditions that read them', () => {
    const labelled = new LabelledProgram('a.js', text);
    const fn = labelled.fn('f');
    const entry = labelled.program.entryOf(fn);
    const sets = affectedSets(new FunctionFlow(labelled.program, fn), [{ rule: 'changed', node: entry }]);
    expect(sets.other).toEqual([entry]);
    expect(labelled.labelsOf(sets.ACN)).toEqual(['if']);
  });

  it('decide where a handler awaits their error', () => {
    const sets = affected(
      `function f(g, a) {
         let r = 0;
         try {
           g(a); // call
           r = 1; // after
         } catch {
           r = 2; // handler
         }
         if (r) // if
           return r;
       }`,
      'call',
    );
    expect(sets.ACN).toEqual(['call', 'if']);
    expect(sets.AWN).toEqual(expect.arrayContaining(['after', 'handler']));
  });
});

describe('the extended rules', () => {
  const text = `function f(a, log) {
      const y = a + 1; // y
      const z = y * 2; // z
      if (z > 3) // if
        log(z); // log
      return z; // r
    }`;

  it('follow values from write to write, which the equations do not', () => {
    expect(affected(text, 'y')).toMatchObject({ ACN: [], AWN: ['y'] });
    expect(affected(text, 'y', 'extended')).toMatchObject({ ACN: ['if'], AWN: ['y', 'z'], other: ['log', 'r'] });
  });

  it('follow what a call may do to the objects that it is handed', () => {
    const sets = affected(
      `function f(list, v) {
         list.push(v); // push
         if (list.length > 3) // if
           return 1; // r
       }`,
      'push',
      'extended',
    );
    expect(sets).toMatchObject({ ACN: ['if'], other: ['push', 'r'] });
  });

  it('follow errors to their handlers', () => {
    const sets = affected(
      `function f(v) {
         try {
           throw v + 1; // throw
         } catch (e) { // catch
           if (e > 2) // if
             return 1;
         }
         return 2;
       }`,
      'throw',
      'extended',
    );
    expect(sets.ACN).toEqual(['if']);
  });
});

const sameObjects: Aliasing = () => 'may';
const distinctObjects: Aliasing = (a, b) => (a === b ? 'may' : 'never');

describe('places', () => {
  const text = `function f(a, b, k) {
      a.x = 1; // write
      if (b.x) return 1; // same
      if (b.y) return 2; // name
      if (a[k]) return 3; // computed
      if (b[k]) return 4; // elsewhere
    }`;

  it('are fields of one name, or computed keys of one object, for want of points-to sets', () => {
    expect(affected(text, 'write').ACN).toEqual(expect.arrayContaining(['same', 'computed']));
    expect(affected(text.replace(/return \d/g, '0'), 'write').ACN).toEqual(['same', 'computed']);
  });

  it('are what points-to sets say where there are some', () => {
    const apart = text.replace(/return \d/g, '0');
    expect(affected(apart, 'write', 'published', { aliasing: sameObjects }).ACN).toEqual([
      'same',
      'computed',
      'elsewhere',
    ]);
    expect(affected(apart, 'write', 'published', { aliasing: distinctObjects }).ACN).toEqual(['computed']);
  });

  it('are bindings, not names', () => {
    const sets = affected(
      `function f(x) {
         { let x = 1; // inner
           if (x) 0; // one
         }
         if (x) 0; // two
       }`,
      'inner',
    );
    expect(sets.ACN).toEqual(['one']);
  });
});

describe('paths', () => {
  it('go around loops but not back', () => {
    const sets = affected(
      `function f(n, x) {
         if (x) 0; // before
         while (n > 0) { // loop
           if (x) 0; // inside
           x = n; // write
           n = n - 1; // count
         }
         if (x) 0; // after
       }`,
      'write',
    );
    expect(sets.ACN).toEqual(['inside', 'after']);
  });

  it('do not lead from a node to itself: it reads before it writes', () => {
    const sets = affected(
      `function f(o, x) {
         x = o; // write
         try {
           x = x.next; // next
         } catch {
           return 1;
         }
       }`,
      'write',
    );
    expect(sets).toMatchObject({ ACN: ['next'], AWN: ['write'] });
  });

  it('never end in an endless loop that decides nothing', () => {
    const sets = affected(
      `function f(c) {
         if (c) // if
           for (;;) {} // loop
       }`,
      'if',
    );
    expect(sets).toMatchObject({ ACN: ['if'], AWN: [] });
  });

  it('are taken from the topological order where there are too many pairs of nodes', () => {
    const labelled = new LabelledProgram(
      'a.js',
      'function f(a) { if (a) a = 1; else a = 2; while (a) a--; return a; }',
    );
    const { nodes } = functionNodes(labelled.program, labelled.fn('f'));
    const exact = cfgPaths(nodes);
    const coarse = cfgPaths(nodes, 1);
    const indexes = nodes.map((node) => node.index);
    for (const from of indexes) {
      for (const to of indexes) if (exact(from, to)) expect(coarse(from, to), `${from} to ${to}`).toBe(true);
    }
    expect(coarse(nodes.length - 1, 0)).toBe(false);
  });
});

describe('large functions', () => {
  it('are analysed without trying every pair of pairs', () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `x = x + ${i}; if (x > ${i}) y = x;`);
    const labelled = new LabelledProgram('a.js', `function f(x, y) {\n${lines.join('\n')}\nreturn y; }`);
    const fn = labelled.fn('f');
    const flow = new FunctionFlow(labelled.program, fn);
    const first = labelled.program.nodesOf(fn).first;
    const sets = affectedSets(flow, [{ rule: 'changed', node: nodeId(first + 1) }]);
    expect(sets.ACN).toHaveLength(2000);
    expect(sets.AWN).toHaveLength(4000);
  });
});

/** The columns ACN, AWN, ni, nj and rule of Fig. 5(b). In Eq. (4) it is ni that is added. */
function rows(program: LabelledProgram, derivation: readonly Derivation[]): string[] {
  const sets = { ACN: new Set<string>(), AWN: new Set<string>(), other: new Set<string>() };
  return derivation.map((step) => {
    const node = program.labelOf(step.node);
    sets[step.set].add(node);
    const row = `${shown(sets.ACN)} | ${shown(sets.AWN)}`;
    if (!('from' in step)) return row;
    const from = program.labelOf(step.from);
    const pair = step.rule === 'Eq. 4' ? `${node} ${from}` : `${from} ${node}`;
    return `${row} | ${pair} ${step.rule.replace(/\d/, '($&)')}`;
  });
}

function shown(set: ReadonlySet<string>): string {
  return `{${[...set].toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1))).join(', ')}}`;
}
