import { throughCache } from '../register/code-cache';

/** What vite hands to plugins that change a module has the maps of those that came before. */
interface MapChain {
  /** Those that are not put together yet, in the order of their plugins. */
  readonly sourcemapChain: unknown[];
  /** What the others have become. */
  combinedMap: unknown;
  getCombinedSourcemap(): unknown;
}

/**
 * Vite puts the map of a module with probes and that of the compiler behind it together, which takes longer than all else that
 * probes add to a server. Keeps what comes of it between runs. Maps that are not as they are known stay as they are.
 */
export class ViteMaps {
  readonly #cache: string | null;
  /** Texts of maps that the recorder has handed out. */
  readonly #texts = new WeakMap<object, string>();

  constructor(cache: string | null) {
    this.#cache = cache;
  }

  /** A map, as its text says, of a module that was made of a file. */
  of(file: string, text: string): object {
    const map: object = { ...Object(JSON.parse(text)), sources: [file] };
    this.#texts.set(map, `${file}\0${text}`);
    return map;
  }

  /** All that changes a module has done so; `context` is what vite has handed to the last. */
  combine(context: object): void {
    if (this.#cache === null || !isChain(context) || context.combinedMap !== null) return;
    const { sourcemapChain } = context;
    const [first, second, ...others] = sourcemapChain;
    const ours = this.#texts.get(Object(first));
    if (ours === undefined || others.length > 0 || !isCompilers(second)) return;
    const { mappings, names, sources } = second;
    const parts = ['vite maps', ours, mappings, names.join('\n'), sources.join('\n')];
    const combined = throughCache(this.#cache, parts, () => context.getCombinedSourcemap());
    sourcemapChain.length = 0;
    context.combinedMap = combined;
  }
}

function isChain(context: object): context is MapChain {
  const { sourcemapChain, combinedMap } = context as Partial<MapChain>;
  return Array.isArray(sourcemapChain) && combinedMap !== undefined;
}

interface CompilersMap {
  readonly mappings: string;
  readonly names: readonly string[];
  readonly sources: readonly string[];
}

function isCompilers(map: unknown): map is CompilersMap {
  const { version, mappings, names, sources } = Object(map) as Partial<CompilersMap> & { readonly version?: unknown };
  return version === 3 && typeof mappings === 'string' && Array.isArray(names) && Array.isArray(sources);
}
