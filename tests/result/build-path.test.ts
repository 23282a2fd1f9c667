import { describe, expect, test } from 'vitest';
import type { FoundPath } from '#behaviour/find-paths';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import type { Observed, Primitive } from '#replay/observed';
import type { Completion, ReplayOutcome } from '#replay/outcome';
import { buildPath } from '#result/build-path';
import { SiteDescriber } from '#result/describe-site';
import type { FunctionPath } from '#result/paths-result';
import { replayDiagnostics } from '#result/replay-diagnostics';
import type { CutReason, Note } from '#symbolic/state';

const sites = new SiteDescriber(
  loadProgram(openTexts('/nowhere', { 'a.ts': 'export function f(x) {\n  return x;\n}\n' }, 'head')),
);
const bounds = { loops: 4, depth: 256, paths: 1000 };

function value(primitive: Primitive): Observed {
  return { kind: 'primitive', value: primitive };
}

function ran(completion: Completion, more: Partial<ReplayOutcome> = {}): FoundPath['replay'] {
  const outcome = {
    completion,
    receiver: null,
    args: [],
    calls: [],
    moduleState: [],
    async: false,
    complete: true,
    ...more,
  };
  return { kind: 'run', outcome };
}

interface Told {
  readonly replay: FoundPath['replay'];
  readonly args?: readonly Observed[];
  readonly moduleState?: ReadonlyMap<string, Observed>;
  readonly notes?: readonly Note[];
  readonly cut?: CutReason;
}

/** A path that says that `f(1)` returns 1. */
function built({ replay, args = [], moduleState = new Map(), notes = [], cut }: Told): FunctionPath {
  const found: FoundPath = {
    described: {
      conditions: [],
      input: { setup: [], receiver: null, args: ['1'] },
      call: 'f(1)',
      outcome: cut === undefined ? { kind: 'returns', text: 'x' } : { kind: 'cut', reason: cut },
      predicted:
        cut === undefined
          ? { completion: { kind: 'returns', value: value(1) }, receiver: null, args, calls: [] }
          : null,
      notes,
      bounded: cut !== undefined,
    },
    affected: new Set(),
    implied: new Set(),
    effects: [],
    moduleState,
    replay,
  };
  return buildPath(found, sites, bounds);
}

const returns = (primitive: Primitive): Completion => ({ kind: 'returns', value: value(primitive) });

describe('a path is confirmed', () => {
  test('when the engine did what was predicted', () => {
    expect(built({ replay: ran(returns(1)) })).toMatchObject({
      replayed: true,
      replay: { kind: 'as-predicted' },
      outcome: { kind: 'returns', value: '1' },
      result: { kind: 'returns', text: 'x' },
    });
  });

  test('when it never settles, as was predicted', () => {
    const path = built({ replay: ran({ kind: 'never-settles' }), cut: { kind: 'never-settles' } });
    expect(path).toMatchObject({ replayed: true, bounded: false, cut: null, outcome: { kind: 'times-out' } });
  });
});

describe('a path is never shown as fine', () => {
  test.each<[string, Told, readonly string[], string]>([
    [
      'another result',
      { replay: ran(returns(2)) },
      ['outcome'],
      'path 1 is wrong: f(1) was to return 1 but returned 2',
    ],
    ['minus zero', { replay: ran(returns(-0)) }, ['outcome'], 'path 1 is wrong: f(1) was to return 1 but returned -0'],
    [
      'an error',
      { replay: ran({ kind: 'throws', error: value('no') }) },
      ['outcome'],
      'path 1 is wrong: f(1) was to return 1 but threw "no"',
    ],
    [
      'another argument afterwards',
      { replay: ran(returns(1), { args: [value(5)] }), args: [value(4)] },
      ['arguments'],
      'path 1 is wrong: f(1) left other arguments than predicted',
    ],
    [
      'another variable afterwards',
      { replay: ran(returns(1), { moduleState: [['count', value(2)]] }), moduleState: new Map([['count', value(1)]]) },
      ['module state'],
      'path 1 is wrong: f(1) left other module state than predicted',
    ],
    [
      'a call that was not predicted',
      { replay: ran(returns(1), { calls: [{ callee: 'console.log', args: [] }] }) },
      ['calls'],
      'path 1 is wrong: f(1) left other calls than predicted',
    ],
  ])('with %s', (_, told, differs, message) => {
    const path = built(told);
    expect(path.replayed).toBe(false);
    expect(path.replay).toMatchObject({ kind: 'differs', predicted: { kind: 'returns', value: '1' }, in: differs });
    expect(replayDiagnostics([path]).map((d) => [d.code, d.message])).toEqual([['replay-mismatch', message]]);
  });

  test('when it rests on what turned out otherwise, which is no mistake', () => {
    const at = { path: 'a.ts', fn: 1, node: 1 };
    const path = built({ replay: ran(returns(2)), notes: [{ kind: 'assumed', what: 'what read gives', at }] });
    expect(path.replayed).toBe(false);
    expect(path.notes).toEqual(['assumes what read gives at a.ts:2']);
    expect(replayDiagnostics([path])).toMatchObject([
      {
        code: 'assumption-not-met',
        severity: 'info',
        message:
          'path 1 assumes what read gives at a.ts:2, which was not so when it ran: f(1) was to return 1 but returned 2',
      },
    ]);
  });

  test.each<[Completion, string]>([
    [{ kind: 'times-out' }, 'it did not end in time'],
    [{ kind: 'out-of-memory' }, 'it ran out of memory'],
    [{ kind: 'out-of-stack' }, 'it ran out of stack'],
    [{ kind: 'exits', code: 3 }, 'it called process.exit(3)'],
    [{ kind: 'crashed', reason: 'SIGSEGV' }, 'the process ended: SIGSEGV'],
    [
      { kind: 'refused', what: 'FileSystemWrite /x' },
      'it tried something that a replay does not allow: FileSystemWrite /x',
    ],
    [{ kind: 'not-callable', reason: 'it is nested' }, 'it is nested'],
  ])('when the run says nothing: $kind', (completion, reason) => {
    const path = built({ replay: ran(completion) });
    expect(path).toMatchObject({ replayed: false, replay: { kind: 'unconfirmed', reason } });
    expect(replayDiagnostics([path])).toEqual([]);
  });
});

describe('a path that was left', () => {
  test('says why, and what its input did all the same', () => {
    const at = { path: 'a.ts', fn: 1, node: 1 };
    expect(built({ replay: ran(returns(7)), cut: { kind: 'loop-bound', at } })).toMatchObject({
      bounded: true,
      replayed: true,
      replay: { kind: 'ran' },
      outcome: { kind: 'returns', value: '7' },
      result: null,
      cut: 'the bound of 4 turns was reached at a.ts:2',
    });
  });

  test('has no outcome when it was not run', () => {
    const replay = { kind: 'not-run', reason: 'it was not asked for' } as const;
    expect(built({ replay, cut: { kind: 'unsupported', what: 'with', at: null } })).toMatchObject({
      outcome: { kind: 'unknown', reason: 'it was not asked for' },
      cut: 'unsupported: with',
    });
  });
});
