import { describe, expect, it } from 'vitest';
import { Evaluation } from '#smt/model';
import type { Unknown } from '#smt/term';
import { unknownsOf } from '#smt/unknowns';
import { termsOf } from '#symbolic/condition';
import { describeValue } from '#symbolic/describe-value';

import { tcasTests } from '../fixtures/tcas/universe';
import { moduleMaker } from '../fixtures/module-maker';
import { sourceOf, tcasVersions } from '../fixtures/tcas/versions';
import { exploreSource, type Explored } from '../symbolic/explore-source';

const tests = tcasTests();

describe('the paths of the changed versions of tcas', () => {
  it.each(tcasVersions)('$id: every test takes exactly one, which says what the engine returns', (version) => {
    const text = sourceOf(version);
    const explored = exploreSource(text, 'altSepTest');
    expect(explored.complete).toBe(true);
    const predictions = predictionsOf(explored);
    const run = moduleMaker('tcas.ts', text)()('altSepTest');
    const wrong = tests.filter(({ args, inputs }) => {
      const predicted = predictions(inputs);
      return predicted.length !== 1 || predicted[0] !== String(run(...args));
    });
    expect(wrong.map(({ line }) => line)).toEqual([]);
  });
});

/** What the paths that concrete inputs satisfy return. */
function predictionsOf({ world, ends }: Explored): (inputs: Readonly<Record<string, number | boolean>>) => string[] {
  const paths = ends.map((state) => {
    if (state.completion?.kind !== 'returns') throw new Error('every path of tcas returns');
    return { terms: termsOf(state.conditions), result: describeValue(world, state, state.completion.value) };
  });
  const unknowns = new Set<Unknown>(paths.flatMap(({ terms }) => terms.flatMap((term) => [...unknownsOf(term)])));
  return (inputs) => {
    const evaluation = new Evaluation(
      new Map(
        [...unknowns].map((unknown) => {
          const value = inputs[unknown.name];
          if (value === undefined) throw new Error(`no parameter is called ${unknown.name}`);
          return [unknown, value];
        }),
      ),
    );
    return paths.flatMap(({ terms, result }) => (terms.every((term) => evaluation.holds(term)) ? [result] : []));
  };
}
