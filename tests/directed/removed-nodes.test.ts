import { describe, expect, it } from 'vitest';
import { affectedSetsOfChange, type FunctionVersion } from '#directed/affected-sets-of-change';
import type { AffectedSets } from '#directed/affected-sets';
import { FunctionFlow } from '#directed/function-flow';
import { removedNodes } from '#directed/removed-nodes';
import { LabelledProgram } from './labelled-program';
import { aligned } from './node-maps';

interface Version extends FunctionVersion {
  readonly labelled: LabelledProgram;
}

function version(body: string): Version {
  const labelled = new LabelledProgram('a.js', `function f(a, c, g) {\n${body}\n}`);
  return { labelled, program: labelled.program, fn: labelled.fn('f') };
}

/** Local indexes of the nodes with one of the labels. */
function nodesAt({ labelled, program, fn }: Version, labels: readonly string[]): number[] {
  return labels.flatMap((label) => labelled.nodesAt(label)).map((node) => node - program.nodesOf(fn).first);
}

function mapBetween(base: Version, head: Version, removed: readonly string[], added: readonly string[] = []) {
  return aligned(
    { nodeCount: base.program.nodesOf(base.fn).count, removed: nodesAt(base, removed) },
    { nodeCount: head.program.nodesOf(head.fn).count, added: nodesAt(head, added) },
  );
}

function shown({ labelled }: Version, { ACN, AWN, other }: AffectedSets) {
  return { ACN: labelled.labelsOf(ACN), AWN: labelled.labelsOf(AWN), other: labelled.labelsOf(other) };
}

describe('removed nodes (DiSE Fig. 5(a))', () => {
  const base = version(`
    let x = 0; // init
    x = a; // removed
    if (x > 0) // if
      x = 1; // then
    if (c) // c
      x = 2; // apart`);
  const head = version(`
    let x = 0; // init
    if (x > 0) // if
      x = 1; // then
    if (c) // c
      x = 2; // apart`);
  const nodes = mapBetween(base, head, ['removed']);

  it('affect in the head what they affected in the base', () => {
    expect(shown(head, affectedSetsOfChange(base, head, nodes))).toEqual({
      ACN: ['if'],
      // `init` reaches the condition too: Eq. (4), in both versions
      AWN: ['init', 'then'],
      other: [],
    });
  });

  it('are mapped set by set, with the removed node that is to blame', () => {
    const seeds = removedNodes(new FunctionFlow(base.program, base.fn), head.program.nodesOf(head.fn).first, nodes);
    const removed = base.labelled.nodeAt('removed');
    expect(seeds).toEqual([
      { rule: 'removed', node: head.labelled.nodeAt('if'), removed, set: 'ACN' },
      { rule: 'removed', node: head.labelled.nodeAt('init'), removed, set: 'AWN' },
      { rule: 'removed', node: head.labelled.nodeAt('then'), removed, set: 'AWN' },
    ]);
  });

  it('release what they guarded', () => {
    const guarded = version(`
      let y = 0; // init
      if (c) // removed
        y = 1; // y
      if (y) // if
        g(y); // call`);
    const released = version(`
      let y = 0; // init
      y = 1; // y
      if (y) // if
        g(y); // call`);
    const sets = affectedSetsOfChange(guarded, released, mapBetween(guarded, released, ['removed']));
    expect(shown(released, sets)).toEqual({ ACN: ['if'], AWN: ['init', 'y'], other: [] });
    expect(sets.derivation.map(({ rule }) => rule)).toEqual(['removed', 'removed', 'removed']);
  });

  it('leave a node that decides and writes in the set in which it was', () => {
    const body = `
      try {
        a = c.next; // next
      } catch {
        return 1;
      }`;
    const before = version(`c = a; // removed${body}`);
    const after = version(body);
    const sets = affectedSetsOfChange(before, after, mapBetween(before, after, ['removed']));
    expect(shown(after, sets)).toEqual({ ACN: ['next'], AWN: [], other: [] });
  });

  it('are followed together with what was added in their place', () => {
    const before = version(`
      let y = 0; // init
      y = a; // removed
      if (y) // if
        return 1; // r`);
    const after = version(`
      let y = 0; // init
      if (c) // added
        return 2; // new
      if (y) // if
        return 1; // r`);
    const sets = affectedSetsOfChange(
      before,
      after,
      mapBetween(before, after, ['removed'], ['added', 'new']),
      'extended',
    );
    expect(shown(after, sets)).toEqual({ ACN: ['added', 'if'], AWN: ['init'], other: ['new', 'r'] });
  });

  it('that are neither condition nor write leave the sets of the document empty', () => {
    const before = version(`
      g(a); // removed
      return a; // r`);
    const after = version(`
      return a; // r`);
    const sets = affectedSetsOfChange(before, after, mapBetween(before, after, ['removed']));
    expect(shown(after, sets)).toEqual({ ACN: [], AWN: [], other: [] });
  });
});

describe('a change', () => {
  it('of nothing affects nothing', () => {
    const same = version('if (a) return 1; // r');
    expect(affectedSetsOfChange(same, same, mapBetween(same, same, []))).toEqual({
      ACN: [],
      AWN: [],
      other: [],
      derivation: [],
    });
  });

  it('that adds a function affects all of it', () => {
    const head = version(`
      const x = a; // x
      if (x) // if
        return 1; // r`);
    const { count } = head.program.nodesOf(head.fn);
    const all = Array.from({ length: count }, (_, node) => node);
    const nodes = aligned({ nodeCount: 0, removed: [] }, { nodeCount: count, added: all });
    const sets = affectedSetsOfChange(null, head, nodes);
    expect([...sets.ACN, ...sets.AWN, ...sets.other].toSorted((a, b) => a - b)).toEqual(
      all.map((node) => node + head.program.nodesOf(head.fn).first),
    );
    expect(new Set(sets.derivation.map(({ rule }) => rule))).toEqual(new Set(['added']));
  });
});
