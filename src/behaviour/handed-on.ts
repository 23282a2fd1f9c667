import type { LaterCallee, LaterRoot } from '#replay/later-call';
import type { Timer } from '#symbolic/state';
import type { Ref } from '#symbolic/value';

/** A function that both versions have left where one can get at it, to call it later. */
export interface HandedOn {
  readonly first: Ref;
  readonly second: Ref;
  /** In words: `result.add`. */
  readonly place: string;
  readonly callee: LaterCallee;
  /** What it is read from, which is `this` when it is called. */
  readonly holder: Holder | null;
  /** It runs the same code in the same surroundings: by itself it shows no difference, and may change what others see. */
  readonly isSame: boolean;
  /** It was there before, and is called because of what is kept between calls: further calls are tried up to a bound. */
  readonly isKnown?: true;
  /** The timers that wait to call it. */
  readonly timer?: { readonly first: Timer; readonly second: Timer };
}

export interface Holder {
  readonly first: Ref;
  readonly second: Ref;
}

/** Collects functions that are handed on while values are compared. */
export class HandedOnFunctions {
  readonly #roots: ReadonlyMap<string, LaterRoot>;
  readonly #found: HandedOn[] = [];
  readonly #known: readonly HandedOn[];
  /** Functions of the versions share other variables or objects with each other, or with what can be seen. */
  #isSharedOtherwise = false;

  /** Places begin with one of `roots`; `known` ones are not found anew. */
  constructor(roots: ReadonlyMap<string, LaterRoot>, known: readonly HandedOn[]) {
    this.#roots = roots;
    this.#known = known;
  }

  get found(): readonly HandedOn[] {
    return this.#isSharedOtherwise ? this.#found.map((each) => ({ ...each, isSame: false })) : this.#found;
  }

  shareOtherwise(): void {
    this.#isSharedOtherwise = true;
  }

  /** False for what cannot be got at. */
  add(made: Omit<HandedOn, 'callee'>, how: LaterCallee['how']): boolean {
    const reached = this.#reach(made.place);
    if (reached === null) return false;
    const isKnown = (other: HandedOn): boolean =>
      other.first === made.first && other.second === made.second && other.callee.how === how;
    // Timers that wait are found anew each time.
    const isListed = reached.from.kind !== 'timer' && this.#known.some(isKnown);
    if (!isListed && !this.#found.some(isKnown)) {
      this.#found.push({ ...made, callee: { ...reached, how } });
    }
    return true;
  }

  #reach(place: string): Pick<LaterCallee, 'from' | 'keys'> | null {
    for (const [root, from] of this.#roots) {
      const keys = place.startsWith(root) ? keysOf(place.slice(root.length)) : null;
      if (keys !== null) return { from, keys };
    }
    return null;
  }
}

const step = /^(?:\.([\p{ID_Start}$_][\p{ID_Continue}$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\])/u;

/** `.a[0]["b c"]` → its keys; null for what is not reached by keys alone. */
function keysOf(access: string): (string | number)[] | null {
  const keys: (string | number)[] = [];
  let rest = access;
  while (rest !== '') {
    const found = step.exec(rest);
    if (found === null) return null;
    const [text, name, index, quoted] = found;
    keys.push(name ?? (index === undefined ? String(JSON.parse(quoted ?? '""')) : Number(index)));
    rest = rest.slice(text.length);
  }
  return keys;
}
