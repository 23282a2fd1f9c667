import type { GcResult, RecordResult } from '#result/record-result';
import type { SelectResult } from '#result/select-result';
import type { TechniquesResult } from '#result/techniques-result';
import type { TestsResult } from '#result/tests-result';

export const affectedTests: TestsResult = {
  schemaVersion: 1,
  base: { rev: '3f2a9c1', description: 'main' },
  head: { rev: 'worktree', description: 'working tree' },
  recording: { description: 'the working tree on 3f2a9c1', madeAt: '2026-11-16T07:00:00.000Z' },
  total: 40,
  selected: [
    {
      id: 'test/cart.test.ts > cart > adds up',
      file: 'test/cart.test.ts',
      name: 'cart > adds up',
      milliseconds: 12,
      because: [
        {
          kind: 'function',
          subject: 'src/cart.ts#total',
          effect: 'runs it',
          path: ['src/shop.ts#order', 'src/cart.ts#total'],
        },
        { kind: 'file', subject: 'prices.json', effect: 'reads it', path: [] },
      ],
    },
    {
      id: 'test/shop.test.ts > opens',
      file: 'test/shop.test.ts',
      name: 'opens',
      milliseconds: 300,
      because: [
        { kind: 'binding', subject: 'src/limits.ts:3', effect: 'reads what changed there', path: ['src/shop.ts#open'] },
      ],
    },
  ],
  fresh: [{ file: 'test/cart.test.ts', name: 'cart > rounds', why: 'the test is new' }],
  gone: [],
  milliseconds: { total: 9000, selected: 312 },
  files: { total: 7, selected: 2 },
  diagnostics: [],
  complete: true,
};

export const recorded: RecordResult = {
  schemaVersion: 1,
  command: 'the test script',
  runners: ['vitest'],
  description: 'the working tree on 3f2a9c1',
  tests: 40,
  ran: 40,
  passed: 39,
  failed: [],
  skipped: 1,
  files: 7,
  modules: 12,
  functions: { run: 80, total: 100 },
  milliseconds: 9000,
  storeBytes: 1_234_567,
  diagnostics: [],
};

export const collected: GcResult = {
  schemaVersion: 1,
  file: '/project/.wingbeat/recordings.mdb',
  bytesBefore: 5_000_000,
  bytesAfter: 400_000,
  dropped: 12,
  recordings: {
    kept: [{ description: 'commit 3f2a9c1', branch: 'main', madeAt: '2026-11-16T07:00:00.000Z' }],
    dropped: [{ description: 'the working tree on 77aa01b', branch: null, madeAt: '2026-10-01T12:34:56.000Z' }],
  },
  diagnostics: [],
};

export const sideBySide: TechniquesResult = {
  schemaVersion: 1,
  target: 'src/cart.ts#total',
  recording: 'the working tree on 3f2a9c1',
  executed: 12,
  techniques: [
    {
      name: 'execute-after',
      about: 'what ran then or later',
      functions: ['src/a.ts#f', 'src/b.ts#g'],
      milliseconds: 1,
    },
    { name: 'path-impact', about: 'what was entered after it', functions: null, milliseconds: 0 },
    { name: 'call-graph-both', about: 'callers and callees', functions: ['src/b.ts#g'], milliseconds: 1 },
  ],
  diagnostics: [],
  complete: true,
};

export const selectedCalls: SelectResult = {
  schemaVersion: 1,
  base: { rev: '3f2a9c1', description: 'main' },
  head: { rev: 'worktree', description: 'working tree' },
  function: 'src/cart.ts#total',
  calls: [
    { call: 'total([1])', judgement: 'selected', reason: null },
    { call: 'total([])', judgement: 'unaffected', reason: null },
    { call: 'total(x)', judgement: 'unsure', reason: 'x is not defined' },
  ],
  added: [{ condition: 'items.length > 2', call: 'total([0, 0, 0])' }],
  affected: 2,
  complete: true,
  diagnostics: [],
};
