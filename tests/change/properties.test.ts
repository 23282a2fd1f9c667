import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyCodeChanges, edgeKey } from '#change/apply-code-changes';
import type { ChangeSet } from '#change/change-set';
import { codeChange } from '#change/code-change';
import { FlowGraph } from '#change/flow-graph';
import { revert } from '#change/revert';
import { parseModule } from '#syntax/parse';
import { arbitraryProgram } from '../ir/generate/arbitrary-program';
import { renderProgram } from '../ir/generate/render-program';
import { canonicalGraph } from './canonical-graph';
import { compare, isUnchanged } from './compare';
import { mutate, mutationsOf, type Mutation } from './mutations';
import { addNoise, type Noise } from './noise';

/** How many times the usual number of programs to try. */
const effort = Number(process.env['PROPERTY_EFFORT'] ?? 1);
const path = 'a.js';
const program = fc
  .constantFrom('expressions', 'control')
  .chain((focus) => arbitraryProgram(focus as 'control'))
  .map(renderProgram);
const picks = fc.array(fc.nat(), { minLength: 2, maxLength: 5 });

const versions = (base: string, head: string): ChangeSet => compare({ [path]: base }, { [path]: head });

/** Some mutants of a program, and one with several mutations. */
function mutantsOf(text: string, chosen: readonly number[]): { mutant: string; what: string }[] {
  const all = mutationsOf(path, text);
  if (all.length === 0) return [];
  const some = [...new Set(chosen.map((pick) => pick % all.length))].flatMap((index) => all[index] ?? []);
  const one = some.map((mutation) => ({ mutant: mutate(text, mutation), what: mutation.what }));
  const many = { mutant: mutateAll(text, some), what: some.map((mutation) => mutation.what).join(', ') };
  return [...one, many].filter(({ mutant }) => parseModule(path, mutant).tree !== null);
}

/** From the end, so that offsets stay right; mutations that overlap one before are passed over. */
function mutateAll(text: string, mutations: readonly Mutation[]): string {
  let result = text;
  let limit = Infinity;
  for (const mutation of mutations.toSorted((a, b) => b.start - a.start)) {
    if (mutation.end > limit) continue;
    result = mutate(result, mutation);
    limit = mutation.start;
  }
  return result;
}

function expectConsistentMaps(changes: ChangeSet): void {
  for (const { nodes } of changes.functions) {
    const { toHead, toBase, baseStatus, headStatus } = nodes;
    const wrongInBase = [...toHead].filter((partner, node) =>
      partner < 0
        ? baseStatus[node] !== 'removed'
        : toBase[partner] !== node || baseStatus[node] === 'removed' || headStatus[partner] !== baseStatus[node],
    );
    const wrongInHead = [...toBase].filter((partner, node) =>
      partner < 0 ? headStatus[node] !== 'added' : toHead[partner] !== node || headStatus[node] === 'added',
    );
    expect([wrongInBase, wrongInHead]).toEqual([[], []]);
  }
}

function expectUnchangedGraphsAreEqual(changes: ChangeSet): void {
  for (const change of changes.functions) {
    if (change.status !== 'unchanged') continue;
    const { base, head } = change;
    expect(canonicalGraph(head.module, head.fn)).toBe(canonicalGraph(base.module, base.fn));
  }
}

/** Applying ⟨G, G′, IN, OUT⟩ to I gives I′. */
function expectCodeChangesLeadToHead(changes: ChangeSet): void {
  for (const change of changes.functions) {
    if (change.status !== 'changed') continue;
    const graph = new FlowGraph(change.head.fn);
    const wanted = [...graph.edges, ...graph.escapes].map((edge) => `${edgeKey(edge)} ${edge.weak}`).toSorted();
    const codeChanges = codeChange(change);
    expect(codeChanges.length).toBeGreaterThan(0);
    expect(
      applyCodeChanges(change, codeChanges)
        .map((edge) => `${edgeKey(edge)} ${edge.weak}`)
        .toSorted(),
    ).toEqual(wanted);
    for (const { base, head, in: entering } of codeChanges) {
      expect(base.nodes).toContain(base.entry);
      expect(head.nodes).toContain(head.entry);
      expect(base.edges.every(({ to }) => to !== base.entry)).toBe(true);
      expect(entering.every(({ edge, node }) => edge.to === base.entry && node === head.entry)).toBe(true);
    }
  }
}

