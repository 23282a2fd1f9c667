import type { ChangeSet } from '#change/change-set';
import type { Closure } from '#symbolic/closure';
import type { Site } from '#symbolic/site';

/** What the comparison of behaviours must know of the change. */
export class ChangeFacts {
  readonly #toBase = new Map<string, string>();
  readonly #toHead = new Map<string, string>();
  /** Functions of the head whose graph is that of a function of the base, by `path#number`, with that function. */
  readonly #unchanged = new Map<string, string>();
  readonly #compared = new Set<string>();
  readonly #changedNodes = { base: new Set<string>(), head: new Set<string>() };
  readonly #isImpacted: (path: string, fn: number) => boolean;

  /** `isImpacted`: whether what a function of the head does may differ, because it, or what it calls or reads, changed. */
  constructor(changes: ChangeSet, isImpacted: (path: string, fn: number) => boolean) {
    this.#isImpacted = isImpacted;
    for (const { base, head } of changes.modules) {
      if (base === null || head === null) continue;
      this.#toBase.set(head.path, base.path);
      this.#toHead.set(base.path, head.path);
      this.#compared.add(head.path);
    }
    for (const change of changes.functions) {
      const { base, head, nodes } = change;
      if (change.status === 'unchanged') {
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

  isChanged({ path, fn, node }: Site, version: 'base' | 'head'): boolean {
    return this.#changedNodes[version].has(`${key(path, fn)}:${node}`);
  }

  /** Whether two functions do the same when they are called in the same surroundings. */
  isSameCode(head: Closure, base: Closure): boolean {
    const [path, basePath] = [head.module.path, base.module.path];
    if (this.#isImpacted(path, head.fn.index)) return false;
    if (!this.#compared.has(path)) return path === basePath && head.fn.index === base.fn.index;
    return this.#unchanged.get(key(path, head.fn.index)) === key(basePath, base.fn.index);
  }
}

function key(path: string, fn: number): string {
  return `${path}#${fn}`;
}
