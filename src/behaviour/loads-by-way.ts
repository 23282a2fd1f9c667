import type { ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import { isTestPath } from '#project/test-path';
import { compareLoading, type ComparedLoading, type LoadingOptions } from './compare-loading';
import type { ComparedChange } from './compared-change';
import { isSameBySearch, type ComparedFunction } from './compared-function';
import { failedOnceAt } from './failed-loads';
import type { FunctionPair } from './function-pair';
import { isTooLarge, modulesToCompare } from './functions-to-compare';
import { ImportCycles } from './import-cycles';
import type { DirectedBy } from './pair-search';

/**
 * Where modules import one another, what one of them finds depends on which one was asked for first: each way in is run in both
 * versions. Only cycles count in which a module has changed.
 */
export class LoadsByWay {
  readonly #change: ComparedChange;
  readonly #cycles: readonly ReadonlySet<string>[];
  readonly #failed = new Map<ReadonlySet<string>, FailedWay>();
  readonly #open = new Set<ReadonlySet<string>>();

  constructor(change: ComparedChange, directed: DirectedBy | null) {
    this.#change = change;
    this.#cycles = touchedCycles(change, directed);
    for (const cycle of this.#cycles) if (this.#isSilent(cycle)) this.#open.add(cycle);
  }

  get hasFailed(): boolean {
    return this.#failed.size > 0;
  }

  async run(options: LoadingOptions, isOver: () => boolean): Promise<void> {
    for (const cycle of this.#cycles) await this.#runCycle(cycle, options, isOver);
  }

  /** Of a module that cannot be used after another of its cycle was asked for, in one version: how that shows. */
  failureAt(path: string): FailedWay | null {
    for (const [cycle, failed] of this.#failed) if (cycle.has(path)) return failed;
    return null;
  }

  /** What is taken for granted of a module, as not all ways to load it are known to be alike. */
  assumptionAt(path: string): string | null {
    const isOpen = [...this.#open].some((cycle) => cycle.has(path));
    return isOpen ? `of the modules that import one another, ${path} is loaded first` : null;
  }

  /** Says so of its functions, by key, where they are the same otherwise. */
  assumeFor(functions: Map<string, ComparedFunction>, pairs: ReadonlyMap<string, FunctionPair>): void {
    for (const [key, pair] of pairs) {
      const compared = functions.get(key);
      const assumption = compared === undefined ? null : this.assumptionAt(pair.head.path);
      if (compared === undefined || assumption === null || compared.paths === 0 || !isSameBySearch(compared)) continue;
      functions.set(key, { ...compared, remarks: [...compared.remarks, assumption] });
    }
  }

  async #runCycle(cycle: ReadonlySet<string>, options: LoadingOptions, isOver: () => boolean): Promise<void> {
    for (const path of cycle) {
      const pair = this.#bodiesAt(path);
      if (pair === null) continue;
      if (isOver()) {
        this.#open.add(cycle);
        return;
      }
      const loading = await compareLoading(pair, options);
      const shown = failedOnceAt(path, loading, ` by way of ./${path}`);
      if (shown !== null) {
        const differences = loading.differences.slice(0, 1);
        this.#failed.set(cycle, { shown, loading: { ...loading, differences, entry: path } });
        return;
      }
      if (loading.problem !== null) this.#open.add(cycle);
    }
  }

  /** Null where one version does not have the module. */
  #bodiesAt(path: string): FunctionPair | null {
    const { base, head, changes } = this.#change;
    const changed = changes.modules.find((pair) => pair.head?.path === path);
    const before = changed === undefined ? path : changed.base?.path;
    const [first, second] = [before === undefined ? null : base.module(before), head.module(path)];
    if (first === null || second === null || isTooLarge(first) || isTooLarge(second)) return null;
    return { base: { loaded: base, path: first.path, index: 0 }, head: { loaded: head, path, index: 0 } };
  }

  /** What is not there yet may be undefined, and no error shows it: in CommonJS, and where variables are declared with `var`. */
  #isSilent(cycle: ReadonlySet<string>): boolean {
    return [...cycle].some((path) => {
      const module = this.#change.head.module(path);
      return module !== null && (module.format === 'commonjs' || module.bindings.some(isSilent));
    });
  }
}

export interface FailedWay {
  /** What all functions of the modules do. */
  readonly shown: ComparedFunction;
  /** What loading them does. */
  readonly loading: ComparedLoading;
}

function isSilent({ owner, kind }: ModuleIr['bindings'][number]): boolean {
  return owner === 0 && kind === 'var';
}

/** By path of the head; those that either version has. */
function touchedCycles(change: ComparedChange, directed: DirectedBy | null): Set<string>[] {
  const { base, head, changes } = change;
  const kept = changes.modules.filter((pair) => pair.base !== null && pair.head !== null);
  const cycles = { base: new ImportCycles(base), head: new ImportCycles(head) };
  const toHead = new Map(changes.modules.map((pair) => [pair.base?.path, pair.head?.path]));
  const found: Set<string>[] = [];
  let atLoad: ReadonlySet<string> | null = null;
  for (const { base: before, head: now } of kept) {
    if (before === null || now === null || found.some((cycle) => cycle.has(now.path))) continue;
    const was = cycles.base.around(before.path).flatMap((path) => (toHead.has(path) ? (toHead.get(path) ?? []) : path));
    const around = [...cycles.head.around(now.path), ...was].filter((path) => !isTestPath(path));
    if (around.length === 0) continue;
    atLoad ??= changedAtLoad(change, directed);
    const isTouched = atLoad.has(now.path) || importsOthers(base, before.path, head, now.path);
    if (isTouched) found.push(new Set([now.path, ...around]));
  }
  return found;
}

/** Paths of the head at which something that has changed may run while modules are loaded. */
function changedAtLoad({ head, changes }: ComparedChange, directed: DirectedBy | null): ReadonlySet<string> {
  const found = new Set(modulesToCompare(changes).map((change) => change.head.module.path));
  const code = directed?.head.codeAtHand(head) ?? null;
  for (const { head: now, status } of changes.functions) {
    if (now === null || status === 'unchanged' || found.has(now.module.path)) continue;
    const module = head.program.moduleIndex(now.module.path);
    const mayRun =
      module === undefined || code === null || code.mayRunAtLoad([head.program.functionAt(module, now.fn.index)]);
    if (mayRun) found.add(now.module.path);
  }
  return found;
}

function importsOthers(base: LoadedProgram, before: string, head: LoadedProgram, now: string): boolean {
  return specifiersOf(base, before).join('\n') !== specifiersOf(head, now).join('\n');
}

function specifiersOf({ program }: LoadedProgram, path: string): readonly string[] {
  const module = program.moduleIndex(path);
  return module === undefined ? [] : (program.modules[module]?.specifiers ?? []);
}
