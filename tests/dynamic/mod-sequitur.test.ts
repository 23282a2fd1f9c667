import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endTables } from '#dynamic/end-tables';
import { EXIT } from '#dynamic/events';
import { ModSequitur } from '#dynamic/mod-sequitur';
import { printGrammar } from '#dynamic/print-grammar';
import { WholePathDag } from '#dynamic/whole-path-dag';
import { freezeGrammar } from '#dynamic/freeze-grammar';
import { expandGrammar } from '#dynamic/whole-path-grammar';
import { brokenRules, derivedTraces } from './grammar-rules';
import { codeOf, evolveTraces, letterOf } from './letters';
import { simulate, steps } from './simulated-run';

describe('ModSEQUITUR', () => {
  test('makes the grammar of Evolve’s Fig. 5', () => {
    const grammar = grammarOf(evolveTraces);
    expect(printGrammar(freezeGrammar(grammar), letterOf)).toEqual([
      'T → 2 r A C D r E 1 1 3 G 4 3 C F 4 r x',
      '1 → r r',
      '2 → M B',
      '3 → x 2',
      '4 → 1 r',
    ]);
    expect(grammar.keys()).toEqual(['[a', '[b', '[c']);
  });

  test('has the hash tables of Evolve’s Fig. 5', () => {
    const frozen = freezeGrammar(grammarOf(evolveTraces));
    const tables = endTables(new WholePathDag(frozen));
    const printed = Object.fromEntries(
      tables.flatMap((table, rule) =>
        table.length === 0
          ? []
          : [[frozen.names[rule], table.map(({ key, position }) => `${key} ${linkAt(position)}`)]],
      ),
    );
    expect(printed).toEqual({ 0: ['[a <1-3-G>', '[b <4-3-C>', '[c <r-x-*>'], 3: ['[a <*-x-2>', '[b <*-x-2>'] });

    function linkAt(position: number): string {
      const rule = frozen.offsets.findLastIndex((offset) => offset <= position);
      const near = [position - 1, position, position + 1].map((at) => {
        const isInside = at >= (frozen.offsets[rule] ?? 0) && at < (frozen.offsets[rule + 1] ?? 0);
        const symbol = frozen.symbols[at] ?? 0;
        if (!isInside) return '*';
        return symbol < EXIT ? String(frozen.names[-3 - symbol]) : letterOf(symbol);
      });
      return `<${near.join('-')}>`;
    }
  });

  test.each(['aaa', 'aaaa', 'aaaaa', 'aaaaaaaa', 'abbbabcbb', 'aabaaab', 'abcdbcabcdbc', 'bbebeebebebbebee'])(
    'keeps to its rules on %s, after every symbol',
    (text) => {
      const { sequitur } = new ModSequitur();
      const grammar = new ModSequitur();
      for (let end = 1; end <= text.length; end++) {
        grammar.sequitur.append(codeOf(text.charAt(end - 1).toUpperCase()));
        const frozen = freezeGrammar(grammar);
        expect(brokenRules(frozen)).toEqual([]);
        expect(Array.from(expandGrammar(frozen), letterOf).join('')).toBe(text.slice(0, end).toUpperCase());
        expect(grammar.sequitur.size).toBe(frozen.symbols.length);
      }
      expect(sequitur.size).toBe(0);
    },
  );

  test('derives its traces and keeps to its rules, whatever it is fed', () => {
    const anyTrace = fc.oneof(
      steps.map((program) => Array.from(simulate(program).events)),
      fc.array(fc.nat(2), { maxLength: 80 }),
      fc.array(fc.nat(1), { maxLength: 80 }),
    );
    fc.assert(
      fc.property(fc.array(anyTrace, { maxLength: 8 }), (lists) => {
        const traces = lists.map((list, index) => ({ key: `test ${index}`, events: withExit(list) }));
        const grammar = grammarOf(traces);
        expect(derivedTraces(grammar)).toEqual(traces);
        expect(brokenRules(freezeGrammar(grammar))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test('takes an execution in pieces', () => {
    const grammar = new ModSequitur();
    for (const { key, events } of evolveTraces) {
      grammar.append(events.subarray(0, 3));
      grammar.append(events.subarray(3, -1));
      grammar.finish(key);
    }
    expect(freezeGrammar(grammar)).toEqual(freezeGrammar(grammarOf(evolveTraces)));
  });

  test('refuses a second execution with the same key', () => {
    const grammar = grammarOf(evolveTraces);
    expect(() => grammar.finish('[b')).toThrow('one execution for each key');
  });
});

function grammarOf(traces: Iterable<Parameters<ModSequitur['add']>[0]>): ModSequitur {
  const grammar = new ModSequitur();
  for (const execution of traces) grammar.add(execution);
  return grammar;
}

function withExit(list: readonly number[]): Int32Array {
  return Int32Array.from([...list.filter((event) => event !== EXIT), EXIT]);
}
