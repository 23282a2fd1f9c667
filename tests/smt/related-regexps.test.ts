import { describe, expect, test } from 'vitest';
import { regExpData } from '#smt/regexp-operations';
import { withRegExpsRelated } from '#smt/related-regexps';
import { unknown, type Query } from '#smt/solver';
import type { Term } from '#smt/term';
import { Terms } from '#smt/terms';

const terms = new Terms();
const text = terms.symbol('s', 'str');
const zero = terms.constant(0);

function operation(name: 'regexp.test' | 'regexp.capture', source: string, group = 0, of: Term = text): Term {
  return terms.apply(name, [of, zero], regExpData({ source, flags: '', group }));
}

function asked(...constraints: readonly Term[]): readonly Term[] | 'unsat' {
  let seen: Query | null = null as Query | null;
  const solver = withRegExpsRelated(terms, {
    check(query) {
      seen = query;
      return unknown('nobody knows');
    },
    close() {},
  });
  const { kind } = solver.check({ constraints });
  return kind === 'unsat' ? kind : (seen?.constraints ?? []);
}

const digits = operation('regexp.test', '^(\\d{2,})x?$');
const words = operation('regexp.test', '^(\\w{2,})$');
const more = operation('regexp.test', '^(\\d+)x?$');

describe('what is asked of regular expressions', () => {
  test('is not asked where one finds all that the other finds', () => {
    expect(asked(digits, terms.not(words))).toBe('unsat');
    expect(asked(terms.and([terms.not(more), digits]))).toBe('unsat');
  });

  test('is asked as it is where they leave it open', () => {
    const open = [words, terms.not(digits)];
    expect(asked(...open)).toEqual(open);
    const apart = [digits, terms.not(operation('regexp.test', '^(\\w{2,})$', 0, terms.symbol('t', 'str')))];
    expect(asked(...apart)).toEqual(apart);
  });

  test('is one thing where both find the same', () => {
    const [first, second] = [
      operation('regexp.capture', '^(\\d{2,})x?$', 1),
      operation('regexp.capture', '^(\\d+)x?$', 1),
    ];
    const differ = terms.not(terms.apply('str.eq', [first, second]));
    // That the second finds something follows.
    expect(asked(digits, differ)).toContain(terms.false);
    // Here nothing says that anything is found.
    expect(asked(differ)).toEqual([differ]);
  });

  test('is not one thing where they find something else', () => {
    const [first, second] = [
      operation('regexp.capture', '^(\\d{2,})x?$', 1),
      operation('regexp.capture', '^(\\w{2,})$', 1),
    ];
    const differ = terms.not(terms.apply('str.eq', [first, second]));
    expect(asked(digits, differ)).toEqual([digits, differ]);
  });
});
