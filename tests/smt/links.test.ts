import { beforeEach, describe, expect, test } from 'vitest';
import { branchCacheLink } from '../../src/smt/branch-cache-link';
import { counterExampleLink } from '../../src/smt/counter-example-link';
import { domainLink } from '../../src/smt/domain-link';
import { independenceLink, independentGroups } from '../../src/smt/independence-link';
import { loggingLink, type LogEntry } from '../../src/smt/logging-link';
import type { Model } from '../../src/smt/model';
import { persistentLink, type AnswerStore } from '../../src/smt/persistent-link';
import { Ranges } from '../../src/smt/ranges';
import { sat, unknown, unsat, type Answer, type Query, type Solver } from '../../src/smt/solver';
import type { Scalar } from '../../src/smt/sorts';
import type { Term, Unknown } from '../../src/smt/term';
import { isUnknown, Terms } from '../../src/smt/terms';
import { validationLink } from '../../src/smt/validation-link';

/** The next link: answers as it is told, and remembers what it was asked. */
class Next implements Solver {
  readonly asked: (readonly Term[])[] = [];
  closed = 0;
  readonly #answer: (query: Query) => Answer;

  constructor(answer: (query: Query) => Answer) {
    this.#answer = answer;
  }

  check(query: Query): Answer {
    this.asked.push(query.constraints);
    return this.#answer(query);
  }

  close(): void {
    this.closed++;
  }
}

let terms: Terms;
let x: Term;
let y: Term;
beforeEach(() => {
  terms = new Terms();
  x = terms.symbol('x', 'num');
  y = terms.symbol('y', 'num');
});

const above = (term: Term, bound: number): Term => terms.apply('num.lt', [terms.constant(bound), term]);

function modelOf(...values: readonly (readonly [Term, Scalar])[]): Model {
  const model = new Map<Unknown, Scalar>();
  for (const [term, value] of values) if (isUnknown(term)) model.set(term, value);
  return model;
}

describe('independence', () => {
  test('asks for each group alone, that of the last constraint first, and joins the models', () => {
    const next = new Next(({ constraints }) =>
      sat(constraints.includes(above(x, 1)) ? modelOf([x, 9]) : modelOf([y, 8])),
    );
    const link = independenceLink(next);
    const answer = link.check({ constraints: [above(x, 1), above(y, 2), above(x, 3)] });
    expect(next.asked).toEqual([[above(x, 1), above(x, 3)], [above(y, 2)]]);
    expect(answer).toEqual(sat(modelOf([x, 9], [y, 8])));
  });

  test('one contradictory group is enough, also behind an unknown one', () => {
    const next = new Next(({ constraints }) => (constraints.includes(above(x, 1)) ? unsat : unknown('hard')));
    expect(independenceLink(next).check({ constraints: [above(x, 1), above(y, 2)] })).toEqual(unsat);
  });

  test('an unknown group leaves all unknown', () => {
    const next = new Next(({ constraints }) => (constraints.includes(above(x, 1)) ? sat(new Map()) : unknown('hard')));
    expect(independenceLink(next).check({ constraints: [above(x, 1), above(y, 2)] })).toEqual(unknown('hard'));
  });

  test('results of one function belong together', () => {
    const fx = terms.application('f', 'num', [x]);
    const fy = terms.application('f', 'num', [y]);
    const gy = terms.application('g', 'num', [terms.constant(1)]);
    expect(independentGroups([above(fx, 1), above(fy, 2)])).toHaveLength(1);
    expect(independentGroups([above(fx, 1), above(gy, 2)])).toHaveLength(2);
  });

  test('what is always true is nobody’s business', () => {
    const next = new Next(() => unknown('never asked'));
    expect(independenceLink(next).check({ constraints: [terms.true] })).toEqual(sat(new Map()));
    expect(next.asked).toEqual([]);
  });
});

