import { places, roles, wellKnown } from '#ir/facts';
import type { GeneratedFunction, GeneratedNode, GeneratedPlace } from './generated-function';

/** The definitions that DiSE's rules rest on (Def. 3.1 to 3.9), computed as they are written. */
export class NaiveFacts {
  readonly all: number[];
  readonly #nodes: readonly GeneratedNode[];
  readonly #paths: boolean[][];
  readonly #feeds: boolean[][];
  readonly #controls: boolean[][];

  constructor({ nodes }: GeneratedFunction) {
    this.#nodes = nodes;
    this.all = nodes.map((_, i) => i);
    this.#paths = this.#table((ni, nj) => this.#isCfgPath(ni, nj));
    this.#feeds = this.#partsOfStatements();
    this.#controls = this.#table((ni, nj) => this.#controlD(ni, nj));
  }

  /** Two ways to go on that are not errors nobody awaits. */
  readonly cond = (n: number): boolean => this.#strong(n).length > 1;

  readonly write = (n: number): boolean =>
    ['assign', 'call-return', 'catch'].includes(this.#at(n).kind) &&
    this.#at(n).defs.some((p) => p.kind !== places.thrown);

  readonly isOther = (n: number): boolean => !this.cond(n) && !this.write(n) && !this.isSilent(n);

  readonly isSilent = (n: number): boolean => ['entry', 'exit', 'nop'].includes(this.#at(n).kind);

  readonly returnOf = (n: number): number | undefined => (this.#at(n).kind === 'call' ? n + 1 : undefined);

  /** Def(ni) ∈ Use(nj) ∧ IsCFGPath(ni, nj) */
  readonly defUse = (ni: number, nj: number): boolean =>
    this.#at(ni).defs.some((d) => this.#at(nj).uses.some((u) => meet(d, u))) && this.isCfgPath(ni, nj);

  /** A field of what the call at ni was handed is read at nj. */
  readonly handed = (ni: number, nj: number): boolean =>
    this.#at(ni).kind === 'call' &&
    this.#at(ni).uses.some(
      ({ kind, a, role }) =>
        role !== undefined &&
        role !== roles.whole &&
        (kind === places.binding || kind === places.temp) &&
        this.#at(nj).uses.some((u) => meet({ kind: places.field, a, b: wellKnown.elements }, u)),
    ) &&
    this.isCfgPath(ni, nj);

  /** State told apart by names: fields and globals, whatever the path. */
  readonly sharesState = (ni: number, nj: number): boolean =>
    this.#at(ni).defs.some((d) =>
      this.#at(nj).uses.some((u) => isState(d) && meet({ ...d, a: stateBase(d) }, { ...u, a: stateBase(u) })),
    );

  /** Part m of a statement leads, through calls and temporaries, to part n; reflexive. */
  readonly feeds = (m: number, n: number): boolean => this.#feeds[m]?.[n] === true;

  readonly controlD = (ni: number, nj: number): boolean => this.#controls[ni]?.[nj] === true;

  readonly isCfgPath = (ni: number, nj: number): boolean => this.#paths[ni]?.[nj] === true;

  /** DiSE Def. 3.9 */
  #controlD(ni: number, nj: number): boolean {
    const successors = this.#strong(ni);
    return (
      successors.some((nk) => this.#postDominates(nk, nj)) && successors.some((nl) => !this.#postDominates(nl, nj))
    );
  }

  /** By at least one edge, weak ones included. */
  #isCfgPath(from: number, to: number): boolean {
    const reached = new Set(this.#at(from).edges.map((e) => e.to));
    for (const node of reached) for (const edge of this.#at(node).edges) reached.add(edge.to);
    return reached.has(to);
  }

  /** DiSE Def. 3.8: `node` does not get to the exit without `through`. */
  #postDominates(node: number, through: number): boolean {
    if (node === through) return true;
    const reached = new Set([node]);
    for (const n of reached) for (const next of this.#strong(n)) if (next !== through) reached.add(next);
    return !reached.has(this.all.length - 1);
  }

  #partsOfStatements(): boolean[][] {
    const direct = (m: number, n: number): boolean =>
      this.returnOf(m) === n ||
      (this.#at(m).defs.some((d) => d.kind === places.temp && this.#at(n).uses.some((u) => meet(d, u))) &&
        this.isCfgPath(m, n));
    const closed = this.#table((m, n) => m === n || direct(m, n));
    const joined = this.all.flatMap((k) => this.all.flatMap((i) => this.all.map((j) => [k, i, j] as const)));
    for (const [k, i, j] of joined) if (closed[i]?.[k] === true && closed[k]?.[j] === true) closed[i][j] = true;
    return closed;
  }

  #table(holds: (ni: number, nj: number) => boolean): boolean[][] {
    return this.all.map((ni) => this.all.map((nj) => holds(ni, nj)));
  }

  #strong(n: number): number[] {
    return this.#at(n)
      .edges.filter((e) => !e.weak)
      .map((e) => e.to);
  }

  #at(n: number): GeneratedNode {
    const node = this.#nodes[n];
    if (node === undefined) throw new RangeError(`no node ${n}`);
    return node;
  }
}

/** The result is read by nobody inside the function. */
function meet(def: GeneratedPlace, use: GeneratedPlace): boolean {
  if (def.kind !== use.kind || def.kind === places.result) return false;
  if (def.kind !== places.field) return def.a === use.a && def.b === use.b;
  if (def.b === use.b || (isComputed(def) && isComputed(use))) return true;
  return def.a === use.a && (isComputed(def) || isComputed(use));
}

function isState({ kind }: GeneratedPlace): boolean {
  return kind === places.field || kind === places.global;
}

/** All objects are different, so that only the names decide. */
function stateBase(place: GeneratedPlace): number {
  return place.kind === places.field ? Number.NaN : place.a;
}

function isComputed({ b }: GeneratedPlace): boolean {
  return b === wellKnown.elements || b === wellKnown.computed;
}

/** Applies the rules until no set grows. */
export function untilStable(sets: readonly Set<number>[], apply: () => void): void {
  for (let before = -1; ;) {
    const size = sets.reduce((sum, set) => sum + set.size, 0);
    if (size === before) return;
    before = size;
    apply();
  }
}

export function sorted(set: ReadonlySet<number>): number[] {
  return [...set].toSorted((a, b) => a - b);
}
