import { expect, test } from 'vitest';
import { impactEverywhere } from '#directed/call-impact';
import { impactSets, type ImpactSets } from '#directed/impact-sets';
import { LabelledFiles } from '../dependence/labelled-files';

const source = `
  function a(x) {
    return x + 1; // [a]
  }
  function b(x) {
    return x + 2; // [b]
  }
  const table = [a, b];
  export function run(i, v) {
    const w = v + 1; // [before]
    return table[i](w); // [call]
  }
  export function other(v) {
    return v; // [other]
  }
`;

/** No variable has room for two functions: no edge leads from the call to them. */
const files = new LabelledFiles({ 'a.js': source }, { objects: 12, functions: 1 });

function impactOf(point: string): ImpactSets {
  const changes = files.nodesAt(point).map((node) => ({ rule: 'changed' as const, node }));
  return impactSets({ program: files.program, calls: files.graph.callGraph, changes });
}

function isImpacted(sets: ImpactSets, point: string): boolean {
  const nodes = impactEverywhere(sets);
  return files.nodesAt(point).some((node) => nodes.has(node));
}

test('a change before a call of functions held in common has an impact on all of them', () => {
  expect(files.callees('call')).toEqual([]);
  const sets = impactOf('before');
  for (const point of ['call', 'a', 'b']) expect(isImpacted(sets, point), point).toBe(true);
  expect(isImpacted(sets, 'other')).toBe(false);
});

test('a change of one of them has an impact on the call', () => {
  const sets = impactOf('a');
  expect(isImpacted(sets, 'call')).toBe(true);
  expect(isImpacted(sets, 'other')).toBe(false);
});
