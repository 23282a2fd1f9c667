import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChangeSet } from '#change/change-set';
import { SameLayout } from '#change/same-layout';
import { parseModule } from '#syntax/parse';
import { arbitraryProgram } from '../ir/generate/arbitrary-program';
import { renderProgram } from '../ir/generate/render-program';
import { compare, statusOf } from './compare';
import { mutate, mutationsOf } from './mutations';

describe('places of a text around functions', () => {
  /** Gaps of capital letters, each occurring once, with functions of dots between them. */
  const texts = fc
    .array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })), {
      minLength: 1,
      maxLength: 5,
    })
    .map((parts) => {
      const [base, head]: [number[], number[]] = [[], []];
      let [before, after] = ['', ''];
      let letter = 0;
      const gap = (length: number): void => {
        const letters = Array.from({ length }, () => String.fromCodePoint(65 + letter++)).join('');
        [before, after] = [before + letters, after + letters];
      };
      for (const [length, ours, theirs] of parts) {
        gap(length);
        base.push(before.length, before.length + ours);
        head.push(after.length, after.length + theirs);
        [before, after] = [before + '.'.repeat(ours), after + '.'.repeat(theirs)];
      }
      gap(2);
      return { base, head, before, after };
    });

  test('have the same letter in both versions, and none inside of a function', () => {
    fc.assert(
      fc.property(texts, ({ base, head, before, after }) => {
        const layout = new SameLayout(base, head);
        [...before].forEach((letter, place) => {
          const other = layout.toHead(place);
          const edge = base.indexOf(place);
          if (letter !== '.') expect(after[other]).toBe(letter);
          else if (edge >= 0) expect(head).toContain(other);
          else expect(other).toBe(-1);
        });
        expect(layout.toHead(before.length)).toBe(after.length);
      }),
    );
  });
});

/** By function, what became of its nodes. */
function maps({ functions }: ChangeSet): unknown[] {
  return functions.map(({ status, base, head, nodes }) => ({
    status,
    base: base?.fn.qualifiedName,
    head: head?.fn.qualifiedName,
    toHead: [...nodes.toHead],
    baseStatus: nodes.baseStatus,
    headStatus: nodes.headStatus,
  }));
}

describe('a file in which only functions changed', () => {
  test('is compared as if all of it had been taken apart', () => {
    let compared = 0;
    const program = arbitraryProgram('control').map(renderProgram);
    const property = fc.property(program, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (text, picks) => {
      const around = `const first = 1; let last = 0;\nfunction outer() {\n${text}\n}\nconst arrow = () => { last = first; };`;
      const all = mutationsOf('a.js', around);
      for (const pick of picks) {
        const mutation = all[pick % all.length];
        if (mutation === undefined) continue;
        const mutant = mutate(around, mutation);
        if (parseModule('a.js', mutant).tree === null) continue;
        // A remark outside of all functions: the texts around these are no longer the same.
        expect(maps(compare({ 'a.js': around }, { 'a.js': mutant }))).toEqual(
          maps(compare({ 'a.js': around }, { 'a.js': `/* x */ ${mutant}` })),
        );
        compared++;
      }
    });
    fc.assert(property, { numRuns: 40 });
    expect(compared).toBeGreaterThan(60);
  });

  test.each([
    ['function f() { return 1; } f();', 'function f() { return 2; } f();', { f: 'changed' }],
    // What a name means is told by what is around: here it is another function.
    [
      'function f() { return 1; } function g() { return f(); }',
      'function g() { return 1; } function f() { return g(); }',
      null,
    ],
    ['const a = () => 1; const b = () => 2;', 'const a = () => 3; const b = () => 2;', { a: 'changed' }],
    ['let n = 1; function f() { return n; }', 'let n = 2; function f() { return n; }', { '<module>': 'changed' }],
    ['class A extends B {} function f() {}', 'class A extends C {} function f() { return 1; }', null],
    ['const o = { m() { return 1; } };', 'const o = { async m() { return 1; } };', null],
  ])('%s → %s', (base, head, expected) => {
    const changes = compare(base, head);
    expect(maps(changes)).toEqual(maps(compare(base, `/* x */ ${head}`)));
    if (expected !== null) expect(statusOf(changes)).toEqual(expected);
  });
});
