import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeId, type NodeId } from '#core/ids';
import type { AffectedSource } from '#directed/affected-source';
import type { SolverOptions } from '#smt/chain';
import { branchingPrograms } from './branching-program';
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
      { numRuns: 25 },
    );
  });

  for (const rules of ['published', 'extended'] as const) {
    it(`finds each sequence of nodes that are affected by calling context, with the ${rules} rules`, () => {
      fc.assert(
        fc.property(branchingPrograms, numbers, ({ text }, chosen) => {
          const source = new SearchedSource(text);
          fc.pre(checked(source, source.impactedBy(some(source, chosen.slice(0, 2)), rules)));
        }),
        { numRuns: 20 },
      );
    });
  }
});
