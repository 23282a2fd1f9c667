import { describe, expect, test } from 'vitest';
import { enumerationLink } from '../../src/smt/enumeration-link';
import { Ranges } from '../../src/smt/ranges';
import { unknown, type Answer } from '../../src/smt/solver';
import { Terms } from '../../src/smt/terms';
import type { Term } from '../../src/smt/term';

const terms = new Terms();
const { apply, constant } = { apply: terms.apply.bind(terms), constant: terms.constant.bind(terms) };
const [n, m] = [terms.symbol('n', 'num'), terms.symbol('m', 'num')];

function ask(...constraints: readonly Term[]): Answer {
  const ranges = new Ranges();
  const next = { check: () => unknown('the next link was asked'), close: () => undefined };
  return enumerationLink(next, (term) => ranges.of(term)).check({ constraints });
}

const byte = apply('num.bitAnd', [n, constant(255)]);
const hex = apply('str.fromNumRadix', [byte, constant(16)]);

describe('constraints that depend on few values', () => {
  test('contradict each other where no value satisfies them', () => {
    const padded = apply('str.padStart', [hex, constant(2), constant('0')]);
    const both = apply('str.concat', [constant('0'), hex]);
    const cut = apply('str.slice', [both, apply('num.sub', [apply('str.length', [both]), constant(2)]), constant(9)]);
    expect(ask(terms.not(apply('str.eq', [padded, cut])))).toEqual({ kind: 'unsat' });
    expect(ask(terms.not(apply('str.eq', [hex, cut])))).toEqual(unknown('the next link was asked'));
  });

  test('are tried for NaN, too', () => {
    const month = apply('num.utcPart', [n], 'Month');
    const floor = apply('num.add', [apply('num.floor', [apply('num.div', [month, constant(3)])]), constant(1)]);
    const ceil = apply('num.ceil', [apply('num.div', [apply('num.add', [month, constant(1)]), constant(3)])]);
    expect(ask(terms.not(apply('num.same', [floor, ceil])))).toEqual({ kind: 'unsat' });
    const isEqual = apply('num.eq', [floor, ceil]);
    expect(ask(terms.not(isEqual))).toEqual(unknown('the next link was asked'));
  });

  test('count beside others that depend on more', () => {
    const isLong = apply('num.lt', [constant(2), apply('str.length', [hex])]);
    expect(ask(apply('num.lt', [n, m]), isLong)).toEqual({ kind: 'unsat' });
  });

  test('tell texts by their parts', () => {
    const bytes = Array.from({ length: 4 }, (_, at) =>
      apply('num.bitAnd', [terms.symbol(`b${at}`, 'num'), constant(255)]),
    );
    const digits = bytes.map((each) => apply('str.fromNumRadix', [each, constant(16)]));
    const padded = digits.map((each) => apply('str.padStart', [each, constant(2), constant('0')]));
    const chosen = digits.map((each, at) =>
      terms.choice(apply('num.lt', [bytes[at] ?? n, constant(16)]), apply('str.concat', [constant('0'), each]), each),
    );
    const [left, right] = [padded, chosen].map((parts) => apply('str.concat', parts));
    const isOther = terms.not(apply('str.eq', [left ?? hex, right ?? hex]));
    expect(ask(isOther)).toEqual({ kind: 'unsat' });
    const unpadded = apply('str.concat', digits);
    expect(ask(terms.not(apply('str.eq', [left ?? hex, unpadded])))).toEqual(unknown('the next link was asked'));
  });

  test('say nothing of what depends on the place', () => {
    const offset = apply('num.sub', [apply('num.localTime', [byte]), byte]);
    expect(ask(apply('num.eq', [offset, constant(1)]))).toEqual(unknown('the next link was asked'));
  });
});
