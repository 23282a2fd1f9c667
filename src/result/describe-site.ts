import { LineIndex } from '#core/span';
import type { LoadedProgram } from '#ir/load-program';
import type { Site } from '#symbolic/site';
import type { NodeRef } from './location';

/** Turns nodes that a path met into what a reader can find. Modules are read when a path leads into them. */
export class SiteDescriber {
  readonly #loaded: LoadedProgram;
  readonly #lines = new Map<string, LineIndex>();
  readonly #refs = new Map<string, NodeRef | null>();

  constructor(loaded: LoadedProgram) {
    this.#loaded = loaded;
  }

  /** Null for nodes of code that is in no file, such as a precondition. */
  ref({ path, fn, node }: Site): NodeRef | null {
    const key = `${path}\n${fn}:${node}`;
    let ref = this.#refs.get(key);
    if (ref === undefined) this.#refs.set(key, (ref = this.#makeRef({ path, fn, node })));
    return ref;
  }

  #makeRef({ path, fn, node }: Site): NodeRef | null {
    const module = this.#loaded.module(path);
    const of = module?.functions[fn];
    const cfgNode = of?.nodes[node];
    if (module === null || of === undefined || cfgNode === undefined) return null;
    const { line, column } = this.#linesOf(path).positionAt(cfgNode.start);
    const text = module.text.slice(cfgNode.start, Math.min(cfgNode.end, cfgNode.start + mostText));
    return { id: `${path}#${of.qualifiedName}:${node}`, file: path, line, column, text };
  }

  #linesOf(path: string): LineIndex {
    let index = this.#lines.get(path);
    if (index === undefined) this.#lines.set(path, (index = new LineIndex(this.#loaded.textOf(path))));
    return index;
  }
}

const mostText = 400;
