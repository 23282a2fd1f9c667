import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeId, type NodeId } from '#core/ids';
import { compareModules } from '#change/compare-modules';
import { impactedByContext, type AffectedSource } from '#directed/affected-source';
import { impactOfChange } from '#directed/impact-of-change';
import type { SolverOptions } from '#smt/chain';
import { arbitraryFunction } from '../symbolic/arbitrary-function';
import { pathHolds } from '../symbolic/holds';
import { branchingPrograms } from './branching-program';
import { mutants, runnable } from './mutants';
import { SearchedSource, searchSource, type Searched } from './search-source';

/** Sequences of paths that came to their end. */
function sequences({ paths }: Searched): string[] {
  return paths.filter(({ isCut, sequence }) => !isCut && sequence !== '').map(({ sequence }) => sequence);
}

/** No clock: two searches get the same answers. */
const solver: SolverOptions = { core: 'none' };
/** The same by nodes alone. */
function nodes({ paths }: Searched): string[] {
  return paths.filter(({ isCut, sequence }) => !isCut && sequence !== '').map((path) => path.nodes);
}

const limits = { loops: 2, paths: 80, steps: 2_000 };

/** All was looked at, and no question was left open: two searches saw the same program. */
function isKnown({ complete, paths }: Searched): boolean {
  return complete && paths.every(({ state }) => state.undecided === 0);
}

/** Nodes that a person would see, some of them by numbers that are taken modulo their count. */
function some(source: SearchedSource, numbers: readonly number[], name?: string): NodeId[] {
  const { program } = source;
  const all = Array.from({ length: program.nodeCount }, (_, node) => nodeId(node)).filter((node) => {
    const kind = program.kindOf(node);
    const fn = program.shortName(program.functionOf(node));
    return (
      !['entry', 'exit', 'nop', 'scope', 'jump'].includes(kind) &&
      (name === undefined ? fn !== '<module>' : fn === name)
    );
  });
  return [...new Set(numbers.flatMap((number) => all[number % all.length] ?? []))];
}

function checked(source: SearchedSource, affected: AffectedSource): boolean {
  const options = { limits, budgetMs: 700, solver };
  const full = searchSource(source, 'f', affected, { ...options, pruning: 'none' });
  if (!isKnown(full)) return false;
  const expected = new Set(sequences(full));
  const exact = searchSource(source, 'f', affected, { ...options, repeats: Infinity });
  if (!isKnown(exact)) return false;
  expect(sequences(exact).toSorted()).toEqual([...expected].toSorted());
  const published = searchSource(source, 'f', affected, { ...options, pruning: 'published' });
  const found = nodes(published);
  expect(new Set(found).size).toBe(found.length);
  expect(found.filter((sequence) => !nodes(full).includes(sequence))).toEqual([]);
  return true;
}

const numbers = fc.array(fc.nat(1000), { minLength: 1, maxLength: 4 });

describe('on generated programs', () => {
  it('finds each sequence of affected nodes of one function once', () => {
    fc.assert(
      fc.property(branchingPrograms, numbers, ({ text }, chosen) => {
        const source = new SearchedSource(text);
        fc.pre(checked(source, source.affected('f', some(source, chosen, 'f'))));
      }),
      { numRuns: 30 },
    );
  });

  it('does so where anything may raise an error', () => {
    fc.assert(
      fc.property(arbitraryFunction, numbers, ({ source: text }, chosen) => {
        const source = new SearchedSource(text);
        fc.pre(checked(source, source.affected('f', some(source, chosen, 'f'))));
      }),
      { numRuns: 60 },
    );
  });

  for (const rules of ['published', 'extended'] as const) {
    it(`finds each sequence of nodes that are affected by calling context, with the ${rules} rules`, () => {
      fc.assert(
        fc.property(branchingPrograms, numbers, ({ text }, chosen) => {
          const source = new SearchedSource(text);
          fc.pre(checked(source, source.impactedBy(some(source, chosen.slice(0, 2)), rules)));
        }),
        { numRuns: 25 },
      );
    });
  }
});

const input = fc.integer({ min: -3, max: 6 });

describe('on mutants of generated programs', () => {
  it('finds each affected sequence once, and a path for every input on which the versions differ', () => {
    fc.assert(
      fc.property(
        mutants,
        fc.array(fc.tuple(input, input, input), { minLength: 30, maxLength: 30 }),
        (mutant, inputs) => {
          const [base, head] = [new SearchedSource(mutant.before), new SearchedSource(mutant.after)];
          const changes = compareModules([base.module], [head.module]);
          const sets = impactOfChange({
            base: { program: base.program, graph: () => base.graph },
            head: head.graph,
            changes,
          });
          const affected = impactedByContext(sets, head.graph.callGraph);
          fc.pre(checked(head, affected));
          const full = searchSource(head, 'f', affected, { limits, solver, pruning: 'none', budgetMs: 700 });
          // There may be less time than before.
          fc.pre(isKnown(full));
          const [before, after] = [runnable(mutant.before), runnable(mutant.after)];
          for (const [a, b, c] of inputs) {
            const [old, now] = [before(a, b, c), after(a, b, c)];
            if (old === null || now === null || isDeepStrictEqual(old, now)) continue;
            expect(full.paths.some(({ state }) => pathHolds(state, { a, b, c }))).toBe(true);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
