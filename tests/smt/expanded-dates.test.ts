import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { datePartTerm } from '../../src/smt/date-arithmetic';
import { datePartNames } from '../../src/smt/date-operations';
import { withDatesExpanded } from '../../src/smt/expanded-dates';
import { Evaluation } from '../../src/smt/model';
import { createSolver } from '../../src/smt/chain';
import { sat, unsat, type Query } from '../../src/smt/solver';
import { integersFrom, type SymbolTerm, type Term } from '../../src/smt/term';
import { Terms } from '../../src/smt/terms';

const terms = new Terms();
const any = terms.symbol('t', 'num') as SymbolTerm;
const time = terms.symbol('d.getTime()', 'num', integersFrom(-8.64e15, 8.64e15)) as SymbolTerm;
const moments = fc.oneof(
  fc.integer({ min: -8.64e15, max: 8.64e15 }),
  fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2100, 0, 1) }),
  fc.constantFrom(0, -1, 8.64e15, -8.64e15, 8.64e15 + 1, Number.NaN, 1.5, -1.5, Infinity),
);

describe('parts of dates as arithmetic', () => {
  test.each([
    ...datePartNames.map((part) => ['utc', part] as const),
    ...[...datePartNames, 'TimezoneOffset'].map((part) => ['local', part] as const),
  ])('%s %s has the value of the part', (clock, part) => {
    const [whole, arithmetic] = [
      terms.apply(clock === 'utc' ? 'num.utcPart' : 'num.localPart', [any], part),
      datePartTerm(terms, clock, part, any),
    ];
    fc.assert(
      fc.property(moments, (moment) => {
        const evaluation = new Evaluation(new Map([[any, moment]]));
        expect(evaluation.valueOf(arithmetic)).toBe(evaluation.valueOf(whole));
      }),
      { numRuns: 500 },
    );
  });
});

describe('a solver that is asked about parts of dates', () => {
  const hours = terms.apply('num.localPart', [time], 'Hours');
  const less = (a: Term, b: number): Term => terms.apply('num.lt', [a, terms.constant(b)]);

  test('is given arithmetic, and its model is one of what was asked', () => {
    const solver = withDatesExpanded(terms, createSolver());
    try {
      const constraints = [terms.not(less(hours, 17)), less(hours, 18)];
      const answer = solver.check({ constraints });
      expect(answer.kind).toBe('sat');
      const evaluation = new Evaluation(answer.kind === 'sat' ? answer.model : new Map());
      expect(constraints.map((constraint) => evaluation.holds(constraint))).toEqual([true, true]);
    } finally {
      solver.close();
    }
  });

  test('is not asked what the names of the parts tell', () => {
    const solver = withDatesExpanded(terms, createSolver({ core: 'none' }));
    expect(solver.check({ constraints: [terms.not(less(hours, 23)), less(hours, 23)] })).toBe(unsat);
    const isLast = terms.apply('num.eq', [hours, terms.constant(23)]);
    expect(solver.check({ constraints: [terms.not(less(hours, 23)), terms.not(isLast)] })).toBe(unsat);
  });

  test('learns nothing that holds in one time zone only', () => {
    // Clocks in the zone of replays are behind UTC in every season; elsewhere they are not.
    const ahead = terms.apply('num.lt', [time, terms.apply('num.localTime', [time])]);
    const known = terms.apply('num.lt', [terms.constant(0), terms.apply('num.localTime', [terms.constant(0)])]);
    expect(known.kind).toBe('operation');
    const solver = createSolver();
    try {
      for (const constraint of [ahead, known]) expect(solver.check({ constraints: [constraint] }).kind).toBe('unknown');
    } finally {
      solver.close();
    }
  });

  test('gets functions as they are, so that their values mean the same', () => {
    const asked: Query[] = [];
    const solver = withDatesExpanded(terms, { check: (query) => (asked.push(query), sat(new Map())), close() {} });
    const call = terms.application('f', 'bool', [hours]);
    solver.check({ constraints: [call] });
    expect(asked[0]?.constraints).toEqual([call]);
  });
});