describe('branch cache', () => {
  test('knows a set of constraints in any order, and asks for any other', () => {
    const next = new Next(() => unsat);
    const link = branchCacheLink(next);
    link.check({ constraints: [above(x, 1), above(y, 2)] });
    link.check({ constraints: [above(y, 2), above(x, 1), above(x, 1)] });
    expect(next.asked).toHaveLength(1);
    link.check({ constraints: [above(x, 1)] });
    expect(next.asked).toHaveLength(2);
    expect(link.count).toEqual({ seen: 3, answered: 1 });
  });
});

describe('counter-examples', () => {
  test('more than a contradiction is one', () => {
    const next = new Next(() => unsat);
    const link = counterExampleLink(next);
    link.check({ constraints: [above(x, 1), above(y, 2)] });
    expect(link.check({ constraints: [above(x, 0), above(y, 2), above(x, 1)] })).toEqual(unsat);
    expect(next.asked).toHaveLength(1);
  });

  test('less than a contradiction is asked for', () => {
    const next = new Next(() => unsat);
    const link = counterExampleLink(next);
    link.check({ constraints: [above(x, 1), above(y, 2)] });
    link.check({ constraints: [above(y, 2)] });
    expect(next.asked).toHaveLength(2);
  });

  test('a model that holds for other constraints is an answer; one that does not is none', () => {
    const next = new Next(() => sat(modelOf([x, 5])));
    const link = counterExampleLink(next);
    link.check({ constraints: [above(x, 1)] });
    expect(link.check({ constraints: [above(x, 4)] })).toEqual(sat(modelOf([x, 5])));
    expect(next.asked).toHaveLength(1);
    link.check({ constraints: [above(x, 5)] });
    expect(next.asked).toHaveLength(2);
  });
});

describe('persistent cache', () => {
  class Memory implements AnswerStore {
    readonly blobs = new Map<string, Uint8Array>();
    get(key: string): Uint8Array | undefined {
      return this.blobs.get(key);
    }
    put(entries: readonly (readonly [string, Uint8Array])[]): void {
      for (const [key, blob] of entries) this.blobs.set(key, blob);
    }
  }

  const scalars: readonly [Term['sort'], Scalar][] = [
    ['num', -0],
    ['num', Number.NaN],
    ['num', -Infinity],
    ['num', 0.1],
    ['str', 'a\ud800"\\\n'],
    ['big', -(2n ** 70n)],
    ['bool', true],
  ];

  test.each(scalars)('keeps a model of a %s with %s', (sort, value) => {
    const store = new Memory();
    const same = { num: 'num.same', str: 'str.eq', big: 'big.eq', bool: 'bool.eq' } as const;
    const ask = (name: string, next: Next): Answer => {
      const own = new Terms();
      const symbol = own.symbol(name, sort);
      const link = persistentLink(next, store);
      const answer = link.check({ constraints: [own.operation(same[sort], [symbol, own.constant(value)])] });
      link.close();
      return answer;
    };
    const next = new Next(({ constraints: [constraint] }) => {
      const symbol = constraint?.kind === 'operation' ? constraint.args[0] : undefined;
      return symbol === undefined ? unsat : sat(modelOf([symbol, value]));
    });
    ask('first', next);
    const again = new Next(() => unknown('must not be asked'));
    const answer = ask('of another name', again);
    expect(answer.kind === 'sat' ? [...answer.model.values()] : []).toEqual([value]);
    expect(again.closed).toBe(1);
  });

  test('does not take one question for another', () => {
    const store = new Memory();
    const link = persistentLink(new Next(() => unsat), store);
    link.check({ constraints: [above(x, 1), above(x, 2)] });
    link.close();
    const next = new Next(() => unknown('asked'));
    for (const constraints of [[above(x, 1), above(y, 2)], [above(x, 1)], [above(x, 1), above(x, 3)]]) {
      expect(persistentLink(next, store).check({ constraints })).toEqual(unknown('asked'));
    }
    const bounded = terms.symbol('bounded', 'num', { integer: true, min: 0, max: 9, nan: false, negativeZero: false });
    expect(persistentLink(next, store).check({ constraints: [above(bounded, 1), above(bounded, 2)] })).toEqual(
      unknown('asked'),
    );
  });

  test('believes no model that does not hold, and nothing that is damaged', () => {
    const store = new Memory();
    const link = persistentLink(new Next(() => sat(modelOf([x, 5]))), store);
    link.check({ constraints: [above(x, 1)] });
    link.close();
    for (const text of ['["sat",["0"]]', '["sat",[null]]', '["sat"]', '{', '[]', 'null', '7']) {
      for (const key of store.blobs.keys()) store.blobs.set(key, new TextEncoder().encode(text));
      const next = new Next(() => unknown('asked'));
      expect(persistentLink(next, store).check({ constraints: [above(x, 1)] }), text).toEqual(unknown('asked'));
    }
  });

  test('asks once in a run, whatever the unknowns are called, with and without a store', () => {
    for (const answer of [unknown('hard'), unsat, sat(modelOf([x, 2], [y, 2]))]) {
      for (const store of [new Memory(), null]) {
        const next = new Next(() => answer);
        const link = persistentLink(next, store);
        const kinds = [x, y].map((term) => link.check({ constraints: [above(term, 1)] }).kind);
        expect(kinds).toEqual([answer.kind, answer.kind]);
        expect(next.asked).toHaveLength(1);
        expect(link.check({ constraints: [above(y, 3)] }).kind).toBe(answer.kind);
        expect(next.asked).toHaveLength(2);
      }
    }
  });

  test('does not keep what nobody knows', () => {
    const store = new Memory();
    const link = persistentLink(new Next(() => unknown('hard')), store);
    link.check({ constraints: [above(x, 1)] });
    link.close();
    expect(store.blobs.size).toBe(0);
  });
});

