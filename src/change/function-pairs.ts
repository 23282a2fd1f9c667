import { TokenBags } from './align-gap';
import type { NestedFunctions } from './match-trees';
import { isNamed, type Version, type VersionFunction } from './version';

/** Partners among the functions of two versions; each has at most one. */
export class FunctionPairs implements NestedFunctions {
  readonly toHead: Int32Array;
  readonly toBase: Int32Array;
  readonly #base: Version;
  readonly #head: Version;

  constructor(base: Version, head: Version) {
    this.#base = base;
    this.#head = head;
    this.toHead = new Int32Array(base.functions.length).fill(-1);
    this.toBase = new Int32Array(head.functions.length).fill(-1);
  }

  /** Whether the two are partners now, newly or before. */
  pair(base: number, head: number): boolean {
    if (!this.agree(base, head)) return false;
    this.toHead[base] = head;
    this.toBase[head] = base;
    return true;
  }

  /** Functions that stand at matching places; those that have names of their own must also be alike. */
  offer(base: number, head: number): boolean {
    if (this.toHead[base]! < 0 && this.#areStrangers(base, head)) return false;
    return this.pair(base, head);
  }

  #areStrangers(base: number, head: number): boolean {
    const ours = this.#base.at(base);
    const theirs = this.#head.at(head);
    if (ours.fn.name === theirs.fn.name || !isNamed(ours) || !isNamed(theirs)) return false;
    return new TokenBags(this.#base.tree(base)).similarity(0, new TokenBags(this.#head.tree(head)), 0) < leastAlike;
  }

  /** Are the two partners, or could they still be? */
  agree(base: number, head: number): boolean {
    if (this.toHead[base]! >= 0) return this.toHead[base] === head;
    return this.toBase[head]! < 0 && canBePartners(this.#base.at(base), this.#head.at(head));
  }

  pairOfBase(fn: number): number | undefined {
    return this.toHead[fn]! < 0 ? undefined : fn;
  }

  pairOfHead(fn: number): number | undefined {
    const base = this.toBase[fn]!;
    return base < 0 ? undefined : base;
  }

  contentOfBase(fn: number): number {
    return this.#base.contentHash(fn);
  }

  contentOfHead(fn: number): number {
    return this.#head.contentHash(fn);
  }
}

/** A function may turn into an arrow or a method; an initialiser stays one. */
function canBePartners(base: VersionFunction, head: VersionFunction): boolean {
  return base.fn.kind === head.fn.kind || (ordinary.has(base.fn.kind) && ordinary.has(head.fn.kind));
}

const leastAlike = 0.5;
const ordinary: ReadonlySet<string> = new Set(['function', 'arrow', 'method', 'getter', 'setter']);
