import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '#core/diagnostics';
import * as catalogue from '#core/explain-diagnostics';

/** One call of every message, with `name` wherever a name of the user's is given. */
function examplesWith(name: string) {
  return {
    callNotRun: catalogue.callNotRun(name, name, name),
    inputDiffers: catalogue.inputDiffers(name, name),
    noCallInTest: catalogue.noCallInTest(name, [name, name], false),
    noDifference: catalogue.noDifference(name, name, name),
    notACall: catalogue.notACall(name, 'it is no call'),
    notInBase: catalogue.notInBase(name, name),
    testNotFound: catalogue.testNotFound(name, name, [name]),
  } satisfies Record<string, Diagnostic>;
}

describe('messages about explanations', () => {
  const diagnostics: Diagnostic[] = Object.values(examplesWith('f(1)'));

  test('are covered by the examples', () => {
    expect(Object.keys(examplesWith('f(1)')).toSorted()).toEqual(Object.keys(catalogue).toSorted());
  });

  test('have codes of their own and say what to do next', () => {
    expect(new Set(diagnostics.map(({ code }) => code)).size).toBe(diagnostics.length);
    expect(diagnostics.filter(({ severity, remedy }) => severity !== 'error' || remedy === undefined)).toEqual([]);
  });

  test.each(Object.entries<Diagnostic>(examplesWith('a\nerror: forged')))(
    '%s shows a hostile name escaped',
    (_, { message, remedy = '' }) => {
      expect(`${message}${remedy}`).not.toContain('\n');
    },
  );

  test('name what there is', () => {
    expect(catalogue.testNotFound('adds', 'a.test.ts', []).remedy).toContain('file#f(1, 2)');
    expect(catalogue.noCallInTest('adds', [], false).message).toBe('the test adds makes no call that can be explained');
  });
});
