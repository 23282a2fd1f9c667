import { printObserved } from '#replay/print-observed';
import { compareLoading, type ComparedLoading, type LoadingOptions } from './compare-loading';
import { nothingTouched, type ComparedFunction } from './compared-function';
import type { FunctionPair } from './function-pair';

/** Modules that one version loads and the other does not, for an error: there nothing of them can be called. */
export class FailedLoads {
  readonly #options: LoadingOptions;
  readonly #known = new Map<string, ComparedFunction | null>();

  constructor(options: LoadingOptions) {
    this.#options = options;
  }

  /** What is known of all functions of its module. */
  async of(pair: FunctionPair): Promise<ComparedFunction | null> {
    const key = `${pair.base.path}\n${pair.head.path}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const bodies = { base: { ...pair.base, index: 0 }, head: { ...pair.head, index: 0 } };
    const found = failedOnceAt(pair.head.path, await compareLoading(bodies, this.#options));
    this.#known.set(key, found);
    return found;
  }
}

/** Whether a module was seen to load in one version and not in the other. */
export function hasFailedOnce({ base, head, problem }: ComparedLoading): boolean {
  const ends = new Set([base?.completion.kind, head?.completion.kind]);
  return problem === null && ends.has('throws') && ends.has('returns');
}

/** What all functions of a module do then; null where both versions load it, or neither. `how` it was loaded is put behind. */
export function failedOnceAt(path: string, loading: ComparedLoading, how = ''): ComparedFunction | null {
  const { base, head } = loading;
  if (base === null || head === null || !hasFailedOnce(loading)) return null;
  const text = ({ completion }: typeof base): string =>
    completion.kind === 'throws'
      ? `throws ${printObserved(completion.error)} when its module is loaded${how}`
      : `its module is loaded${how}`;
  const witness = { call: `import(${JSON.stringify(`./${path}`)})`, input: nothing, base, head };
  const shared = { when: [[]], certain: true, differences: [], callers: null };
  return { ...nothingTouched, pruned: 0, behaviours: [{ ...shared, before: text(base), now: text(head), witness }] };
}

const nothing = { setup: [], receiver: null, args: [] };
