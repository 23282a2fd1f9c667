import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { operationNames, operations, type OperationName } from '../../src/smt/operations';
import { Ranges } from '../../src/smt/ranges';
import { isInDomain } from '../../src/smt/satisfies';
import { scriptRunner, theoriesFor } from '../../src/smt/solver-kinds';
import type { Scalar } from '../../src/smt/sorts';
import { anyDouble, type Domain, type Term } from '../../src/smt/term';
import { Terms } from '../../src/smt/terms';
import { TheorySession } from '../../src/smt/theory-session';
import { argumentOf, dataOf } from './arbitrary-term';

/**
 * Every operation of every theory, at values: that it has the value which the engine computes must not be refuted, and
 * that it has another must be, unless that depends on where it is asked. Arguments are constants, symbols of any value, and symbols of a narrow domain.
 */
const forms = ['constants', 'symbols', 'narrow symbols'] as const;

const choices = theoriesFor('embedded', 20_000_000);
const theories = [...new Map(choices.map((choice) => [choice.theory.name, choice])).values()];

describe.each(theories)('the theory of $theory.name', (choice) => {
  const runner = scriptRunner('embedded');
  const terms = new Terms();
  const ranges = new Ranges();
  const session = new TheorySession({ ...choice, runner, rangeOf: (term) => ranges.of(term), limitMs: () => 20_000 });
  afterAll(() => runner.close());

  const names = operationNames.filter((name) => name in choice.theory.operations);

  test('has operations', () => expect(names.length).toBeGreaterThan(30));

  test.each(names)('%s', (name) => {
    const { params, variadic, ofPlace } = operations[name];
    const [first = 'bool'] = params;
    const sorts = variadic ? [first, first] : params;
    const values = fc.tuple(...sorts.map((sort, index) => argumentOf(name, index, sort)));
    const property = fc.property(values, dataOf(name), fc.constantFrom(...forms), (args, data, form) => {
      const symbols = args.map((value, index) => argument(terms, `x${index}`, value, form));
      const pinned = form === 'constants' ? [] : symbols.map((symbol, index) => same(terms, symbol, args[index] ?? 0));
      const value = operations[name].evaluate(args, data);
      const claim = same(terms, terms.operation(name, symbols, data), value);
      expect(session.check([...pinned, claim]).kind, 'the true value').not.toBe('unsat');
      const other = session.check([...pinned, terms.operation('not', [claim])]).kind;
      if (ofPlace) expect(other, 'another value elsewhere').not.toBe('unsat');
      else expect(other, 'another value').toBe('unsat');
    });
    // A fixed seed: which values a solver settles within its budget is no property of the code.
    fc.assert(property, { numRuns: runs(name), seed: 1 });
  });
});

/** Fewer where the solver is slow. */
function runs(name: OperationName): number {
  return /^(regexp|str\.(to|trim|lt))|^num\.(fromStr|parse|add|sub|mul|div|rem)/.test(name) ? 4 : 8;
}

function argument(terms: Terms, name: string, value: Scalar, form: (typeof forms)[number]): Term {
  if (form === 'constants') return terms.constant(value);
  const domain = form === 'symbols' || typeof value !== 'number' ? anyDouble : narrowDomain(value);
  const narrow = domain === anyDouble ? '' : `${domain.min} ${domain.max} ${domain.negativeZero}`;
  return terms.symbol(`${name} ${typeof value} ${narrow}`, sortsByType[typeof value] ?? 'num', domain);
}

const sortsByType: Record<string, 'bool' | 'num' | 'str' | 'big'> = {
  boolean: 'bool',
  number: 'num',
  string: 'str',
  bigint: 'big',
};

function narrowDomain(value: number): Domain {
  const integer = Number.isInteger(value);
  const domain: Domain = {
    integer,
    min: integer ? value - 1 : Math.min(value, 0),
    max: integer ? value + 1 : Math.max(value, 1),
    nan: false,
    negativeZero: Object.is(value, -0),
  };
  return isInDomain(value, domain) ? domain : anyDouble;
}

function same(terms: Terms, term: Term, value: Scalar): Term {
  const operation = { bool: 'bool.eq', num: 'num.same', str: 'str.eq', big: 'big.eq' } as const;
  return terms.operation(operation[term.sort], [term, terms.constant(value)]);
}
