import type { ChangeSet, FunctionRef, KeptFunction } from '#change/change-set';
import type { FunctionId } from '#core/ids';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import { fileRole } from '#ir/file-role';
import { isTestPath } from '#project/test-path';
import type { FunctionPair } from './function-pair';

/** The function that can be called by itself, and from which another is seen: around it, or the constructor of its class. */
export function comparableFunction(module: ModuleIr, fn: FunctionIr): FunctionIr {
  let at = fn;
  for (;;) {
    const klass = at.classIndex === null ? undefined : module.classes[at.classIndex];
    const seenFrom = at.kind === 'fields' ? klass?.constructorFn : at.parent;
    const isOuter = at.kind !== 'fields' && !atLoad.has(at.kind) && isMadeAtLoad(module, at);
    const around = seenFrom === undefined || seenFrom === null || isOuter ? undefined : module.functions[seenFrom];
    if (around === undefined) return at;
    at = around;
  }
}

const atLoad: ReadonlySet<string> = new Set(['module', 'static', 'namespace']);

/** Static blocks and namespaces run once, with their module: what they make is there as what the module makes is. */
function isMadeAtLoad({ functions }: Pick<ModuleIr, 'functions'>, { parent }: FunctionIr): boolean {
  const around = parent === null ? undefined : functions[parent];
  if (around === undefined || !atLoad.has(around.kind)) return false;
  return around.kind === 'module' || isMadeAtLoad({ functions }, around);
}

/** Generated or bundled: to follow one of its functions takes loading all of it, again and again. */
export function isTooLarge({ text }: ModuleIr): boolean {
  return text.length > mostText;
}

const mostText = 1_500_000;

export function functionKey(path: string, fn: number): string {
  return `${path}#${fn}`;
}

export interface PlannedFunctions {
  /** By `path#number` of the function in the head; those that have changed, or hold one that has, first. */
  readonly pairs: ReadonlyMap<string, FunctionPair>;
  /** Keys of these. */
  readonly changed: ReadonlySet<string>;
  /** Keys of those that are no part of the program: of bundles, examples and the like. They come last. */
  readonly beside: ReadonlySet<string>;
  /** Keys of entry points inside of another function, which may have made them when their module was loaded. */
  readonly inner: ReadonlySet<string>;
}

/**
 * Changed functions, and entry points. What is inside of another function is seen from that one; what such a function has made while its module
 * was loaded (`exports.norm = compose(up, trim)`) is an entry point of its own.
 */
export function functionsToCompare(
  changes: ChangeSet,
  base: LoadedProgram,
  head: LoadedProgram,
  entryPoints: readonly FunctionId[],
): PlannedFunctions {
  const kept = new Map<string, KeptFunction>();
  for (const change of changes.functions) {
    if (change.status === 'changed' || change.status === 'unchanged') {
      kept.set(functionKey(change.head.module.path, change.head.fn.index), change);
    }
  }
  const found = new Map<string, FunctionPair>();
  const isBeside = besideProgram();
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
  const heads = changes.functions.flatMap((change) =>
    change.head === null || change.status === 'unchanged' || isTestPath(change.head.module.path) ? [] : [change.head],
  );
  for (const { module, fn } of programFirst(heads, (each) => isBeside(each.module))) {
    add(module, comparableFunction(module, fn));
  }
  const changed = new Set(found.keys());
  const located = entryPoints.flatMap((id): FunctionRef[] => {
    const { module: facts, index } = head.program.locate(id);
    const module = head.module(facts.path);
    const fn = module?.functions[index];
    return module === null || fn === undefined ? [] : [{ module, fn }];
  });
  const inner = new Set<string>();
  for (const { module, fn } of programFirst(located, (each) => isBeside(each.module))) {
    const around = comparableFunction(module, fn);
    add(module, around);
    if (around === fn || around.kind === 'module' || fn.classIndex !== null) continue;
    add(module, fn);
    inner.add(functionKey(module.path, fn.index));
  }
  const ofOthers = [...found].filter(([, pair]) => isBeside(head.module(pair.head.path)));
  return { pairs: found, changed, beside: new Set(ofOthers.map(([key]) => key)), inner };
}

/** Time that runs out is better spent on the program than on what shows or configures it. */
function programFirst<T>(items: readonly T[], isBeside: (item: T) => boolean): readonly T[] {
  return items.toSorted((a, b) => Number(isBeside(a)) - Number(isBeside(b)));
}

/** Looks at every file once. */
function besideProgram(): (module: ModuleIr | null) => boolean {
  const known = new Map<ModuleIr, boolean>();
  return (module) => {
    if (module === null) return false;
    const isBeside = known.get(module) ?? fileRole(module) !== null;
    known.set(module, isBeside);
    return isBeside;
  };
}

/** Modules that do something else when they are loaded: their bodies, or namespaces and static parts of classes, which run with these. */
export function modulesToCompare(changes: ChangeSet): readonly (KeptFunction & { readonly head: FunctionRef })[] {
  const atLoading = new Set<ModuleIr>();
  for (const { status, head } of changes.functions) {
    if (head === null || status === 'unchanged') continue;
    if (comparableFunction(head.module, head.fn).kind === 'module') atLoading.add(head.module);
  }
  const found = changes.functions.flatMap((change) =>
    (change.status === 'changed' || change.status === 'unchanged') &&
    change.head.fn.kind === 'module' &&
    atLoading.has(change.head.module) &&
    !isTestPath(change.head.module.path) &&
    !isTooLarge(change.head.module)
      ? [change]
      : [],
  );
  const isBeside = besideProgram();
  return programFirst(found, (change) => isBeside(change.head.module));
}

export function pairOf(base: LoadedProgram, head: LoadedProgram, change: KeptFunction): FunctionPair {
  return {
    base: { loaded: base, path: change.base.module.path, index: change.base.fn.index },
    head: { loaded: head, path: change.head.module.path, index: change.head.fn.index },
  };
}
