import type { Element, Next } from './next-affected';

/** A sequence of affected nodes as far as a path has come: a node of the trie of all of them. */
export class Prefix {
  /** Most have one child only: a map is made for the second. */
  #child: Prefix | null = null;
  #children: Map<Element, Prefix> | null = null;
  /** A path that was followed to its end has exactly this sequence. */
  isFound = false;
  /** A path that was followed to its end begins with it. */
  isBegun = false;
  /** A path that was cut short, by a bound or for want of support, has exactly this sequence. */
  isCut = false;
  /** It holds a node that the change can reach: the path is one that the change affects. */
  readonly isAffected: boolean;
  /** How many of its nodes may occur again. */
  readonly recurring: number;
  /** Every way to go on that the control-flow graph allows was found, as far as somebody has looked. */
  isClosed = false;
  /** A way to go on that was not found when it was last asked for. */
  missing: Element | null = null;
  /** Several states may come by this sequence: one has become two, and what told them apart is not in it. */
  isShared = false;

  constructor(
    readonly parent: Prefix | null,
    /** What it ends with; null for the empty sequence. */
    readonly element: Element | null,
  ) {
    const isReached = element !== null && element.context.reached.has(element.node);
    this.isAffected = isReached || parent?.isAffected === true;
    this.recurring = (parent?.recurring ?? 0) + (element?.mayRecur === true ? 1 : 0);
  }

  get elements(): readonly Element[] {
    const found = this.element === null ? [] : [this.element];
    for (let at = this.parent; at !== null; at = at.parent) if (at.element !== null) found.push(at.element);
    return found.toReversed();
  }

  /** The sequence with one element more, once a path has had it. */
  child(element: Element): Prefix | undefined {
    const first = this.#child;
    return first?.element === element ? first : this.#children?.get(element);
  }

  extended(element: Element): Prefix {
    const known = this.child(element);
    if (known !== undefined) return known;
    const made = new Prefix(this, element);
    if (this.#child === null) this.#child = made;
    else (this.#children ??= new Map()).set(element, made);
    return made;
  }

  /** Whether no path was found that has it or goes on from it. */
  get isNew(): boolean {
    return !this.isFound && this.#child === null;
  }

  /** How often an element occurs in it. */
  occurrences(element: Element): number {
    if (!element.mayRecur) return 0;
    let count = this.element === element ? 1 : 0;
    for (let at = this.parent; at !== null; at = at.parent) if (at.element === element) count++;
    return count;
  }
}

/**
 * The sequences found so far. A prefix is closed when each of its continuations that the control-flow graph allows was
 * found: a path with that prefix can find nothing new. Continuations in which one node occurs more often than `repeats` are
 * not asked for.
 */
export class SequenceTrie {
  readonly root = new Prefix(null, null);
  /** Whether a prefix was taken to be closed because what is missing repeats a node too often. */
  isBounded = false;
  readonly #next: (element: Element) => Next;
  readonly #repeats: number;
  /** Found, and nobody has asked since whether that closes what they begin with. */
  readonly #unsettled: Prefix[] = [];

  constructor(next: (element: Element) => Next, repeats: number) {
    this.#next = next;
    this.#repeats = repeats;
  }

  /** A path with this sequence has come to its end; whether it is affected, and the first. */
  found(prefix: Prefix): boolean {
    if (prefix.isFound || prefix.element === null) return false;
    prefix.isFound = true;
    for (let at: Prefix | null = prefix; at !== null && !at.isBegun; at = at.parent) at.isBegun = true;
    this.#unsettled.push(prefix);
    return prefix.isAffected;
  }

  /** A path was cut short here; whether it tells of something that no other does. */
  cut(prefix: Prefix): boolean {
    if (prefix.isCut || prefix.isBegun || !prefix.isAffected) return false;
    prefix.isCut = true;
    return true;
  }

  /** Whether nothing new can come of going on like this. Paths that the change does not affect are not asked for. */
  isClosed(prefix: Prefix, next: Next): boolean {
    for (let found = this.#unsettled.pop(); found !== undefined; found = this.#unsettled.pop()) this.#close(found);
    return this.#hasAll(prefix, next);
  }

  /** As far up as all was found. */
  #close(found: Prefix): void {
    for (let at: Prefix | null = found; at !== null && at.element !== null; at = at.parent) {
      at.isClosed = this.#hasAll(at, this.#next(at.element));
      if (!at.isClosed) break;
    }
  }

  #hasAll(prefix: Prefix, next: Next): boolean {
    if (next.isOpen || (next.ends && !prefix.isFound && prefix.isAffected)) return false;
    // What was missing a step ago is, as a rule, still missing and still ahead. How often it occurs has not changed.
    const { missing } = prefix;
    if (missing !== null && next.elements.has(missing) && prefix.child(missing)?.isClosed !== true) return false;
    for (const element of next.elements) {
      if (!this.#isMissing(prefix, element)) continue;
      prefix.missing = element;
      return false;
    }
    return true;
  }

  /** Whether all that can come after it is wanted: nothing was found yet, and nothing of it repeats a node too often. */
  wantsAll(prefix: Prefix): boolean {
    return prefix.isNew && prefix.recurring < this.#repeats;
  }

  #isMissing(prefix: Prefix, element: Element): boolean {
    if (prefix.child(element)?.isClosed === true) return false;
    if (prefix.occurrences(element) < this.#repeats) return true;
    this.isBounded = true;
    return false;
  }
}
