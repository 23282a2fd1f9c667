import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Observer } from '#replay/child/observe';
import type { Observed } from '#replay/observed';
import { printObserved } from '#replay/print-observed';
import { sameObserved } from '#replay/same-observed';
import { Evaluation } from '#smt/model';
import { StateObserver } from '#symbolic/concrete/observe-state';
import { describePath, type DescribedPath } from '#symbolic/describe-path';
import { listed, type State } from '#symbolic/state';
import { actualInputs, ReadingModel } from './actual-inputs';
import { aliasedInputs, aliasingFunction, type AliasingFunction } from './arbitrary-aliasing';
import { exploreSource, type Explored } from './explore-source';
import { pathHolds, type Inputs } from './holds';

const types = 'interface P { x: number; y?: string }\ninterface List { v: number; next: List | null }\n';

function described(text: string): readonly DescribedPath[] {
  const explored = exploreSource(types + text, 'f', { solver: { core: 'none' }, limits: { elements: 2 } });
  expect(explored.complete).toBe(true);
  return explored.ends.map((state) => describePath(explored.world, state, { name: 'f', inputs: explored.inputs }));
}

/** What each path decides, comes to, and is taken with. */
function shown(text: string): readonly string[] {
  return described(text).map(({ conditions, outcome, call, notes }) => {
    const when = conditions.flatMap((condition) => (condition.role === 'input' ? [] : [condition.text])).join(' && ');
    const what = outcome.kind === 'cut' ? outcome.reason.kind : `${outcome.kind} ${outcome.text}`;
    return [`${when} → ${what}: ${call}`, ...notes.map((note) => note.what)].join('; ');
  });
}

function observe(value: unknown): Observed {
  return new Observer().observe(value);
}

function runReal(script: string, args: readonly unknown[]) {
  const f = (new Function(script) as () => (...given: readonly unknown[]) => unknown)();
  try {
    const value = observe(f(...args));
    return { kind: 'returns', value, args: args.map(observe) };
  } catch (error) {
    return { kind: 'throws', value: observe(error), args: args.map(observe) };
  }
}

function madeInput(path: DescribedPath | undefined): readonly unknown[] {
  const { setup = [], args = [] } = path?.input ?? {};
  return new Function(`${setup.join('\n')}\nreturn [${args.join(', ')}];`)() as unknown[];
}

