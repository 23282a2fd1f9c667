import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dagPathImpact } from '#dynamic/dag-walk';
import { EXIT, type ExecutionTrace } from '#dynamic/events';
import { ModSequitur } from '#dynamic/mod-sequitur';
import { printGrammar } from '#dynamic/print-grammar';
import { type Expansion, removeTest } from '#dynamic/remove-test';
import { WholePathDag } from '#dynamic/whole-path-dag';
import { freezeGrammar } from '#dynamic/freeze-grammar';
import { brokenRules, derivedTraces } from './grammar-rules';
import { evolveTraces, letterOf, trace } from './letters';
import { changedFunctions, simulate, steps } from './simulated-run';

describe('Remove-test', () => {
  test('of [b expands both 3s, as published', () => {
    const grammar = grammarOf(evolveTraces);
    expect(removeTest(grammar, '[b', 'terminals')).toBe(true);
    expect(printGrammar(freezeGrammar(grammar), letterOf)).toEqual([
      'T → 2 r A C D r E 1 1 x M B C F 4 r x',
      '1 → r r',
      '2 → M B',
      '4 → 1 r',
    ]);
    expect(derivedTraces(grammar)).toEqual(evolveTraces.filter(({ key }) => key !== '[b'));
  });

  test('of [b at the boundary leaves the rules that it does not cut', () => {
    const grammar = grammarOf(evolveTraces);
    removeTest(grammar, '[b');
    expect(printGrammar(freezeGrammar(grammar), letterOf)[0]).toBe('T → 2 r A C D r E 1 1 x 2 C F 4 r x');
    grammar.sequitur.settle();
    expect(printGrammar(freezeGrammar(grammar), letterOf)).toEqual([
      'T → 2 r A C D r E 3 2 C F 3',
      '1 → r r',
      '2 → M B',
      '3 → 1 1 x',
    ]);
  });

  test.each<Expansion>(['boundary', 'terminals'])('takes any execution out, the %s expanded', (expansion) => {
    for (const { key } of evolveTraces) {
      const grammar = grammarOf(evolveTraces);
      removeTest(grammar, key, expansion);
      expect(derivedTraces(grammar)).toEqual(evolveTraces.filter((other) => other.key !== key));
      expect(grammar.has(key)).toBe(false);
      expect(removeTest(grammar, key, expansion)).toBe(false);
    }
  });

  test('of all leaves nothing', () => {
    const grammar = grammarOf(evolveTraces);
    for (const { key } of evolveTraces) removeTest(grammar, key);
    expect(grammar.sequitur.size).toBe(0);
    expect(grammar.keys()).toEqual([]);
    for (const execution of evolveTraces) grammar.add(execution);
    expect(derivedTraces(grammar)).toEqual(evolveTraces);
  });

  test.each([
    ['makes one rule of two that come to the same', ['CCDCC', '', 'DCCDC', 'DCCDCC'], 2],
    ['looks at both sides of a digram that overlaps, in a run of four', ['', '', 'CBB', 'CB', 'CBBBBB'], 2],
    ['uses a rule whose body has become a digram that stands elsewhere', ['AA', 'BAA', 'BAABA', 'ABAA'], 0],
  ])('%s', (_, texts, removed) => {
    const traces = texts.map((text, index) => trace(String(index), `${text}x`));
    const grammar = grammarOf(traces);
    removeTest(grammar, String(removed));
    grammar.sequitur.settle();
    const kept = traces.filter((__, index) => index !== removed);
    expect(derivedTraces(grammar)).toEqual(kept);
    expect(brokenRules(freezeGrammar(grammar))).toEqual([]);
    // What the table of digrams has wrong shows when more comes.
    for (const { key, events } of traces) grammar.add({ key: `${key} again`, events });
    expect(brokenRules(freezeGrammar(grammar))).toEqual([]);
    expect(derivedTraces(grammar).map(({ events }) => events)).toEqual(
      [...kept, ...traces].map(({ events }) => events),
    );
  });

  test('between any adds leaves a grammar of the executions that are there', () => {
    fc.assert(
      fc.property(edits, changedFunctions, (list, changed) => {
        const grammar = new ModSequitur();
        const model = new Map<string, ExecutionTrace>();
        for (const edit of list) {
          apply(grammar, model, edit);
          expect(derivedTraces(grammar)).toEqual([...model.values()]);
        }
        grammar.sequitur.settle();
        expect(derivedTraces(grammar)).toEqual([...model.values()]);
        expect(brokenRules(freezeGrammar(grammar))).toEqual([]);
        expect(grammar.sequitur.size).toBe(freezeGrammar(grammar).symbols.length);
        const rebuilt = grammarOf(model.values());
        expect(impactOf(grammar, changed)).toEqual(impactOf(rebuilt, changed));
      }),
      { numRuns: 1500 },
    );
  });
});

type Edit =
  | { readonly kind: 'add'; readonly events: Int32Array }
  | { readonly kind: 'again'; readonly which: number }
  | { readonly kind: 'remove'; readonly which: number; readonly expansion: Expansion }
  | { readonly kind: 'settle' };

const someEvents = fc.oneof(
  steps.map((program) => simulate(program).events),
  fc.array(fc.nat(1), { maxLength: 12 }).map((list) => Int32Array.from([...list, EXIT])),
);

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('add' as const), events: someEvents }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('again' as const), which: fc.nat(20) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('remove' as const),
        which: fc.nat(20),
        expansion: fc.constantFrom<Expansion>('boundary', 'terminals'),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'settle' as const }) },
  ),
  { maxLength: 20 },
);

let added = 0;

function apply(grammar: ModSequitur, model: Map<string, ExecutionTrace>, edit: Edit): void {
  if (edit.kind === 'settle') {
    grammar.sequitur.settle();
    return;
  }
  const known = 'which' in edit ? [...model.values()][edit.which % Math.max(1, model.size)] : undefined;
  if (edit.kind === 'remove') {
    if (known === undefined) return;
    removeTest(grammar, known.key, edit.expansion);
    model.delete(known.key);
    return;
  }
  const events = edit.kind === 'add' ? edit.events : known?.events;
  if (events === undefined) return;
  const execution = { key: `test ${added++}`, events };
  grammar.add(execution);
  model.set(execution.key, execution);
}

function grammarOf(traces: Iterable<ExecutionTrace>): ModSequitur {
  const grammar = new ModSequitur();
  for (const execution of traces) grammar.add(execution);
  return grammar;
}

function impactOf(grammar: ModSequitur, changed: readonly number[]): Set<number> {
  return dagPathImpact(new WholePathDag(freezeGrammar(grammar))).impact(changed);
}
