import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedCalls } from '#behaviour/recorded-calls';
import { Observer } from '#replay/child/observe';
import type { Observed } from '#replay/observed';
import { compareSources } from './compare-sources';

/** Calls by the names of the tests that make them. */
function recordedCalls(calls: Readonly<Record<string, readonly (readonly unknown[])[]>>): RecordedCalls {
  return {
    running: Object.keys(calls).length,
    tests: Object.keys(calls),
    calls: Object.entries(calls).flatMap(([test, made]) =>
      made.map((args) => ({ given: { receiver: null, args: observed(args) }, tests: [test] })),
    ),
    open: [],
  };
}

function observed(args: readonly unknown[]): Observed[] {
  const whole = new Observer().observe(args);
  if (whole.kind !== 'object' || whole.contents.kind !== 'array') throw new Error('not a list');
  return whole.contents.elements.map((element) => element ?? { kind: 'primitive', value: undefined });
}

async function callers(base: string, head: string, calls: Parameters<typeof recordedCalls>[0]) {
  const { behaviours } = await compareSources(base, head, 'f', { recorded: () => recordedCalls(calls) });
  return behaviours.map(({ now, callers: found }) => ({ now, callers: found }));
}

function priced(a: number, b: number): string {
  return `export function f(x: number, y: number) { if (x < 0) return ${a}; if (y > 10) return x - ${b}; return x - y; }`;
}

function asking(n: number): string {
  return `export function f(g: (n: number) => boolean) { return g(1) ? ${n} : 0; }`;
}

function adding(n: number): string {
  return `export function f(p: { x: number; g(): number }) { return p.x > 1 ? p.x + ${n} : p.g(); }`;
}

function ordered(edge: number, letter: string): string {
  return `
    interface Order { items: number[]; name: string; limit?: number }
    export function f(o: Order, bonus: number) {${orderBody(edge, letter)}}`;
}

function orderBody(edge: number, letter: string): string {
  return `
      if (o.items.length > ${edge}) return o.items[0] + bonus;
      if (o.name.startsWith('${letter}')) return o.limit ?? 7;
      return bonus > 1 ? 'more' : 'less';
    `;
}

function engine(body: string): (...args: unknown[]) => unknown {
  return new Function('o', 'bonus', body) as (...args: unknown[]) => unknown;
}

describe('tests that reach a behaviour', () => {
  it('are those whose inputs satisfy its condition', async () => {
    const found = await callers(priced(0, 10), priced(-1, 11), {
      plain: [[100, 5]],
      negative: [[-3, 5]],
      both: [
        [-3, 5],
        [3, 11],
      ],
    });
    expect(found).toEqual([
      { now: 'returns -1', callers: { running: 3, reaching: ['negative', 'both'], open: [] } },
      { now: 'returns x - 11', callers: { running: 3, reaching: ['both'], open: [] } },
    ]);
  });

  it('are none when no test has such an input', async () => {
    const [only] = await callers(
      'export function f(s: string) { return s === "" ? 1 : 2; }',
      'export function f(s: string) { return s === "" ? 3 : 2; }',
      { a: [['x']], b: [['y'], ['z']] },
    );
    expect(only?.callers).toEqual({ running: 2, reaching: [], open: [] });
  });

  it('may be those of which the input does not tell', async () => {
    const [only] = await callers(asking(1), asking(2), { a: [[() => true]] });
    expect(only?.callers).toMatchObject({ reaching: [], open: ['a'] });
  });

  it('may be those whose values are of other types than the declared ones', async () => {
    const [only] = await callers(adding(1), adding(2), { typed: [[{ x: 2, g: () => 1 }]], other: [[() => 1]] });
    expect(only?.callers).toMatchObject({ reaching: ['typed'], open: ['other'] });
  });

  it('are judged as the engine does', { timeout: 120_000 }, async () => {
    const part = fc.record({
      items: fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 3 }),
      name: fc.constantFrom('', 'a', 'bb', 'ab'),
      limit: fc.option(fc.integer({ min: -2, max: 4 }), { nil: undefined }),
    });
    const inputs = fc.sample(fc.tuple(part, fc.integer({ min: -2, max: 3 })), { numRuns: 60, seed: 7 });
    const calls = Object.fromEntries(inputs.map((args, i) => [`t${i}`, [args]]));
    const found = await callers(ordered(1, 'a'), ordered(2, 'b'), calls);
    const reached = new Set(found.flatMap(({ callers: by }) => by?.reaching ?? []));
    for (const { callers: by } of found) expect(by?.open).toEqual([]);
    const [base, head] = [engine(orderBody(1, 'a')), engine(orderBody(2, 'b'))];
    const differing = inputs.flatMap((args, i) => (base(...args) === head(...args) ? [] : [`t${i}`]));
    expect(differing.length).toBeGreaterThan(5);
    expect([...reached].toSorted()).toEqual(differing.toSorted());
  });
});
