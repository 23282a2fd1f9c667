import type { ChangeSet, FunctionRef, KeptFunction } from '#change/change-set';
import type { FunctionId, NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import { isTestPath } from '#project/test-path';
import { Replayer } from '#replay/replay';
import { ChangeFacts } from './change-facts';
import { compareInSharedWorlds, escapesIn, type ComparedFunction, type ComparisonOptions } from './compare-function';
import { compareLoading, type ComparedLoading } from './compare-loading';
import type { FunctionPair } from './function-pair';
import { mineValues, type TextPart } from './mine-values';
import type { DirectedBy } from './pair-search';
import { EscapingCode } from './escaping-code';
import { PlainFunctions } from './plain-functions';
import { SharedTime } from './shared-time';
import { SharedWorlds } from './shared-worlds';
import type { Triggers } from './triggers';
import { withConstructors } from './with-constructors';

/** Both versions, and what is known of the change between them. */
export interface ComparedChange {
  readonly base: LoadedProgram;
  readonly head: LoadedProgram;
  readonly changes: ChangeSet;
  /** Whether what a function of the head does may differ from the base. */
  readonly isImpacted: (fn: FunctionId) => boolean;
  /** Of the head. */
  readonly graph: DependenceGraph;
  /** Functions that code outside can call, and that lead to a changed one; nearest first. */
  readonly entryPoints: readonly FunctionId[];
}

export interface ChangeComparisonOptions extends Omit<ComparisonOptions, 'replayers' | 'expired'> {
  /** Milliseconds for everything. */
  readonly budgetMs: number;
  readonly now: () => number;
  readonly onProgress?: (done: number, total: number) => void;
}

/** By `path#number` of the function in the head. */
export interface ChangeVerdicts {
  readonly functions: ReadonlyMap<string, ComparedFunction>;
  /** Those that were to be compared. */
  readonly planned: ReadonlySet<string>;
  /** By path of the head: what differs when the module is loaded. */
  readonly modules: ReadonlyMap<string, ComparedLoading>;
  /** False when something was not looked at for want of time. */
  readonly complete: boolean;
  /** Someone has said that it is enough. */
  readonly interrupted: boolean;
}

/** Compares every changed function, and every entry point that leads to one. */
export async function compareChange(
  { base, head, changes, isImpacted, graph, entryPoints }: ComparedChange,
  options: ChangeComparisonOptions,
): Promise<ChangeVerdicts> {
  const idOf = (path: string, fn: number): FunctionId | undefined => {
    const module = head.program.moduleIndex(path);
    return module === undefined ? undefined : head.program.functionAt(module, fn);
  };
  const isImpactedAt = (path: string, fn: number): boolean => {
    const id = idOf(path, fn);
    return id === undefined || isImpacted(id);
  };
  // Set once it is known that modules load alike: then only code that runs something changed differs.
  let carriers: Triggers | null = null;
  const facts = new ChangeFacts(changes, isImpactedAt, (path, fn) =>
    carriers === null ? isImpactedAt(path, fn) : carriers.mayRun(path, fn, shared.keys),
  );
  const pairs = functionsToCompare(changes, base, head, entryPoints);
  const loads = modulesToCompare(changes);
  const functions = new Map<string, ComparedFunction>();
  const modules = new Map<string, ComparedLoading>();
  const end = options.now() + options.budgetMs;
  const timeLeft = (): number => end - options.now();
  const isOver = (): boolean => timeLeft() <= 0 || options.isInterrupted();
  const limits = { ...replayLimits, timeLeft };
  const replayers = { base: new Replayer(limits), head: new Replayer(limits) };
  const shared = new SharedWorlds(base, head, facts, {
    ...options,
    timeLeft,
    lastResortMs: Math.min(mostPatienceMs, Math.max(leastPatienceMs, options.budgetMs / (5 * (pairs.size + 1)))),
  });
  shared.expired = isOver;
  try {
    for (const change of loads) {
      if (isOver()) break;
      const pair = pairOf(base, head, change);
      modules.set(change.head.module.path, await compareLoading(pair, { ...options, replayers }));
      options.onProgress?.(modules.size, pairs.size + loads.length);
    }
    const plain = new PlainFunctions(graph, head);
    const mined = mineValues(head, minedPaths(head, changes), newParts(changes));
    const past = directedPast(
      { loads, hasUnseenLoads: changes.modules.some((pair) => pair.head !== null && isTooLarge(pair.head)) },
      base,
      head,
      shared,
      options.directed ?? null,
    );
    const directed = past.directed && withConstructors(past.directed, base, head, shared.keys, isOver);
    if (past.isAlike && directed !== null) carriers = directed.head.and(entriesOfChanged(head, changes));
    const escaping = new EscapingCode(graph, head, (fn) =>
      carriers === null ? isImpacted(fn) : carriers.mayRunFunction(fn, shared.keys),
    );
    const matters = new Set(
      [...pairs.values()].filter(
        (pair) =>
          directed === null ||
          directed.head.mayRun(pair.head.path, pair.head.index, shared.keys) ||
          directed.base?.mayRun(pair.base.path, pair.base.index, shared.keys) === true ||
          mayHandOn(pair, shared, escaping),
      ),
    );
    const clock = new SharedTime(timeLeft(), matters.size, options.now);
    for (const [key, pair] of pairs) {
      if (isOver()) break;
      const time = matters.has(pair) ? clock.next() : clock.all();
      functions.set(
        key,
        await compareInSharedWorlds(pair, facts, shared, {
          ...options,
          directed,
          escaping,
          plain,
          mined,
          replayers,
          ...time,
        }),
      );
      options.onProgress?.(modules.size + functions.size, pairs.size + loads.length);
    }
  } finally {
    shared.close();
    await replayers.base.dispose();
    await replayers.head.dispose();
  }
  const found = [...functions.values()];
  const interrupted =
    options.isInterrupted() && (functions.size < pairs.size || found.some((compared) => compared.interrupted));
  const complete =
    functions.size === pairs.size &&
    modules.size === loads.length &&
    found.every((compared) => compared.complete) &&
    !interrupted;
  return { functions, planned: new Set(pairs.keys()), modules, complete, interrupted };
}

/** Tests first, those that came with the change before all others; then what else was changed. */
function minedPaths({ snapshot }: LoadedProgram, changes: ChangeSet): string[] {
  const changed = changes.modules.flatMap(({ head }) => (head === null ? [] : [head.path]));
  const isChanged = new Set(changed);
  const tests = snapshot.paths.filter((path) => isTestPath(path) && !isChanged.has(path));
  return [...changed.filter(isTestPath), ...tests, ...changed.filter((path) => !isTestPath(path))];
}

function newParts({ edits }: ChangeSet): TextPart[] {
  return edits.flatMap(({ hunks }) => hunks.flatMap((hunk) => (hunk.kind === 'remove-file' ? [] : [hunk.head])));
}

/** Modules that load differently in their text only are nothing to look out for. */
function directedPast(
  { loads, hasUnseenLoads }: { readonly loads: readonly KeptFunction[]; readonly hasUnseenLoads: boolean },
  base: LoadedProgram,
  head: LoadedProgram,
  shared: SharedWorlds,
  directed: DirectedBy | null,
): { readonly directed: DirectedBy | null; readonly isAlike: boolean } {
  if (directed === null) return { directed, isAlike: false };
  const alike = loads.filter((change) => {
    const begun = shared.load(pairOf(base, head, change));
    return 'loaded' in begun && begun.isAlike();
  });
  const inHead = new Set(alike.map((change) => change.head.module.path));
  const inBase = new Set(alike.map((change) => change.base.module.path));
  return {
    directed: {
      head: directed.head.withoutLoading(inHead),
      base: directed.base?.withoutLoading(inBase) ?? null,
    },
    isAlike: alike.length === loads.length && !hasUnseenLoads,
  };
}

/** Whether a function may give away others that may differ, and so has to be followed though it runs nothing changed. */
function mayHandOn(pair: FunctionPair, shared: SharedWorlds, escaping: EscapingCode): boolean {
  const begun = shared.load(pair);
  if ('problem' in begun) return false;
  return escapesIn(begun.loaded.head, shared.keys, escaping).mayRun(pair.head.path, pair.head.index);
}

/** A function of which only something was removed has no node that shows it. */
function entriesOfChanged({ program }: LoadedProgram, { functions }: ChangeSet): NodeId[] {
  return functions.flatMap((change): NodeId[] => {
    if (change.head === null || change.status === 'unchanged' || change.head.fn.kind === 'module') return [];
    const module = program.moduleIndex(change.head.module.path);
    return module === undefined ? [] : [program.entryOf(program.functionAt(module, change.head.fn.index))];
  });
}

const replayLimits = { timeoutMs: 2_000, memoryMb: 256 };

/** The function that can be called by itself, and from which another is seen: around it, or the constructor of its class. */
export function comparableFunction(module: ModuleIr, fn: FunctionIr): FunctionIr {
  let at = fn;
  for (;;) {
    const klass = at.classIndex === null ? undefined : module.classes[at.classIndex];
    const seenFrom = at.kind === 'fields' ? klass?.constructorFn : at.parent;
    const isOuter = at.kind !== 'fields' && at.kind !== 'static' && at.kind !== 'namespace' && at.parent === 0;
    const around = seenFrom === undefined || seenFrom === null || isOuter ? undefined : module.functions[seenFrom];
    if (around === undefined) return at;
    at = around;
  }
}

/** Generated or bundled: to follow one of its functions takes loading all of it, again and again. */
export function isTooLarge({ text }: ModuleIr): boolean {
  return text.length > mostText;
}

const mostText = 1_500_000;

export function functionKey(path: string, fn: number): string {
  return `${path}#${fn}`;
}

/** Changed functions first, then entry points. What is inside of another function is seen from that one. */
function functionsToCompare(
  changes: ChangeSet,
  base: LoadedProgram,
  head: LoadedProgram,
  entryPoints: readonly FunctionId[],
): Map<string, FunctionPair> {
  const kept = new Map<string, KeptFunction>();
  for (const change of changes.functions) {
    if (change.status === 'changed' || change.status === 'unchanged') {
      kept.set(functionKey(change.head.module.path, change.head.fn.index), change);
    }
  }
  const found = new Map<string, FunctionPair>();
  const add = (module: ModuleIr, fn: FunctionIr): void => {
    const key = functionKey(module.path, fn.index);
    if (fn.kind === 'module' || found.has(key) || isTooLarge(module)) return;
    const change = kept.get(key);
    if (change !== undefined) found.set(key, pairOf(base, head, change));
    else if (!changes.modules.some((pair) => pair.head?.path === module.path) && base.module(module.path) !== null) {
      const version = { path: module.path, index: fn.index };
      found.set(key, { base: { loaded: base, ...version }, head: { loaded: head, ...version } });
    }
  };
  for (const change of changes.functions) {
    if (change.head === null || change.status === 'unchanged' || isTestPath(change.head.module.path)) continue;
    const { module, fn } = change.head;
    add(module, comparableFunction(module, fn));
  }
  for (const id of entryPoints) {
    const { module: facts, index } = head.program.locate(id);
    const module = head.module(facts.path);
    const fn = module?.functions[index];
    if (module !== null && fn !== undefined) add(module, comparableFunction(module, fn));
  }
  return found;
}

function modulesToCompare(changes: ChangeSet): (KeptFunction & { readonly head: FunctionRef })[] {
  return changes.functions.flatMap((change) =>
    change.status === 'changed' &&
    change.head.fn.kind === 'module' &&
    !isTestPath(change.head.module.path) &&
    !isTooLarge(change.head.module)
      ? [change]
      : [],
  );
}

function pairOf(base: LoadedProgram, head: LoadedProgram, change: KeptFunction): FunctionPair {
  return {
    base: { loaded: base, path: change.base.module.path, index: change.base.fn.index },
    head: { loaded: head, path: change.head.module.path, index: change.head.fn.index },
  };
}

/** How long the solver is waited for, by how much time there is for a function. */
const leastPatienceMs = 250;
const mostPatienceMs = 2_000;
