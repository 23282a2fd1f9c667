import type { ChangeSet, FunctionRef } from '#change/change-set';
import type { Closure } from '#symbolic/closure';
import type { Site } from '#symbolic/site';

/** What the comparison of behaviours must know of the change. */
export class ChangeFacts {
  readonly modules: ChangeSet['modules'];
  readonly #toBase = new Map<string, string>();
  readonly #toHead = new Map<string, string>();
  /** Functions of the head whose graph is that of a function of the base, by `path#number`, with that function. */
  readonly #unchanged = new Map<string, string>();
  /** The other way round. */
  readonly #inHead = new Map<string, { readonly path: string; readonly fn: number }>();
  /** Functions of the head and those of the base that they were, changed or not, by `path#number`. */
  readonly #partners = new Map<string, string>();
  readonly #placesOfPartners = { base: new Map<string, FunctionPlace>(), head: new Map<string, FunctionPlace>() };
  readonly #changed = new Set<string>();
  readonly #compared = new Set<string>();
  readonly #changedNodes = { base: new Set<string>(), head: new Set<string>() };
  readonly #isImpacted: (path: string, fn: number) => boolean;
  readonly #mayDiffer: (path: string, fn: number) => boolean;
  readonly #isAltered: (path: string, fn: number) => boolean;

  /**
   * `isImpacted`: whether what a function of the head gives may differ, because it, or what it calls or reads, changed.
   * `mayDiffer`: the same where everything that it reads is known to be alike. `isAltered`: where it is called with the same arguments.
   */
  constructor(
    changes: ChangeSet,
    isImpacted: (path: string, fn: number) => boolean,
    mayDiffer: (path: string, fn: number) => boolean = isImpacted,
    isAltered: (path: string, fn: number) => boolean = isImpacted,
  ) {
    this.modules = changes.modules;
    this.#isImpacted = isImpacted;
    this.#mayDiffer = mayDiffer;
    this.#isAltered = isAltered;
    for (const { base, head } of changes.modules) {
      if (base === null || head === null) continue;
      this.#toBase.set(head.path, base.path);
      this.#toHead.set(base.path, head.path);
      this.#compared.add(head.path);
    }
    for (const change of changes.functions) {
      const { base, head, nodes } = change;
      if (base !== null && head !== null) {
        this.#partners.set(key(head.module.path, head.fn.index), key(base.module.path, base.fn.index));
        this.#placesOfPartners.base.set(key(head.module.path, head.fn.index), placeOf(base));
        this.#placesOfPartners.head.set(key(base.module.path, base.fn.index), placeOf(head));
      }
      if (change.status !== 'unchanged' && head !== null) this.#changed.add(key(head.module.path, head.fn.index));
      if (change.status === 'unchanged') {
        this.#inHead.set(key(change.base.module.path, change.base.fn.index), {
          path: change.head.module.path,
          fn: change.head.fn.index,
        });
        this.#unchanged.set(
          key(change.head.module.path, change.head.fn.index),
          key(change.base.module.path, change.base.fn.index),
        );
      }
      nodes.headStatus.forEach((status, node) => {
        if (head !== null && status !== 'unchanged') {
          this.#changedNodes.head.add(`${key(head.module.path, head.fn.index)}:${node}`);
        }
      });
      nodes.baseStatus.forEach((status, node) => {
        if (base !== null && status !== 'unchanged') {
          this.#changedNodes.base.add(`${key(base.module.path, base.fn.index)}:${node}`);
        }
      });
    }
  }

  toBase(path: string): string {
    return this.#toBase.get(path) ?? path;
  }

  toHead(path: string): string {
    return this.#toHead.get(path) ?? path;
  }

  /** Whether no other function of the head is. */
  isOnlyChange(place: FunctionPlace): boolean {
    return this.#changed.size === 1 && this.hasChanged(place);
  }

  /** Whether a function of the head is new, or another than before. */
  hasChanged({ path, fn }: FunctionPlace): boolean {
    return this.#changed.has(key(path, fn));
  }

  isChanged({ path, fn, node }: Site, version: 'base' | 'head'): boolean {
    return this.#changedNodes[version].has(`${key(path, fn)}:${node}`);
  }

  /** The function of the head that an unchanged function of one version is, where nothing that it depends on changed either. */
  unimpacted({ module, fn }: Closure, version: 'base' | 'head'): { readonly path: string; readonly fn: number } | null {
    const { path } = module;
    const isCompared = version === 'head' ? this.#compared.has(path) : this.#toHead.has(path);
    const own = { path, fn: fn.index };
    const inHead =
      !isCompared || (version === 'head' && this.#unchanged.has(key(path, fn.index)))
        ? own
        : version === 'base'
          ? (this.#inHead.get(key(path, fn.index)) ?? null)
          : null;
    return inHead === null || this.#isImpacted(inHead.path, inHead.fn) ? null : inHead;
  }

  /** Whether a function of one version is in the other as well, node by node. */
  isUnchanged(version: 'base' | 'head', path: string, fn: number): boolean {
    const isCompared = version === 'head' ? this.#compared.has(path) : this.#toHead.has(path);
    return !isCompared || (version === 'head' ? this.#unchanged : this.#inHead).has(key(path, fn));
  }

  /** Whether two functions are versions of one, changed or not. */
  arePartners(head: Closure, base: Closure): boolean {
    const [path, basePath] = [head.module.path, base.module.path];
    const partner = this.#partners.get(key(path, head.fn.index));
    if (partner !== undefined || this.#compared.has(path)) return partner === key(basePath, base.fn.index);
    return path === basePath && head.fn.index === base.fn.index;
  }

  /** Whether a function of the head may do something else than before when it is called alike. */
  mayDiffer({ module: { path }, fn: { index } }: Closure): boolean {
    return !this.isUnchanged('head', path, index) || this.#isAltered(path, index);
  }

  /** The version of a function of the head that the base has, or the other way round. */
  partnerIn(version: 'base' | 'head', path: string, fn: number): FunctionPlace | null {
    const isCompared = version === 'base' ? this.#compared.has(path) : this.#toHead.has(path);
    return isCompared ? (this.#placesOfPartners[version].get(key(path, fn)) ?? null) : { path, fn };
  }

  /** Whether two functions do the same when they are called in the same surroundings. */
  isSameCode(head: Closure, base: Closure): boolean {
    const [path, basePath] = [head.module.path, base.module.path];
    if (this.#mayDiffer(path, head.fn.index)) return false;
    if (!this.#compared.has(path)) return path === basePath && head.fn.index === base.fn.index;
    return this.#unchanged.get(key(path, head.fn.index)) === key(basePath, base.fn.index);
  }
}

export interface FunctionPlace {
  readonly path: string;
  readonly fn: number;
}

function placeOf({ module, fn }: FunctionRef): FunctionPlace {
  return { path: module.path, fn: fn.index };
}

function key(path: string, fn: number): string {
  return `${path}#${fn}`;
}
