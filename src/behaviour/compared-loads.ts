import type { KeptFunction } from '#change/change-set';
import { compareLoading, type ComparedLoading, type LoadingOptions } from './compare-loading';
import type { ComparedChange } from './compared-change';
import { withDoubts } from './doubts-of-loading';
import { hasFailedOnce } from './failed-loads';
import type { FunctionPair } from './function-pair';
import { isTooLarge, modulesToCompare, pairOf } from './functions-to-compare';
import type { LoadsByWay } from './loads-by-way';
import type { SharedWorlds } from './shared-worlds';
import type { UpdatedOutside } from './updated-outside';

/** How modules load whose bodies have changed. */
export class ComparedLoads {
  readonly #change: ComparedChange;
  readonly #found = new Map<string, ComparedLoading>();
  readonly changed: readonly KeptFunction[];
  /** Some modules that have changed are too large to be looked at. */
  readonly hasUnseen: boolean;

  constructor(change: ComparedChange) {
    const { changes } = change;
    this.#change = change;
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
  async run(options: LoadingOptions, isOver: () => boolean, onDone: () => void): Promise<void> {
    for (const change of this.changed) {
      if (isOver()) break;
      this.#found.set(change.head.module.path, await compareLoading(this.pairOf(change), options));
      onDone();
    }
  }

  /** Some cannot be used after another module was asked for first; of others, that is not known. */
  take(ways: LoadsByWay): void {
    for (const [path, found] of this.#found) {
      const failed = ways.failureAt(path);
      const assumption = ways.assumptionAt(path);
      if (failed !== null && !hasFailedOnce(found)) this.#found.set(path, failed.loading);
      else if (assumption !== null) this.#found.set(path, { ...found, assumptions: [assumption] });
    }
  }

  /** Runs have shown no difference. */
  get ranAlike(): boolean {
    return [...this.#found.values()].every(({ differences, problem }) => differences.length === 0 && problem === null);
  }

  /** One was seen to load in one version and not in the other. */
  get hasFailed(): boolean {
    return [...this.#found.values()].some(hasFailedOnce);
  }

  /** What runs have not shown, following them may: a run alone does not make two versions the same. */
  follow(shared: SharedWorlds, isOver: () => boolean, strict: boolean): void {
    const { changes } = this.#change;
    for (const change of this.changed) {
      const { path } = change.head.module;
      const found = this.#found.get(path);
      if (found === undefined || found.problem !== null || found.differences.length > 0) continue;
      if (isOver()) this.#found.delete(path);
      else this.#found.set(path, withDoubts(found, change, changes, shared.load(this.pairOf(change)), strict));
    }
  }

  /** Packages that modules import may be other ones. */
  doubt(updates: UpdatedOutside): void {
    for (const [path, found] of this.#found) {
      const problem = found.problem ?? (found.differences.length > 0 ? null : updates.reasonFor(path));
      this.#found.set(path, { ...found, problem });
    }
  }
}