describe('objects that were handed in', () => {
  it('may be one where one is written and the other looked at', () => {
    expect(shown('export function f(a: P, b: P) { a.x = 1; b.x = 2; return a.x; }')).toEqual([
      'a !== b → returns 1: f({ x: 0 }, { x: 0 })',
      'a === b → returns 2: const a = { x: 0 }; f(a, a)',
    ]);
    expect(shown('export function f(a: P, b: P) { const y = b.x; a.x = 1; return y + b.x; }')).toEqual([
      'a !== b → returns b.x * 2: f({ x: 0 }, { x: 0 })',
      'a === b → returns b.x + 1: const a = { x: 0 }; f(a, a)',
    ]);
  });

  it('may be one where they are compared', () => {
    expect(shown('export function f(a: P, b: P) { return a === b; }')).toEqual([
      'a !== b → returns false: f({ x: 0 }, { x: 0 })',
      'a === b → returns true: const a = { x: 0 }; f(a, a)',
    ]);
    expect(shown('export function f(s: Set<P>, p: P) { return s.size === 1 && s.has(p); }')).toContain(
      's.size === 1 && p === [...s][0].value → returns true: const p = { x: 0 }; f(new Set([p]), p)',
    );
  });

  it('decide nothing where they are only read', () => {
    expect(shown('export function f(a: P, b: P) { return a.x + b.x; }')).toEqual([
      ' → returns a.x + b.x: f({ x: 0 }, { x: 0 })',
    ]);
    expect(shown('export function f(a: P, b: P) { const c = { ...a, x: 1 }; return c.x + b.x; }')).toHaveLength(2);
  });

  it('cannot be one when their types, or what is known of them, differ', () => {
    expect(shown('export function f(a: { x: number }, b: { y: string }) { a.x = 1; return b.y; }')).toHaveLength(1);
    const text = 'export function f(a: P, b: P) { if (a.x > 1 && b.x < 1) { a.x = 5; return b.x; } return 0; }';
    expect(shown(text)[0]).toMatch(/^a\.x > 1 && b\.x < 1 → returns b\.x/);
    expect(shown(text)).toHaveLength(3);
    const kinds = 'if (a.y !== undefined || b.y === undefined) return 0; a.x = 1; return b.x;';
    expect(shown(`export function f(a: P, b: P) { ${kinds} }`).filter((path) => /a [!=]== b/.test(path))).toEqual([]);
  });

  it('are seen as one object in what comes of them', () => {
    const [, path] = described('export function f(a: P, b: P) { a.x = 1; b.x = 2; return [a, b]; }');
    const real = runReal('return (a, b) => { a.x = 1; b.x = 2; return [a, b]; }', madeInput(path));
    expect(path?.predicted?.completion.value).toEqual(real.value);
    expect(printObserved(real.value)).toContain('o1');
  });

  it('have what both places were known to hold', () => {
    const text = 'export function f(a: P, b: P) { if (a.x === 7) { b.x = b.x + 1; return a.x; } return 0; }';
    expect(shown(text)).toContain('a.x === 7 && a !== b → returns a.x: f({ x: 7 }, { x: 0 })');
    expect(shown(text)).toContain('a.x === 7 && a === b → returns b.x + 1: const a = { x: 7 }; f(a, a)');
  });

  it('share their elements and their length', () => {
    expect(shown('export function f(a: [number], b: [number]) { a[0] = 1; b[0] = 2; return a[0]; }')).toEqual([
      'a !== b → returns 1: f([0], [0])',
      'a === b → returns 2: const a = [0]; f(a, a)',
    ]);
    const pushed = described('export function f(a: number[], b: number[]) { a.push(1); return b.length; }');
    const same = pushed.filter(({ conditions }) => conditions.some(({ text }) => text === 'a === b'));
    expect(same.map(({ outcome }) => (outcome.kind === 'cut' ? null : outcome.text))).toEqual(['1', '2', '3']);
  });

  it('may be inside of themselves', () => {
    expect(shown('export function f(l: List) { l.v = 1; return l.next === null ? 0 : l.next.v; }')).toContain(
      "typeof l.next === 'object' && l === l.next → returns 1: const l = { v: 0, next: null }; l.next = l; f(l)",
    );
  });

  it('may come back from a function that was handed in', () => {
    expect(shown('export function f(a: P, g: (p: P) => P) { a.x = 1; return g(a).x; }')).toContain(
      'g(#0) returns && a === g(#0) → returns 1: const a = { x: 0 }; f(a, () => (a))',
    );
  });

  it('are one inside when they are one', () => {
    const text =
      'export function f(a: { p: P }, b: { p: P }) { a.p.x = 1; if (a === b) return b.p.x; return a.p === b.p; }';
    expect(shown(text)).toEqual([
      'a !== b && a.p !== b.p → returns false: f({ p: { x: 0 } }, { p: { x: 0 } })',
      'a !== b && a.p === b.p → returns true: const shared = { x: 0 }; f({ p: shared }, { p: shared })',
      'a === b → returns 1: const a = { p: { x: 0 } }; f(a, a)',
    ]);
  });

  it('are said to be taken for different ones where their types overlap', () => {
    const text = 'export function f(a: P, b: { x: number; z?: string }) { a.x = 1; return b.x; }';
    expect(shown(text)).toEqual([' → returns b.x: f({ x: 0 }, { x: 0 }); that a and b are different objects']);
  });
});

it('objects whose parts were looked at and written before are said to be taken for different ones', () => {
  const text =
    'interface N { y?: string; next: N | null } export function f(a: N, d: { left: N }) { d.left = a.next.next; delete a.y; return a.next.y; }';
  expect(shown(text)).toContainEqual(expect.stringContaining('that a and a.next are different objects'));
});

