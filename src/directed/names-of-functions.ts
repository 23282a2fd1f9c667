import { eachConstraint } from '#dependence/constraints';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { ObjectSpace } from '#dependence/object-space';
import type { PointerAnalysis } from '#dependence/pointers';
import { constraintKinds } from '#ir/facts';
import { wordAt } from './function-nodes';
import { pushTo, type MultiMap } from './multi-map';

/** Under which names of properties functions are kept, by number of the function. */
export function namesOfFunctions(
  graph: DependenceGraph,
  isLoaded: (moduleIndex: number) => boolean = () => true,
): MultiMap<number, string> {
  const names = namesOfProperties(graph, isLoaded);
  const exported = namesOfExports(graph, isLoaded);
  for (const fn of exported.keys()) names.set(fn, [...namesIn(fn, names, exported)]);
  return names;
}

/** The names of a function in both. */
export function namesIn(
  fn: number,
  names: MultiMap<number, string>,
  more: MultiMap<number, string>,
): ReadonlySet<string> {
  return new Set([...(names.get(fn) ?? []), ...(more.get(fn) ?? [])]);
}

export function namesOfProperties(
  { program, pointers }: DependenceGraph,
  isLoaded: (moduleIndex: number) => boolean,
): MultiMap<number, string> {
  const names = new NamesKept(pointers);
  program.modules.forEach((module, m) => {
    if (!isLoaded(m)) return;
    eachConstraint(module, (kind, words, at) => {
      const name = (offset: number): string => module.strings[wordAt(words, at + offset)] ?? '';
      if (kind === constraintKinds.member) names.add(pointers.objects.site(m, wordAt(words, at + 2)), name(1));
      else if (kind === constraintKinds.store && wordAt(words, at + 2) >= 0) {
        for (const object of pointers.pointsTo.heldBy(m, wordAt(words, at + 2))) names.add(object, name(1));
      }
    });
  });
  return names.all();
}

/** `import * as m` and `require` make properties of exports. */
export function namesOfExports(
  { program, pointers }: DependenceGraph,
  isLoaded: (moduleIndex: number) => boolean,
): MultiMap<number, string> {
  const names = new NamesKept(pointers);
  program.modules.forEach((module, m) => {
    if (!isLoaded(m)) return;
    for (const record of module.exports) {
      if (record.kind === 'star') continue;
      const linked = pointers.linker.exported(m, record.exported);
      if (linked.kind !== 'binding') continue;
      for (const object of pointers.pointsTo.heldBy(linked.module, linked.binding)) names.add(object, record.exported);
    }
  });
  return names.all();
}

class NamesKept {
  readonly #pointers: PointerAnalysis;
  readonly #names: MultiMap<number, string> = new Map();
  readonly #ofCommon = new Set<string>();

  constructor(pointers: PointerAnalysis) {
    this.#pointers = pointers;
  }

  add(object: number, name: string): void {
    const fn = this.#pointers.objects.functionOf(object);
    if (object === ObjectSpace.common) this.#ofCommon.add(name);
    if (fn >= 0 && this.#names.get(fn)?.includes(name) !== true) pushTo(this.#names, fn, name);
  }

  /** Those that variables with too many hold in common share a list. */
  all(): MultiMap<number, string> {
    if (this.#ofCommon.size === 0) return this.#names;
    const shared = [...this.#ofCommon];
    for (const fn of this.#pointers.calls.common) {
      const own = (this.#names.get(fn) ?? []).filter((name) => !this.#ofCommon.has(name));
      this.#names.set(fn, own.length === 0 ? shared : [...own, ...shared]);
    }
    return this.#names;
  }
}
