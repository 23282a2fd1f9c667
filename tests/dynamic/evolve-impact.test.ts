import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExecutionTrace } from '#dynamic/events';
import { EvolveImpact } from '#dynamic/evolve-impact';
import { decodeGrammar, encodeGrammar } from '#dynamic/grammar-bytes';
import { pathImpact } from '#dynamic/path-impact';
import { brokenRules } from './grammar-rules';
import { events, evolveTraces, functions, letters, trace } from './letters';
import { changedFunctions, simulate, steps } from './simulated-run';

describe('EvolveImpact', () => {
  test('of Evolve’s suite: the impact of A, and what a change of F affects', () => {
    const evolved = EvolveImpact.of(evolveTraces);
    expect(letters(evolved.impact(functions('A')))).toBe('ACDEM');
    expect(evolved.affectedBy(functions('F'))).toEqual(['[c']);
  });

  test('runs what a change affects again, in place of what it was', () => {
    const evolved = EvolveImpact.of(evolveTraces);
    const again = evolved.affectedBy(functions('F')).map((key) => trace(key, 'M B C H r r r r x'));
    expect(evolved.update({ removed: ['[b', 'never seen'], added: again })).toMatchObject({ removed: 1, added: 1 });
    expect(evolved.has('[b')).toBe(false);
    expect(letters(evolved.impact(functions('H')))).toBe('BCHM');
    expect(letters(evolved.impact(functions('FG')))).toBe('');
  });

  test('gives for every function the impact of a suite that was built at once', () => {
    const programs = fc.array(steps, { maxLength: 6 });
    fc.assert(
      fc.property(programs, programs, fc.array(fc.nat(6)), changedFunctions, (before, after, gone, changed) => {
        const model = new Map<string, ExecutionTrace>();
        const evolved = EvolveImpact.of(record(model, before));
        const removed = gone.map((index) => `test ${index}`);
        for (const key of removed) model.delete(key);
        const added = record(model, after);
        evolved.update({ removed, added });
        expect(evolved.impact(changed)).toEqual(pathImpact([...model.values()]).impact(changed));
        expect(brokenRules(evolved.grammar())).toEqual([]);
        evolved.rebuild();
        expect(evolved.impact(changed)).toEqual(pathImpact([...model.values()]).impact(changed));
        expect(brokenRules(evolved.grammar())).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('is built anew when compression has become worse than allowed', () => {
    const round = 'M A r B r C r r ';
    const evolved = EvolveImpact.of(Array.from({ length: 20 }, (_, i) => trace(`${i}`, `${round.repeat(20)} x`)));
    const density = evolved.densityOfBuild;
    const random = Array.from({ length: 200 }, (_, i) => String.fromCharCode(65 + ((i * i * 7 + i * 3) % 23)));
    const { rebuilt } = evolved.update({ removed: [], added: [{ key: 'other', events: events(random.join('')) }] });
    expect(rebuilt).toBe(true);
    expect(evolved.densityOfBuild).toBeGreaterThan(density);
    expect(evolved.update({ removed: ['0'], added: [] }).rebuilt).toBe(false);
  });

  test('comes back from bytes', () => {
    const evolved = EvolveImpact.of(evolveTraces);
    const decoded = decodeGrammar(encodeGrammar(evolved.grammar()));
    expect(decoded).not.toBeNull();
    if (decoded === null) return;
    const again = EvolveImpact.restore(decoded, evolved.densityOfBuild);
    again.update({ removed: ['[a'], added: [] });
    expect(letters(again.impact(functions('C')))).toBe('BCFM');
  });

  test('of an empty suite affects nothing', () => {
    const evolved = EvolveImpact.of([]);
    expect(evolved.impact([0])).toEqual(new Set());
    expect(evolved.affectedBy([0])).toEqual([]);
    evolved.update({ removed: [], added: evolveTraces });
    evolved.update({ removed: evolveTraces.map(({ key }) => key), added: [] });
    expect(evolved.impact(functions('M'))).toEqual(new Set());
  });
});

/** Later executions of a key take the place of earlier ones, at the end. */
function record(
  model: Map<string, ExecutionTrace>,
  programs: readonly Parameters<typeof simulate>[0][],
): ExecutionTrace[] {
  return programs.map((program, index) => {
    const execution = { key: `test ${index}`, events: simulate(program).events };
    model.set(execution.key, execution);
    return execution;
  });
}
