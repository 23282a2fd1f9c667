import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXIT } from '#dynamic/events';
import { freezeGrammar, restoreGrammar } from '#dynamic/freeze-grammar';
import { decodeGrammar, encodeGrammar } from '#dynamic/grammar-bytes';
import { ModSequitur } from '#dynamic/mod-sequitur';
import { removeTest } from '#dynamic/remove-test';
import type { WholePathGrammar } from '#dynamic/whole-path-grammar';
import { brokenRules, derivedTraces } from './grammar-rules';
import { evolveTraces } from './letters';
import { simulate, steps } from './simulated-run';

const anyKey = fc.string({ unit: 'binary' });
const anyTraces = fc
  .array(fc.tuple(anyKey, steps), { maxLength: 6 })
  .map((list) => list.map(([key, program], index) => ({ key: `${key}${index}`, events: simulate(program).events })));

describe('a grammar as bytes', () => {
  test('is the same when it is read back', () => {
    fc.assert(
      fc.property(anyTraces, (traces) => {
        const { offsets, symbols, keys } = freezeGrammar(grammarOf(traces));
        const decoded = decodeGrammar(encodeGrammar(freezeGrammar(grammarOf(traces))));
        expect(decoded).toMatchObject({ offsets, symbols, keys });
      }),
      { numRuns: 300 },
    );
  });

  test('keeps keys with lone surrogates, and large numbers of functions', () => {
    const traces = ['\ud83d\ude00', '\ud83d', '\ud83d\udc00', ''].map((key, index) => ({
      key,
      events: Int32Array.from([2 ** 30 - 3 - index, EXIT]),
    }));
    const decoded = decodeGrammar(encodeGrammar(freezeGrammar(grammarOf(traces))));
    expect(decoded && derivedTraces(restoreGrammar(decoded))).toEqual(traces);
  });

  test('goes on as if it had not been away', () => {
    fc.assert(
      fc.property(anyTraces, fc.array(fc.nat(6)), (traces, places) => {
        const half = traces.slice(0, traces.length >> 1);
        const grammar = restored(grammarOf(half));
        expect(derivedTraces(grammar)).toEqual(half);
        for (const execution of traces.slice(half.length)) grammar.add(execution);
        const gone = new Set(places.map((place) => traces[place]?.key ?? ''));
        for (const key of gone) removeTest(grammar, key);
        grammar.sequitur.settle();
        expect(derivedTraces(grammar)).toEqual(traces.filter(({ key }) => !gone.has(key)));
        expect(brokenRules(freezeGrammar(grammar))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('may be one that an update has left unsettled', () => {
    for (const { key } of evolveTraces) {
      const grammar = grammarOf(evolveTraces);
      removeTest(grammar, key, 'terminals');
      const again = restored(grammar);
      expect(derivedTraces(again)).toEqual(evolveTraces.filter((other) => other.key !== key));
      expect(brokenRules(freezeGrammar(again))).toEqual([]);
    }
  });

  test('is refused when it is damaged, or stands for the same number of executions', () => {
    const bytes = encodeGrammar(freezeGrammar(grammarOf(evolveTraces)));
    expect(decodeGrammar(bytes)).not.toBeNull();
    expect(decodeGrammar(new Uint8Array())).toBeNull();
    expect(decodeGrammar(Uint8Array.of(...bytes, 0))).toBeNull();
    for (let end = 0; end < bytes.length; end++) expect(decodeGrammar(bytes.subarray(0, end))).toBeNull();
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
        const damaged = bytes.slice();
        damaged[at] = value;
        const decoded = decodeGrammar(damaged);
        if (decoded !== null) expect(derivedTraces(restoreGrammar(decoded))).toHaveLength(decoded.keys.length);
      }),
      { numRuns: 1000 },
    );
  });
});

function restored(grammar: ModSequitur): ModSequitur {
  const decoded: WholePathGrammar | null = decodeGrammar(encodeGrammar(freezeGrammar(grammar)));
  if (decoded === null) throw new Error('the bytes were not understood');
  return restoreGrammar(decoded);
}

function grammarOf(traces: Iterable<Parameters<ModSequitur['add']>[0]>): ModSequitur {
  const grammar = new ModSequitur();
  for (const execution of traces) grammar.add(execution);
  return grammar;
}
