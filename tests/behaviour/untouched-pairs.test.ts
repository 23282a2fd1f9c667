import { tmpdir } from 'node:os';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ChangeFacts } from '#behaviour/change-facts';
import { hasDepartures } from '#behaviour/departures';
import { SharedWorlds } from '#behaviour/shared-worlds';
import { triggersOf } from '#behaviour/triggers';
import { untouchedPairs } from '#behaviour/untouched-pairs';
import { compareModules } from '#change/compare-modules';
import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import type { ModuleIr } from '#ir/cfg';
import { loadProgram, type LoadedProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { changeSeeds } from '#slice/change-seeds';
import { handingVersions } from './arbitrary-handing-program';

function load(text: string): LoadedProgram {
  return loadProgram(openTexts(tmpdir(), { 'a.js': text }));
}

function modulesOf(loaded: LoadedProgram): ModuleIr[] {
  return loaded.snapshot.paths.flatMap((path) => loaded.module(path) ?? []);
}

function graphOf({ program }: LoadedProgram): DependenceGraph {
  return buildDependenceGraph(program, (_, specifier) => ({ kind: 'external', name: specifier }));
}

/** Functions at the top that are said to be untouched by the change. */
function untouched(baseText: string, headText: string): string[] {
  const [base, head] = [load(baseText), load(headText)];
  const changes = compareModules(modulesOf(base), modulesOf(head));
  const seeds = changeSeeds(base.program, head.program, changes);
  const inHead = triggersOf(graphOf(head), changes, 'head', seeds.head);
  const isInBase = seeds.base.size > 0 || hasDepartures(changes);
  const inBase = isInBase ? triggersOf(graphOf(base), changes, 'base', seeds.base) : null;
  if (inHead === null) throw new Error('the graph of a small program is complete');
  const directed = { head: inHead, base: inBase };
  const shared = new SharedWorlds(base, head, new ChangeFacts(changes, () => true), {
    limits: {},
    solver: 'none',
    store: null,
  });
  try {
    const isBodyChanged = changes.functions.some(
      ({ status, head: now }) => status === 'changed' && now?.fn.kind === 'module',
    );
    const past = { directed, isAlike: !isBodyChanged, hasUnseenLoads: false };
    const { has: isUntouched } = untouchedPairs(past, directed, { base, head }, changes, shared);
    return changes.functions.flatMap((change) => {
      if (change.base === null || change.head === null || !/^f\d$/.test(change.head.fn.qualifiedName)) return [];
      const pair = {
        base: { loaded: base, path: 'a.js', index: change.base.fn.index },
        head: { loaded: head, path: 'a.js', index: change.head.fn.index },
      };
      return isUntouched(pair) ? [change.head.fn.qualifiedName] : [];
    });
  } finally {
    shared.close();
  }
}

/** What is seen of a call on a fresh module, and of calls of whatever it has given away. */
function seen(text: string, name: string): string {
  const script = `
    let fuel = 0;
    const trace = [];
    const note = (name) => { if (fuel-- <= 0) throw new Error('enough'); trace.push(name); };
    const given = { p: 1 };
    const functions = [];
    const show = (value, within) => {
      if (typeof value === 'function' && !functions.includes(value)) functions.push(value);
      if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return String(value);
      if (within.includes(value)) return 'again ' + within.indexOf(value);
      const inner = Object.keys(value).map((key) => key + ': ' + show(value[key], [...within, value]));
      return (typeof value) + ' {' + inner.join(', ') + '}';
    };
    const call = (made) => {
      fuel = 60;
      try { trace.push(show(made(), [])); } catch (error) { trace.push('throws ' + (error instanceof Error ? error.message : show(error, []))); }
      trace.push(show(given, []));
    };
    for (const x of [0, 1]) {
      const exports = {};
      fuel = 60;
      try { new Function('exports', 'note', text)(exports, note); } catch {}
      trace.length = x === 0 ? 0 : trace.length;
      call(() => exports[name](x, given));
      for (let at = 0; at < functions.length && at < 25; at++) call(() => functions[at](x, given));
      functions.length = 0;
    }
    trace.join('\\n');`;
  return String(runInNewContext(script, { text, name }));
}

it('functions that are said to be untouched do the same, and so does what they give away', () => {
  let told = 0;
  let asked = 0;
  fc.assert(
    fc.property(handingVersions, ({ base, head }) => {
      for (const name of untouched(base, head)) {
        told++;
        expect(seen(head, name), `--- base\n${base}\n--- head\n${head}\n${name}`).toBe(seen(base, name));
      }
      asked += ['f0', 'f1', 'f2', 'f3', 'f4'].filter((name) => seen(head, name) !== seen(base, name)).length;
    }),
    { numRuns: Number(process.env['GENERATED_RUNS'] ?? '30') },
  );
  // Both happen: some are untouched, and some do differ.
  expect(told).toBeGreaterThan(5);
  expect(asked).toBeGreaterThan(5);
});
