import type { KeptFunction } from '#change/change-set';
import type { LoadedProgram } from '#ir/load-program';
import { isTestPath } from '#project/test-path';
import { callsByNames } from './asks-for-names';
import { compareLoading, type ComparedLoading, type LoadingOptions } from './compare-loading';
import type { ComparedChange } from './compared-change';
import type { ComparedFunction } from './compared-function';
import { withDoubts } from './doubts-of-loading';
import { FailedLoads, hasFailedOnce } from './failed-loads';
import type { FunctionPair } from './function-pair';
import { comparableFunction, isTooLarge, modulesToCompare, pairOf } from './functions-to-compare';
import { LoadsByWay } from './loads-by-way';
import type { DirectedBy } from './pair-search';
import { mayPassOn } from './passed-on-names';
import type { TimeOfChange } from './shared-time';
import type { SharedWorlds } from './shared-worlds';
import type { UpdatedOutside } from './updated-outside';

type IsCompared = (path: string, fn: number) => boolean;

/** How modules load whose bodies have changed. */
export class ComparedLoads {
  readonly #change: ComparedChange;
  readonly #ways: LoadsByWay;
  readonly #found = new Map<string, ComparedLoading>();
  readonly changed: readonly KeptFunction[];
  /** Some modules that have changed are too large to be looked at. */
  readonly hasUnseen: boolean;

  constructor(change: ComparedChange, directed: DirectedBy | null) {
    const { changes } = change;
    this.#change = change;
    this.#ways = new LoadsByWay(change, directed);
    this.changed = modulesToCompare(changes);
    this.hasUnseen = changes.modules.some((pair) => pair.head !== null && isTooLarge(pair.head));
  }

  /** By path of the head, what is known so far. */
  get found(): ReadonlyMap<string, ComparedLoading> {
    return this.#found;
  }

  pairOf(change: KeptFunction): FunctionPair {
    const { base, head } = this.#change;
    return pairOf(base, head, change);
  }

  /** Loads each in both versions. */
  async run(options: LoadingOptions, time: TimeOfChange, onDone: () => void): Promise<void> {
    for (const change of this.changed) {
      if (time.isOver()) break;
      this.#found.set(change.head.module.path, await compareLoading(this.pairOf(change), options));
      onDone();
    }
    await this.#runWays(options, time);
  }

  /** By key, what is known of functions of modules that one version cannot load. */
  async failedAmong(
    pairs: ReadonlyMap<string, FunctionPair>,
    options: LoadingOptions,
    isOver: () => boolean,
  ): Promise<ReadonlyMap<string, ComparedFunction>> {
    const found = new Map<string, ComparedFunction>();
    if (!this.#ways.hasFailed && ![...this.#found.values()].some(hasFailedOnce)) return found;
    const failed = new FailedLoads(options);
    for (const [key, pair] of pairs) {
      if (isOver()) break;
      const shown = (await failed.of(pair)) ?? this.#ways.failureAt(pair.head.path)?.shown;
      if (shown !== undefined) found.set(key, shown);
    }
    return found;
  }

  /** Says of functions, by key, where they rest on the way in which their module is loaded. */
  assumeFor(functions: Map<string, ComparedFunction>, pairs: ReadonlyMap<string, FunctionPair>): void {
    this.#ways.assumeFor(functions, pairs);
  }

  /** Some cannot be used after another module was asked for first; of others, that is not known. */
  async #runWays(options: LoadingOptions, { timeLeft, isOver, now }: TimeOfChange): Promise<void> {
    const end = now() + shareOfWays * timeLeft();
    await this.#ways.run(options, () => now() >= end || isOver());
    for (const [path, found] of this.#found) {
      const failed = this.#ways.failureAt(path);
      const assumption = this.#ways.assumptionAt(path);
      if (failed !== null && !hasFailedOnce(found)) this.#found.set(path, failed.loading);
      else if (assumption !== null) this.#found.set(path, { ...found, assumptions: [assumption] });
    }
  }

  /** Runs have shown no difference. */
  get ranAlike(): boolean {
    return [...this.#found.values()].every(({ differences, problem }) => differences.length === 0 && problem === null);
  }

  /** What runs have not shown, following them may: a run alone does not make two versions the same. */
  follow(shared: SharedWorlds, isOver: () => boolean, strict: boolean, compared: Iterable<FunctionPair>): void {
    const known = new Set(Array.from(compared, ({ head }) => `${head.index} ${head.path}`));
    const isCompared = (path: string, fn: number): boolean => known.has(`${fn} ${path}`);
    for (const change of this.changed) {
      const { path } = change.head.module;
      const found = this.#found.get(path);
      if (found === undefined || found.problem !== null || found.differences.length > 0) continue;
      if (isOver()) this.#found.delete(path);
      else {
        const doubted = this.#doubted(found, change, shared, strict);
        const asking = doubted.problem === null ? this.#askingForNew(change, shared, isCompared) : [];
        this.#found.set(path, { ...doubted, assumptions: [...(doubted.assumptions ?? []), ...asking] });
      }
    }
  }

  #doubted(found: ComparedLoading, change: KeptFunction, shared: SharedWorlds, strict: boolean): ComparedLoading {
    const { base, head, changes } = this.#change;
    const isImported = (): boolean =>
      isImportedIn(base, change.base.module.path) || isImportedIn(head, change.head.module.path);
    const passedOn = (name: string): boolean => mayPassOn(base, change.base.module.path, name);
    return withDoubts(found, change, changes, shared.load(this.pairOf(change)), { strict, isImported, passedOn });
  }

  /** Who calls methods by names that are put together may come to a new one, and is not compared. */
  #askingForNew(change: KeptFunction, shared: SharedWorlds, isCompared: IsCompared): readonly string[] {
    const { module } = change.head;
    const begun = shared.load(this.pairOf(change));
    const names = 'problem' in begun ? [] : [...(begun.withoutNewMethods()?.names ?? [])];
    const own = new Set(names.filter((name) => module.functions.some((fn) => fn.name.endsWith(`.${name}`))));
    if (own.size === 0) return [];
    const { head } = this.#change;
    const asking = head.program.modules.flatMap(({ path }) => {
      const other = path === module.path || isTestPath(path) ? null : head.module(path);
      return (other?.functions ?? []).flatMap((fn) => {
        const seenFrom = other === null ? fn : comparableFunction(other, fn);
        if (other === null || isCompared(path, seenFrom.index) || !callsByNames(other, fn, own)) return [];
        return [seenFrom.kind === 'module' ? path : `${seenFrom.qualifiedName} of ${path}`];
      });
    });
    const told = `which calls methods by names that are put together, does not come to ${[...own].join(', ')}`;
    return Array.from(new Set(asking), (who) => `${who}, ${told}`);
  }

  /** Packages that modules import may be other ones. */
  doubt(updates: UpdatedOutside): void {
    for (const [path, found] of this.#found) {
      const problem = found.problem ?? (found.differences.length > 0 ? null : updates.reasonFor(path));
      this.#found.set(path, { ...found, problem });
    }
  }
}

function isImportedIn({ program, snapshot }: LoadedProgram, path: string): boolean {
  return program.modules.some((module) =>
    module.specifiers.some((specifier) => {
      const target = snapshot.resolve(module.path, specifier);
      return target.kind === 'file' && target.path === path;
    }),
  );
}

/** Of the time, that for asking for modules in another order. */
const shareOfWays = 0.15;
