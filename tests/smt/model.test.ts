import { describe, expect, test } from 'vitest';
import { Evaluation, plainValue, type Model } from '../../src/smt/model';
import type { Scalar } from '../../src/smt/sorts';
import { integersFrom, type Term, type Unknown } from '../../src/smt/term';
import { isUnknown, Terms } from '../../src/smt/terms';

const terms = new Terms();
const x = terms.symbol('x', 'num');
const y = terms.symbol('y', 'num');
const flag = terms.symbol('flag', 'bool');
const call = terms.application('f', 'num', [x]);

function model(...values: [Term, Scalar][]): Model {
  const result = new Map<Unknown, Scalar>();
  for (const [term, value] of values) if (isUnknown(term)) result.set(term, value);
  return result;
}

describe('Evaluation', () => {
  test('takes the values of symbols and applications from the model', () => {
    const sum = terms.apply('num.add', [x, call]);
    expect(new Evaluation(model([x, 2], [call, 40])).valueOf(sum)).toBe(42);
  });

  test('takes plain values for what the model leaves free', () => {
    expect(new Evaluation(model()).valueOf(terms.symbol('s', 'str'))).toBe('');
    expect(new Evaluation(model()).valueOf(terms.symbol('n', 'big'))).toBe(0n);
    expect(new Evaluation(model()).valueOf(flag)).toBe(false);
    expect(new Evaluation(model()).valueOf(call)).toBe(0);
    expect(new Evaluation(model()).valueOf(terms.symbol('above', 'num', integersFrom(5, 9)))).toBe(5);
    expect(new Evaluation(model()).valueOf(terms.symbol('below', 'num', integersFrom(-9, -5)))).toBe(-5);
  });

  test('keeps NaN and −0 apart from what they resemble', () => {
    const quotient = terms.apply('num.div', [x, y]);
    expect(new Evaluation(model([x, 0], [y, 0])).valueOf(quotient)).toBeNaN();
    expect(new Evaluation(model([x, -0], [y, 1])).valueOf(quotient)).toBe(-0);
    expect(new Evaluation(model([x, Number.NaN])).holds(terms.apply('num.eq', [x, y]))).toBe(false);
  });

  test('computes only the side of a choice that is taken', () => {
    const huge = terms.apply('str.fromNumRadix', [x, y]);
    const choice = terms.choice(flag, huge, terms.constant('short'));
    const taken = terms.choice(flag, choice, terms.apply('str.concat', [choice, terms.constant('!')]));
    expect(new Evaluation(model([flag, false])).valueOf(taken)).toBe('short!');
    expect(new Evaluation(model([flag, true], [x, 255], [y, 16])).valueOf(taken)).toBe('ff');
  });

  test('computes a shared part once', () => {
    let term = x;
    for (let step = 0; step < 1000; step++) term = terms.apply('num.sub', [term, terms.apply('num.mul', [term, term])]);
    expect(new Evaluation(model([x, 1])).valueOf(term)).toBe(0);
  });

  test('says whether conditions hold', () => {
    const less = terms.apply('num.lt', [x, y]);
    const evaluation = new Evaluation(model([x, 1], [y, 2]));
    expect(evaluation.holds(less)).toBe(true);
    expect(evaluation.holds(terms.not(less))).toBe(false);
    expect(evaluation.holds(terms.true)).toBe(true);
  });
});

test('plainValue is in the domain of the symbol', () => {
  const symbol = terms.symbol('month', 'num', integersFrom(1, 12));
  expect(isUnknown(symbol) && plainValue(symbol)).toBe(1);
});