function expectEditsToBeRevertible(changes: ChangeSet, base: string, head: string, chosen: readonly number[]): void {
  const ids = changes.edits.map((edit) => edit.id);
  expect(revert(changes, []).files).toEqual([]);
  const everything = revert(changes, ids).files.find((file) => file.path === path)?.text ?? head;
  expect(isUnchanged(versions(base, everything))).toBe(true);
  const some = chosen.map((pick) => ids[pick % Math.max(1, ids.length)]).filter((id) => id !== undefined);
  for (const subset of [some.slice(0, 1), some]) {
    const { files, edits } = revert(changes, subset);
    for (const { text } of files) expect(parseModule(path, text ?? '').tree).not.toBeNull();
    // Nothing but what the edits themselves name had to go with them.
    expect(new Set(edits)).toEqual(closure(changes, subset));
  }
}

function closure(changes: ChangeSet, ids: readonly string[]): Set<string> {
  const found = new Set(ids);
  for (const id of found)
    for (const entailed of changes.edits.find((edit) => edit.id === id)?.entails ?? []) found.add(entailed);
  return found;
}

describe('generated programs', () => {
  test('a program compared with itself is unchanged', () => {
    fc.assert(
      fc.property(program, (text) => {
        const changes = versions(text, text);
        expectConsistentMaps(changes);
        expect(isUnchanged(changes)).toBe(true);
        expect(changes.edits).toEqual([]);
      }),
      { numRuns: 15 * effort },
    );
  });

  test('layout, comments, parentheses, casts and spelling do not count', () => {
    const noises = fc.array(
      fc.constantFrom<Noise | null>('parentheses', 'comment', 'cast', 'spelling', 'blank', null),
      {
        minLength: 5,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(program, noises, (text, list) => {
        let next = 0;
        const noisy = addNoise('a.ts', text, () => list[next++ % list.length] ?? null);
        const changes = compare({ 'a.ts': text }, { 'a.ts': noisy });
        expect(isUnchanged(changes)).toBe(true);
        expect(changes.edits).toEqual([]);
        expectUnchangedGraphsAreEqual(changes);
      }),
      { numRuns: 15 * effort },
    );
  });

  test('a mutant is never unchanged, its maps are consistent, its unchanged functions have equal graphs', () => {
    fc.assert(
      fc.property(program, picks, (text, chosen) => {
        for (const { mutant, what } of mutantsOf(text, chosen)) {
          const changes = versions(text, mutant);
          expect(isUnchanged(changes), what).toBe(false);
          expect(changes.edits.length).toBeGreaterThan(0);
          expectConsistentMaps(changes);
          expectUnchangedGraphsAreEqual(changes);
        }
      }),
      { numRuns: 15 * effort },
    );
  });

  test('code changes lead from the base to the head, and every edit can be taken back', () => {
    fc.assert(
      fc.property(program, picks, (text, chosen) => {
        for (const { mutant } of mutantsOf(text, chosen)) {
          const changes = versions(text, mutant);
          expectCodeChangesLeadToHead(changes);
          expectEditsToBeRevertible(changes, text, mutant, chosen);
        }
      }),
      { numRuns: 8 * effort },
    );
  });

  test('the same holds for two programs that have little in common', () => {
    fc.assert(
      fc.property(program, program, picks, (base, head, chosen) => {
        const changes = versions(base, head);
        expectConsistentMaps(changes);
        expectUnchangedGraphsAreEqual(changes);
        expectCodeChangesLeadToHead(changes);
        expectEditsToBeRevertible(changes, base, head, chosen);
      }),
      { numRuns: 8 * effort },
    );
  });
});
