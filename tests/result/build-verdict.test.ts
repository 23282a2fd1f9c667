import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { VerdictBuilder, type Judged } from '#result/build-verdict';
import { NodeDescriber } from '#result/describe-node';
import { compareSources } from '../behaviour/compare-sources';
import { versionsOf } from '../behaviour/versions-of';

async function judged(base: string, head: string): Promise<Judged> {
  return judge(base, head, await compareSources(base, head, 'f'));
}

function judge(base: string, head: string, compared: ComparedFunction): Judged {
  return new VerdictBuilder(
    { base: describer(base), head: describer(head) },
    { loops: 4, depth: 50, paths: 100 },
  ).function(compared);
}

function describer(text: string): NodeDescriber {
  return new NodeDescriber(loadProgram(openTexts(tmpdir(), { 'a.ts': text })));
}

describe('a witness', () => {
  it('leaves out arguments that both versions leave alike', async () => {
    const source = `export function f(a: { x: number }, b: { y: number }) { b.y = 1; a.x = □; }`;
    const { behaviours } = await judged(...versionsOf(source, 1, 2));
    expect(behaviours.map(({ witness }) => [witness.base.effects, witness.head.effects])).toEqual([
      [['argument 1: { x: 1 }'], ['argument 1: { x: 2 }']],
    ]);
  });

  it('shows the part of a large value in which it differs', async () => {
    const properties = Array.from({ length: 40 }, (_, i) => `name${i}: ${i}`).join(', ');
    const source = `export function f(a: { x?: unknown }) { a.x = { ${properties}, inner: [1, { last: □ }] }; }`;
    const { behaviours } = await judged(...versionsOf(source, 1, 2));
    expect(behaviours.map(({ witness }) => [witness.base.effects, witness.head.effects])).toEqual([
      [['argument 1.x.inner[1].last: 1'], ['argument 1.x.inner[1].last: 2']],
    ]);
  });

  it('shows variables of the module where these differ', async () => {
    const source = `let total = 0; let calls = 0; export function f(x: number) { calls += 1; total = x + □; } export const read = () => [total, calls];`;
    const { behaviours } = await judged(...versionsOf(source, 1, 2));
    expect(behaviours.map(({ witness }) => [witness.base.effects, witness.head.effects])).toEqual([
      [['total = 1'], ['total = 2']],
    ]);
  });

  it('does not show variables that began otherwise where the result differs', async () => {
    const source = `let version = □; export function f() { return version; }`;
    const { behaviours } = await judged(...versionsOf(source, 1, 2));
    expect(behaviours.map(({ witness }) => witness)).toEqual([
      { call: 'f()', base: { kind: 'returns', value: '1' }, head: { kind: 'returns', value: '2' }, replayed: true },
    ]);
  });

  it('shows calls where these differ', async () => {
    const { behaviours } = await judged(
      `export function f(x: number) { console.log('a'); }`,
      `export function f(x: number) { console.log('a'); console.log('b'); }`,
    );
    expect(
      behaviours.map(({ before, now, witness }) => [before, now, witness.base.effects, witness.head.effects]),
    ).toEqual([
      ['calls nothing more', "console.log('b')", ['console.log("a")'], ['console.log("a")', 'console.log("b")']],
    ]);
  });
});

it('says how many turns were followed where they are fewer than were asked for, whatever else is open', async () => {
  const source = 'export function f(x: number) { return x; }';
  const compared = await compareSources(source, source, 'f');
  expect(judge(source, source, { ...compared, loops: 2 }).verdict).toMatchObject({
    kind: 'same',
    bound: { loops: 1, depth: 50 },
  });
});

describe('an interrupted comparison', () => {
  it('is unknown for that reason, whatever else is open', async () => {
    const source = 'export function f(x: number) { return x; }';
    const compared = await compareSources(source, source, 'f');
    expect(judge(source, source, compared).verdict).toMatchObject({ kind: 'same', bound: null });
    const interrupted = { ...compared, complete: false, interrupted: true };
    expect(judge(source, source, interrupted).verdict).toMatchObject({ kind: 'unknown', reason: 'it was interrupted' });
    expect(judge(source, source, { ...compared, complete: false }).verdict).toMatchObject({
      kind: 'unknown',
      reason: 'there were more paths than there was time for',
    });
  });
});

describe('a call on trial that shows what the search takes to be impossible', () => {
  it('leaves other inputs open', async () => {
    const source = 'export function f(x: number) { return x; }';
    const compared = await compareSources(source, source, 'f');
    const shown = await compareSources(source, 'export function f(x: number) { return x + 1; }', 'f');
    const behaviours = shown.behaviours.map((each) => Object.assign({}, each, { certain: false }));
    expect(judge(source, source, { ...compared, behaviours }).verdict).toMatchObject({
      kind: 'differs',
      elsewhere: { kind: 'unknown', reason: 'the search has not found what this call shows' },
    });
  });
});
