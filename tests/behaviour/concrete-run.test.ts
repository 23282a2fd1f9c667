import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConfirmed } from '#behaviour/concrete-run';
import { Observer } from '#replay/child/observe';
import { printObserved } from '#replay/print-observed';
import type { ReplayOutcome } from '#replay/outcome';
import { describeCondition } from '#symbolic/describe-condition';
import { describePath } from '#symbolic/describe-path';
import { listed } from '#symbolic/state';
import { arbitraryFunction, parameterValues, type GeneratedFunction } from '../symbolic/arbitrary-function';
import { exploreSource } from '../symbolic/explore-source';
import { pathHolds } from '../symbolic/holds';
import { follow, give } from './concrete-world';

function conditionsOf(text: string, name: string, args: readonly unknown[]): readonly string[] {
  const { run, target } = follow(text, name, args);
  expect(run.cut).toBeNull();
  return run.conditions.map((condition) => describeCondition(target.world, condition).text);
}

describe('the path of a concrete input', () => {
  it('has every decision on the way, also those that no input could take otherwise', () => {
    const text = `export function f(n: number) { if (n > 1) { if (n > 0) return 'a'; } return 'b'; }`;
    expect(conditionsOf(text, 'f', [2])).toEqual(['n > 1', 'n > 0']);
    expect(conditionsOf(text, 'f', [1])).toEqual(['!(n > 1)']);
  });

  it('goes as far as the input does, not as far as a bound', () => {
    const text = 'export function f(a: number[]) { let t = 0; for (const x of a) if (x > 3) t += x; return t; }';
    const values = Array.from({ length: 40 }, (_, index) => index % 7);
    const { run, target, given } = follow(text, 'f', [values]);
    expect(run.cut).toBeNull();
    expect(run.conditions.filter(({ site }) => site !== null).length).toBeGreaterThan(80);
    const sum = values.filter((x) => x > 3).reduce((a, b) => a + b, 0);
    expect(isConfirmed(target.world, run, given, returned(sum))).toBe(true);
    expect(isConfirmed(target.world, run, given, returned(sum + 1))).toBe(false);
  });

  it.each([
    ['u: string | number | null', "typeof u === 'string' ? 1 : u === null ? 2 : 3", [null], 2],
    ['o: { a?: { b: number }[] }', 'o.a?.[1]?.b ?? -1', [{ a: [{ b: 1 }, { b: 5 }] }], 5],
    ['o: { a?: { b: number }[] }', 'o.a?.[1]?.b ?? -1', [{}], -1],
    ['m: Map<string, number>', "m.get('x') ?? [...m.keys()].length", [new Map([['y', 1]])], 1],
    ['s: Set<number>', 's.has(3) && !s.has(4)', [new Set([1, 3])], true],
    ["k: { kind: 'a'; x: number } | { kind: 'b'; y: number }", "k.kind === 'a' ? k.x : k.y", [{ kind: 'b', y: 4 }], 4],
    ['t: [number, string?]', 't.length', [[1]], 1],
    ['r: Record<string, number>', "r.q + ('z' in r ? 1 : 0)", [{ q: 2 }], 2],
    ['r: Record<string, number>', 'Object.keys(r).join()', [{ q: 2, key: 1, a: 3 }], 'q,key,a'],
    ['r: any', 'Object.entries(r.q).flat().join()', [{ q: { b: 'B', a: 1 } }], 'b,B,a,1'],
    ['r: any', '(() => { let n = 0; for (const k in r) n += r[k]; return n; })()', [{ q: 2, a: 1 }], 3],
    ['d: Date', 'd.getTime() > 5', [new Date(7)], true],
    ['...n: number[]', 'n[0] + n.length', [4, 5, 6], 7],
    ['a: number, b = a + 1', 'b * 2', [3], 8],
    ['x', 'x.p.q[0]', [{ p: { q: ['deep'] } }], 'deep'],
    ['x: number', 'Number.isNaN(x) ? 1 : Object.is(x, -0) ? 2 : 3', [-0], 2],
  ])('finds its way through f(%s) { return %s }', (params, body, args, result) => {
    const { run, target, given } = follow(`export function f(${params}) { return ${body}; }`, 'f', args);
    expect(run.cut).toBeNull();
    expect(given.misfits).toEqual([]);
    expect(isConfirmed(target.world, run, given, returned(result))).toBe(true);
  });

  it('sees which objects are the same one', () => {
    const text = 'export function f(a: { x: number }, b: { x: number }) { return a === b; }';
    const shared = { x: 1 };
    const same = follow(text, 'f', [shared, shared]);
    for (const condition of same.run.conditions) if (condition.kind === 'alias') expect(condition.same).toBe(true);
    const other = follow(text, 'f', [shared, { x: 1 }]);
    for (const condition of other.run.conditions) if (condition.kind === 'alias') expect(condition.same).toBe(false);
  });

  it('says where a value is not of its declared type', () => {
    const text = 'export function f(o: { x: number }) { return o.x; }';
    expect(follow(text, 'f', [{ x: 'no' }]).given.misfits).toMatchObject([{ kind: 'type', location: { name: 'o' } }]);
    expect(follow(text, 'f', [{ x: 1, y: 2 }]).given.misfits).toMatchObject([{ kind: 'excess', keys: ['y'] }]);
  });

  it('ends where the call does not say what comes next', () => {
    const { run } = follow('export function f(g: () => boolean) { return g() ? 1 : 2; }', 'f', [() => true]);
    expect(run.cut).toMatchObject({ kind: 'unsupported', what: expect.stringContaining('does not say') });
  });

  it('is the one of all paths whose condition holds, and no input of another path meets its condition', () => {
    fc.assert(
      fc.property(
        arbitraryFunction.chain((generated) =>
          fc.tuple(fc.constant(generated), fc.tuple(...generated.params.map((name) => parameterValues[name]))),
        ),
        ([generated, sample]) => checkAgainstAllPaths(generated, structuredClone(sample)),
      ),
      { numRuns: 40 },
    );
  });
});

