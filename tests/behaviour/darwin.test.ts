import { describe, expect, it } from 'vitest';
import { runConcretely } from '#behaviour/concrete-run';
import { Darwin, type Flip } from '#behaviour/darwin';
import { nearestModel } from '#behaviour/darwin-nearest';
import { createSolver } from '#smt/chain';
import { Evaluation } from '#smt/model';
import type { Scalar } from '#smt/sorts';
import { anyDouble, integersFrom, type Term, type Unknown } from '#smt/term';
import { isUnknown, Terms } from '#smt/terms';
import { describeCondition } from '#symbolic/describe-condition';
import { follow } from './concrete-world';

/** Leaves the path of a call of `left` at each of its conditions, with its path through `kept` as f. */
function flips(
  text: string,
  kept: string,
  left: string,
  args: readonly unknown[],
): readonly (readonly [string, Flip])[] {
  const { run, given, target } = follow(text, left, args);
  const fn = target.world.source.module('a.ts')?.functions.find(({ qualifiedName }) => qualifiedName === kept);
  if (fn === undefined) throw new Error(`no function ${kept}`);
  const f = runConcretely({ ...target, fn }, given, () => false);
  const solver = createSolver();
  try {
    const darwin = new Darwin(target.world, solver, given);
    return run.conditions.map((condition, index) => [
      describeCondition(target.world, condition).text,
      darwin.flip(f.conditions, run.conditions, index),
    ]);
  } finally {
    solver.close();
  }
}

describe('f ∧ φ′₁ ∧ … ∧ φ′ᵢ₋₁ ∧ ¬φ′ᵢ', () => {
  const text = `
    export function before(x: number, y: number) { if (y > 5) return 1; if (x > 2) return 2; return 3; }
    export function now(x: number, y: number) { if (y > 5) return 1; if (x >= 2) return 2; return 3; }
  `;

  it('can hold at the condition that changed alone', () => {
    const found = flips(text, 'before', 'now', [2, 0]);
    expect(found.map(([condition, { kind }]) => [condition, kind])).toEqual([
      ['!(y > 5)', 'impossible'],
      ['x >= 2', 'possible'],
    ]);
  });

  it('cannot hold anywhere for an input that both versions take the same way', () => {
    expect(flips(text, 'before', 'before', [2, 0]).map(([, { kind }]) => kind)).toEqual(['impossible', 'impossible']);
  });

  it('is tried with every other kind of value that f allows', () => {
    const shapes = `
      export function before(u: number | string | null) { return u === null ? 0 : 1; }
      export function now(u: number | string | null) { return typeof u === 'number' ? 0 : 1; }
    `;
    const found = flips(shapes, 'before', 'now', [4]);
    expect(found.map(([, { kind }]) => kind)).toEqual(['possible']);
    const [flip] = found.map(([, each]) => each);
    // Not null, which the path of the other version rules out.
    expect(flip?.kind === 'possible' ? flip.inputs : []).toHaveLength(1);
  });
});

describe('the nearest model', () => {
  const terms = new Terms();
  const x = terms.symbol('x', 'num', anyDouble);
  const y = terms.symbol('y', 'num', integersFrom(-1000, 1000));
  const s = terms.symbol('s', 'str');
  const number = (value: number): Term => terms.constant(value);

  function nearest(constraints: readonly Term[], given: readonly (readonly [Term, Scalar])[]): Map<string, Scalar> {
    const solver = createSolver();
    try {
      const answer = solver.check({ constraints });
      if (answer.kind !== 'sat') throw new Error(answer.kind);
      const before = new Map(
        given.flatMap(([term, value]): [Unknown, Scalar][] => (isUnknown(term) ? [[term, value]] : [])),
      );
      const model = nearestModel({ terms, solver, constraints, given: before, found: answer.model });
      const evaluation = new Evaluation(model);
      expect(constraints.every((constraint) => evaluation.holds(constraint))).toBe(true);
      return new Map([...model].map(([unknown, value]) => [unknown.kind === 'symbol' ? unknown.name : '', value]));
    } finally {
      solver.close();
    }
  }

  it.each<[string, Term, number, number]>([
    ['x > 10', terms.apply('num.lt', [number(10), x]), 3, 11],
    ['x < 2', terms.apply('num.lt', [x, number(2)]), 2, 1],
    ['x <= 2', terms.apply('num.le', [x, number(2)]), 900, 2],
    [
      '10 < x < 11',
      terms.and([terms.apply('num.lt', [number(10), x]), terms.apply('num.lt', [x, number(11)])]),
      3,
      Number.NaN,
    ],
  ])('changes a number as little as it can: %s', (_, constraint, before, expected) => {
    const value = nearest([constraint], [[x, before]]).get('x');
    if (Number.isNaN(expected)) expect(value).not.toBe(before);
    else expect(value).toBe(expected);
  });

  it('changes one value where one will do', () => {
    const constraint = terms.apply('num.lt', [number(100), terms.apply('num.add', [x, y])]);
    const model = nearest(
      [constraint],
      [
        [x, 99],
        [y, 0],
        [s, 'as it was'],
      ],
    );
    expect([model.get('x') === 99, model.get('y') === 0]).toContain(true);
    expect(model.get('s')).toBe('as it was');
  });

  it('keeps values that the constraints do not speak of', () => {
    const model = nearest(
      [terms.apply('num.lt', [number(1), y])],
      [
        [x, Number.NaN],
        [y, 1],
        [s, 'x'],
      ],
    );
    expect([...model]).toEqual([
      ['x', Number.NaN],
      ['y', 2],
      ['s', 'x'],
    ]);
  });
});
