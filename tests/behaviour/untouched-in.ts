import { tmpdir } from 'node:os';
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

export type Texts = Readonly<Record<string, string>>;

function load(texts: Texts): LoadedProgram {
  return loadProgram(openTexts(tmpdir(), texts));
}

function modulesOf(loaded: LoadedProgram): ModuleIr[] {
  return loaded.snapshot.paths.flatMap((path) => loaded.module(path) ?? []);
}

function graphOf({ program, snapshot }: LoadedProgram): DependenceGraph {
  return buildDependenceGraph(program, (path, specifier) => {
    const target = snapshot.resolve(path, specifier);
    const index = target.kind === 'file' ? program.moduleIndex(target.path) : undefined;
    return index === undefined ? { kind: 'external', name: specifier } : { kind: 'module', index };
  });
}

/** Functions at the top of `a` that are said to be untouched by the change. */
export function untouched(baseTexts: Texts, headTexts: Texts, whole = false): string[] {
  const [base, head] = [load(baseTexts), load(headTexts)];
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
    const past = { directed, isAlike: !isBodyChanged, hasUnseenLoads: false, mayFollow: true };
    const { has, hasWholly } = untouchedPairs(past, directed, { base, head, changes }, shared);
    const path = 'a.js' in headTexts ? 'a.js' : 'a.ts';
    const indexOf = (loaded: LoadedProgram, name: string): number | undefined =>
      loaded.module(path)?.functions.find(({ qualifiedName }) => qualifiedName === name)?.index;
    return (head.module(path)?.functions ?? []).flatMap(({ qualifiedName: name, index }) => {
      const before = indexOf(base, name);
      if (before === undefined || !/^f\d$/.test(name)) return [];
      const pair = { base: { loaded: base, path, index: before }, head: { loaded: head, path, index } };
      return (whole ? hasWholly : has)(pair) ? [name] : [];
    });
  } finally {
    shared.close();
  }
}