function checkAgainstAllPaths(generated: GeneratedFunction, sample: readonly unknown[]): void {
  const { source, params } = generated;
  const { run, given, target } = follow(source, 'f', sample);
  if (run.cut !== null) return;
  const says = `${source}\n${params.map((name, i) => `${name} = ${printObserved(new Observer().observe(sample[i]))}`).join(', ')}`;
  const inputs = Object.fromEntries(params.map((name, index) => [name, sample[index]]));
  expect(pathHolds(run.end, inputs), says).toBe(true);
  expect(isConfirmed(target.world, run, given, runReal(generated, sample)), says).toBe(true);
  const all = exploreSource(source, 'f', {
    limits: { paths: 60 },
    solver: { work: 10_000, lastResortMs: 300 },
    budgetMs: 1000,
  });
  const there = give(all.world, all.inputs, sample);
  const taken = all.ends.filter(({ conditions }) =>
    listed(conditions).every(({ condition }) => there.holds(condition) === true),
  );
  const isNarrowed = all.ends.some(({ notes }) => listed(notes).some(({ note }) => note.kind === 'concretised'));
  if (all.complete && !isNarrowed) expect(taken.length, says).toBe(1);
  else expect(taken.length, says).toBeLessThanOrEqual(1);
  for (const end of all.ends) {
    const path = describePath(all.world, end, { name: 'f', inputs: all.inputs });
    if (taken.includes(end) || taken.length === 0 || path.input === null || path.input.setup.length > 0) continue;
    const args = path.input.args.map((text) => new Function(`return ${text};`)() as unknown);
    const other = give(target.world, target.inputs, args);
    const meets = run.conditions.every((condition) => other.holds(condition) === true);
    expect(meets, `${says}\nas well as ${path.call}`).toBe(false);
  }
}

function returned(value: unknown): ReplayOutcome {
  return outcomeOf({ kind: 'returns', value: new Observer().observe(value) });
}

function runReal({ script }: GeneratedFunction, sample: readonly unknown[]): ReplayOutcome {
  const f = (new Function(script) as () => (...given: readonly unknown[]) => unknown)();
  try {
    return returned(f(...(structuredClone(sample) as unknown[])));
  } catch (error) {
    return outcomeOf({ kind: 'throws', error: new Observer().observe(error) });
  }
}

function outcomeOf(completion: ReplayOutcome['completion']): ReplayOutcome {
  return { completion, receiver: null, args: [], calls: [], moduleState: [], async: false, complete: true };
}