const options = { limits: { paths: 80, elements: 3, loops: 3 }, solver: { core: 'none' } as const, budgetMs: 1000 };

function completed(explored: Explored): readonly State[] {
  return explored.ends.filter((state) => state.completion !== null && state.completion.kind !== 'cut');
}

describe('paths of functions over objects that may be one', () => {
  it('are taken by their inputs, with the predicted outcome', () => {
    fc.assert(
      fc.property(aliasingFunction, (generated) => {
        const explored = exploreSource(generated.source, 'f', options);
        for (const state of completed(explored)) {
          const path = describePath(explored.world, state, { name: 'f', inputs: explored.inputs });
          const { input, predicted, call } = path;
          if (input === null || predicted === null) continue;
          const real = runReal(generated.script, madeInput(path));
          const { completion } = predicted;
          const says = `${generated.source}\n${call}: predicted ${completion.kind} ${printObserved(completion.value)}, did ${real.kind} ${printObserved(real.value)}`;
          expect(real.kind === completion.kind && sameObserved(real.value, completion.value), says).toBe(true);
          predicted.args.forEach((arg, index) => {
            const after = real.args[index];
            expect(after !== undefined && sameObserved(arg, after), `${says}; argument ${index}`).toBe(true);
          });
        }
      }),
      { numRuns: 100 },
    );
  });

  it('have exactly one condition that holds for any input, and it predicts what the engine does', () => {
    let shared = 0;
    fc.assert(
      fc.property(aliasingFunction, fc.array(aliasedInputs, { minLength: 4, maxLength: 8 }), (generated, samples) => {
        const explored = exploreSource(generated.source, 'f', options);
        if (!explored.complete) return;
        for (const sample of samples) shared += judged(generated, explored, sample) ? 1 : 0;
      }),
      { numRuns: 150 },
    );
    expect(shared).toBeGreaterThan(0);
  });
});

/** True when a path was taken that says that some objects are one. */
function judged(generated: AliasingFunction, explored: Explored, sample: Inputs): boolean {
  const inputs: Inputs = Object.fromEntries(
    generated.params.flatMap((name) => (sample[name] === undefined ? [] : [[name, sample[name]]])),
  );
  const says = `${generated.source}\n${generated.params.map((name) => `${name}: ${printObserved(new Observer().observe(sample[name]))}`).join('; ')}`;
  const taken = explored.ends.filter((state) => pathHolds(state, inputs));
  const leavesOut = explored.ends.some((end) => listed(end.notes).some(({ note }) => note.kind !== 'undecided'));
  const counted = `${says}: ${taken.length} of ${explored.ends.length} paths hold`;
  if (leavesOut) expect(taken.length, counted).toBeLessThanOrEqual(1);
  else expect(taken.length, counted).toBe(1);
  const [state] = taken;
  const completion = state?.completion;
  if (state === undefined || completion === undefined || completion === null || completion.kind === 'cut') return false;
  // A path that takes objects for different ones says so, and says nothing of inputs where they are one.
  const isAssumed = listed(state.notes).some(({ note }) => note.kind === 'assumed' && note.what.endsWith(' objects'));
  if (isAssumed) return false;
  const evaluation = new Evaluation(new ReadingModel(inputs));
  const observer = new StateObserver(explored.world, state, evaluation, actualInputs(state, inputs));
  const value = observer.observe(completion.kind === 'returns' ? completion.value : completion.error);
  const real = runReal(generated.script, structuredClone(generated.params.map((name) => sample[name])) as unknown[]);
  const same = real.kind === completion.kind && sameObserved(real.value, value);
  expect(
    same,
    `${says}: predicted ${completion.kind} ${printObserved(value)}, did ${real.kind} ${printObserved(real.value)}`,
  ).toBe(true);
  return listed(state.conditions).some(({ condition }) => condition.kind === 'alias' && condition.same);
}
