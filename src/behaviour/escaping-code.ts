import type { FunctionId, NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { LoadedProgram } from '#ir/load-program';
import type { Keys } from '#symbolic/keys';
import type { Site } from '#symbolic/site';
import type { State } from '#symbolic/state';
import { EscapingNodes } from './escaping-nodes';
import { FunctionsHeld } from './functions-held';
import { KeptValues } from './kept-values';
import { Triggers } from './triggers';

/** Code of some modules that makes or hands on functions whose behaviour may differ. */
export interface Escapes {
  readonly nodes: readonly NodeId[];
  readonly has: (site: Site) => boolean;
  /** Whether a call of a function may execute one of the nodes: then what it gives may differ, though it runs nothing changed. */
  readonly mayRun: (path: string, fn: number) => boolean;
}

/** Finds code through which functions whose behaviour may differ get out of it: also those that give such functions when called. */
export class EscapingCode {
  readonly #graph: DependenceGraph;
  readonly #loaded: LoadedProgram;
  readonly #isImpacted: (fn: FunctionId) => boolean;
  /** Modules that may be loaded; null: all. */
  readonly #loadable: ReadonlySet<string> | null;
  readonly #known = new WeakMap<State, Escapes>();
  #kept: KeptValues | null = null;

  constructor(
    graph: DependenceGraph,
    loaded: LoadedProgram,
    isImpacted: (fn: FunctionId) => boolean,
    loadable: ReadonlySet<string> | null = null,
  ) {
    this.#loadable = loadable;
    this.#graph = graph;
    this.#loaded = loaded;
    this.#isImpacted = isImpacted;
  }

  /** In the modules that a state has loaded. */
  within(loaded: State, keys: Keys): Escapes {
    const known = this.#known.get(loaded) ?? this.#find(loaded, keys);
    this.#known.set(loaded, known);
    return known;
  }

  /** Whoever makes a function that makes one that has changed hands on something that may differ, too: until no more are found. */
  #find(loaded: State, keys: Keys): Escapes {
    const paths = loaded.modules.sorted().map(([id]) => keys.textOf(id));
    const held = new FunctionsHeld(loaded, keys);
    const kept = (this.#kept ??= new KeptValues(this.#graph));
    let triggers = new Triggers(this.#graph, new Set(), this.#loadable);
    for (;;) {
      const before = triggers;
      const isImpacted = (fn: FunctionId): boolean => this.#isImpacted(fn) || before.mayRunFunction(fn, keys);
      const found = new EscapingNodes(this.#graph, kept, held, this.#loaded, isImpacted);
      triggers = before.and(paths.flatMap((path) => found.in(path)));
      if (triggers !== before) continue;
      return {
        nodes: [...before.nodes],
        has: (site) => before.has(site),
        mayRun: (path, fn) => before.mayRun(path, fn, keys),
      };
    }
  }
}
