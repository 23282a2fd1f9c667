import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeCases, type Case } from '#behaviour/merge-cases';
import type { Scalar } from '#smt/sorts';
import { Evaluation } from '#smt/model';
import type { Unknown } from '#smt/term';
import { Terms } from '#smt/terms';
import type { Condition } from '#symbolic/condition';
import { Locations, type Location } from '#symbolic/location';

const terms = new Terms();
const truths = ['a', 'b', 'c'].map((name) => terms.symbol(name, 'bool'));
const number = terms.symbol('n', 'num');
const limits = [0, 1].map((limit) => terms.apply('num.lt', [number, terms.constant(limit)]));
const locations = new Locations();
const members = [{ kind: 'undefined' }, { kind: 'null' }, { kind: 'boolean' }] as const;
const required = place('u', false);
const optional = place('v', true);

function place(name: string, isOptional: boolean): Location {
  return locations.root({ kind: 'variable', name }, name, { members }, isOptional);
}

const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...truths, ...limits), fc.boolean()).map(literal) },
  shapeOf(required, 3),
  shapeOf(optional, 4),
  fc.boolean().map((same): Condition => {
    return { kind: 'alias', location: required, other: optional, same, equal: terms.true, site: null };
  }),
);

function literal([decision, isTrue]: readonly [(typeof truths)[number], boolean]): Condition {
  return { kind: 'term', term: isTrue ? decision : terms.not(decision), role: 'branch', site: null };
}

function shapeOf(location: Location, count: number): fc.Arbitrary<Condition> {
  return fc
    .integer({ min: 1, max: 2 ** count - 1 })
    .map((mask): Condition => ({ kind: 'shape', location, members: mask, site: null }));
}

/** One input: values of the unknowns, which member each place is, and whether they are one object. */
interface Input {
  readonly evaluation: Evaluation;
  readonly members: ReadonlyMap<Location, number>;
  readonly isOne: boolean;
}

const inputs = [...allInputs()];

function* allInputs(): Generator<Input> {
  for (let bits = 0; bits < 16; bits++) {
    for (const n of [-1, 0, 1]) {
      const model = new Map<Unknown, Scalar>([[number as Unknown, n]]);
      truths.forEach((truth, index) => model.set(truth as Unknown, (bits & (1 << index)) !== 0));
      for (let u = 0; u < 3; u++) {
        for (let v = 0; v < 4; v++) {
          const which = new Map([
            [required, u],
            [optional, v],
          ]);
          yield { evaluation: new Evaluation(model), members: which, isOne: bits >= 8 };
        }
      }
    }
  }
}

function holds(one: Condition, input: Input): boolean {
  switch (one.kind) {
    case 'term':
      return input.evaluation.holds(one.term);
    case 'shape':
      return (one.members & (1 << (input.members.get(one.location) ?? 0))) !== 0;
    case 'alias':
      return one.same === input.isOne;
  }
}

function isAmong(cases: readonly Case[], input: Input): boolean {
  return cases.some((list) => list.every((one) => holds(one, input)));
}

/** An input that is among the cases only before, or only after. */
function firstChange(before: readonly Case[], after: readonly Case[]): Input | undefined {
  return inputs.find((input) => isAmong(before, input) !== isAmong(after, input));
}

function term(index: number, isTrue: boolean): Condition {
  return literal([truths[index] ?? terms.true, isTrue]);
}

function shape(mask: number): Condition {
  return { kind: 'shape', location: required, members: mask, site: null };
}

describe('mergeCases', () => {
  it('gives cases that together mean what they meant', () => {
    const cases = fc.array(fc.array(condition, { maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(cases, (given) => {
        const merged = mergeCases(given, terms);
        expect(firstChange(given, merged)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('means the same for paths, of which each decides something that another decided otherwise', () => {
    const decisions = [...truths, ...limits];
    const after = (index: number, isTrue: boolean, cases: readonly Case[]): Case[] =>
      cases.map((list) => list.concat(literal([decisions[index] ?? terms.true, isTrue])));
    const tree = fc.letrec<{ tree: Case[] }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<Case[]>([[]], []),
        fc
          .tuple(fc.nat(4), tie('tree'), tie('tree'))
          .map(([index, yes, no]) => after(index, true, yes).concat(after(index, false, no))),
      ),
    })).tree;
    fc.assert(
      fc.property(tree, (given) => {
        const merged = mergeCases(given, terms);
        expect(merged.length).toBeLessThanOrEqual(given.length);
        expect(firstChange(given, merged)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it('drops what is decided both ways', () => {
    const merged = mergeCases(
      [
        [term(0, true), term(1, true)],
        [term(0, true), term(1, false)],
      ],
      terms,
    );
    expect(merged).toEqual([[term(0, true)]]);
  });

  it('joins the kinds of an input, and says nothing where these are all', () => {
    expect(mergeCases([[shape(1)], [shape(2)]], terms)).toEqual([[shape(3)]]);
    expect(mergeCases([[shape(1)], [shape(6)]], terms)).toEqual([[]]);
  });
});
