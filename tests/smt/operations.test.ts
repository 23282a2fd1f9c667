import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operationNames, operations, type OperationName } from '../../src/smt/operations';
import { parseRegExpData, regExpData } from '../../src/smt/regexp-operations';
import { sortOf, type Scalar, type Sort } from '../../src/smt/sorts';
import { argumentOf, dataOf } from './arbitrary-term';

describe('operations', () => {
  test.each(operationNames)('%s: is total, of its sort and the same each time', (operation) => {
    const { params, variadic, evaluate, result } = operations[operation];
    const argument = (sort: Sort, index: number) => argumentOf(operation, index, sort);
    const args = variadic
      ? fc.array(argument(params[0] ?? 'bool', 0), { maxLength: 4 })
      : fc.tuple(...params.map(argument));
    fc.assert(
      fc.property(args, dataOf(operation), (values, data) => {
        const value = evaluate(values, data);
        expect(sortOf(value)).toBe(result);
        expect(Object.is(evaluate(values, data), value)).toBe(true);
      }),
      { numRuns: 300, seed: 41 },
    );
  });

  test.each<[OperationName, Scalar[], Scalar]>([
    ['num.integer', [Number.NaN], 0],
    ['num.integer', [-0.5], 0],
    ['num.integer', [-Infinity], -Infinity],
    ['num.eq', [0, -0], true],
    ['num.same', [0, -0], false],
    ['num.same', [Number.NaN, Number.NaN], true],
    ['num.rem', [-4, 2], -0],
    ['num.ushr', [-1, 0], 2 ** 32 - 1],
    ['str.slice', ['abc', -1, 2], 'ab'],
    ['str.slice', ['abc', 2, 1], ''],
    ['str.slice', ['abc', Number.NaN, 2], ''],
    ['str.codePointAt', ['\u{1f600}', 0], 0x1f600],
    ['str.codeAt', ['a', 1], Number.NaN],
    ['str.replace', ['aba', 'a', '$&$&'], '$&$&ba'],
    ['str.replaceAll', ['aba', 'a', '$&'], '$&b$&'],
    ['str.repeat', ['ab', -1], ''],
    ['str.fromCodePoint', [-1], ''],
    ['big.div', [-7n, 2n], -3n],
    ['big.div', [1n, 0n], 0n],
    ['big.eqNum', [2n ** 53n + 1n, 2 ** 53], false],
    ['big.ltNum', [2n ** 53n, Infinity], true],
    ['big.fromNum', [1.5], 0n],
    ['and', [], true],
    ['or', [], false],
    ['str.concat', [], ''],
  ])('%s: case %#', (operation, args, expected) => {
    expect(operations[operation].evaluate(args, '')).toBe(expected);
  });

  test('matching starts at a position, and where the flag y says nowhere else', () => {
    expect(matched('regexp.index', '', 'xaxa', 2)).toBe(3);
    expect(matched('regexp.index', 'y', 'xaxa', 2)).toBe(-1);
    expect(matched('regexp.index', 'g', 'xaxa', 0)).toBe(1);
    expect(matched('regexp.test', '', 'xaxa', 5)).toBe(false);
    expect(matched('regexp.test', '', 'xaxa', Number.NaN)).toBe(true);
    expect(matched('regexp.capture', '', 'xab', 0, 2)).toBe('b');
    expect(matched('regexp.capture', '', 'xa', 0, 2)).toBe('');
    expect(matched('regexp.participates', '', 'xa', 0, 2)).toBe(false);
    expect(matched('regexp.participates', '', 'xa', 0, 1)).toBe(true);
  });

  test('what an operation on a regular expression carries is read as it was written', () => {
    const data = { source: '[", \\]/(x)', flags: 'gi', group: 3 };
    expect(parseRegExpData(regExpData(data))).toEqual(data);
  });
});

function matched(operation: OperationName, flags: string, text: string, from: number, group = 0): Scalar {
  return operations[operation].evaluate([text, from], regExpData({ source: '(a)(b)?', flags, group }));
}