describe('validation', () => {
  const holds: Answer = sat(new Map());

  test.each<[string, Answer, Answer]>([
    ['a model that does not hold', sat(new Map()), unknown('hard')],
    ['unsat where there is a model', unsat, holds],
  ])('ends the run at %s', (_name, answer, reference) => {
    const link = validationLink(new Next(() => answer), new Next(() => reference));
    expect(() => link.check({ constraints: [above(x, 1)] })).toThrow();
  });

  test('agrees where both know, and where one does not', () => {
    const model = sat(modelOf([x, 5]));
    const query = { constraints: [above(x, 1)] };
    expect(validationLink(new Next(() => model), new Next(() => model)).check(query)).toBe(model);
    expect(validationLink(new Next(() => unsat), new Next(() => unknown('hard'))).check(query)).toBe(unsat);
  });
});

test('logging tells of every query', () => {
  const log: LogEntry[] = [];
  const link = loggingLink(new Next(() => unsat), (entry) => log.push(entry));
  link.check({ constraints: [above(x, 1)] });
  link.check({ constraints: [above(y, 1)] });
  expect(log.map(({ number, query, answer }) => [number, query.constraints, answer.kind])).toEqual([
    [1, [above(x, 1)], 'unsat'],
    [2, [above(y, 1)], 'unsat'],
  ]);
});

test('the domain leaves to others what it does not settle', () => {
  const ranges = new Ranges();
  const next = new Next(() => unknown('asked'));
  const link = domainLink(next, (term) => ranges.of(term));
  const squareOfTwo = terms.apply('num.eq', [terms.apply('num.mul', [x, x]), terms.constant(2)]);
  expect(link.check({ constraints: [squareOfTwo] })).toEqual(unknown('asked'));
  expect(link.check({ constraints: [above(x, 1)] }).kind).toBe('sat');
  expect(link.check({ constraints: [above(x, 1), terms.not(above(x, 0))] })).toEqual(unsat);
  expect(link.count).toEqual({ seen: 3, answered: 2 });
});
