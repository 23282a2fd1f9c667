import type { ChangeSet, FunctionChange, KeptFunction } from '#change/change-set';
import type { FunctionId, NodeId } from '#core/ids';
import type { LoadedProgram } from '#ir/load-program';
import { andReaders } from './after-loading';
import { asksForNames } from './asks-for-names';
import { writersIn } from './called-again';
import type { ComparedChange } from './compared-change';
import { evaluatedModules } from './evaluated-modules';
import { ExportsByName, type IsLeftOut } from './exports-by-name';
import type { FunctionPair, FunctionVersion } from './function-pair';
import { nothingInterchangeable, type Interchangeable } from './interchangeable';
import type { LoadedPair } from './load-pair';
import type { OtherReaders } from './other-readers';
import type { DirectedBy } from './pair-search';
import type { SharedWorlds } from './shared-worlds';
import { stateAtHand } from './state-at-hand';
import type { Triggers } from './triggers';
import { withConstructors } from './with-constructors';
import { withoutNewExports, type ModulesAround } from './without-new-exports';

/** What is known of how modules load. */
export interface PastLoading {
  readonly directed: DirectedBy | null;
  /** All whose bodies have changed leave the same behind. */
  readonly isAlike: boolean;
  /** Some are too large to be looked at. */
  readonly hasUnseenLoads: boolean;
  /** Modules may be followed as they are loaded, which takes its time. */
  readonly mayFollow: boolean;
}

/** Which pairs the change leaves alone. */
export interface UntouchedPairs {
  /**
   * Nothing that a call can run or get hold of has changed, and modules load alike: all of them, those that the call can get at,
   * or all that this code reads or uses of what they have made.
   */
  readonly has: (pair: FunctionPair) => boolean;
  /** The same of functions of the module that change what a later call sees, so that there is nothing left to look at. */
  readonly hasWholly: (pair: FunctionPair) => boolean;
}

export function untouchedPairs(
  past: PastLoading,
  directed: DirectedBy | null,
  { base, head, changes }: Pick<ComparedChange, 'base' | 'head' | 'changes'>,
  shared: SharedWorlds,
  alike: Interchangeable = nothingInterchangeable,
): UntouchedPairs {
  // Inputs that a changed constructor makes are part of the call, too.
  const isAsWritten = directed?.head === past.directed?.head && directed?.base === past.directed?.base;
  if (directed === null || past.hasUnseenLoads || !isAsWritten) return { has: () => false, hasWholly: () => false };
  const inHead = new UnchangedCode(directed.head, head, entriesOfChanged(head, changes), alike.head);
  const inBase = directed.base === null ? null : new UnchangedCode(directed.base, base, [], alike.base);
  // Bodies that are as they were may call what is not.
  const isAlike = past.isAlike && !inHead.mayRunAtLoad() && inBase?.mayRunAtLoad() !== true;
  const known = new Map<FunctionPair, boolean>();
  const surroundings = new Map<string, boolean>();
  // Functions that have changed are at the hand of none that is untouched.
  const exports = {
    base: new ExportsByName(base, inChanged(changes, 'base')),
    head: new ExportsByName(head, inChanged(changes, 'head')),
  };
  const isLoadedAlike = (pair: FunctionPair): boolean => {
    if (isAlike || !past.mayFollow) return isAlike;
    const key = `${pair.base.path}\n${pair.head.path}`;
    const found = surroundings.get(key) ?? areAlikeAround(pair, exports, shared);
    surroundings.set(key, found);
    return found;
  };
  /** Also where a call reads nothing of what loads differently. */
  const isReadAlike = (pair: FunctionPair, functions: readonly FunctionPair[]): boolean => {
    const readers = past.mayFollow ? readersAround(pair, directed, shared) : null;
    if (readers === null) return false;
    return functions.every(
      (each) => isApart(inHead.at(each.head), readers.head) && isApart(inBase?.at(each.base), readers.base),
    );
  };
  /** Also where modules load differently in nothing but methods that are new, and a call asks for none of them. */
  const isAskedAlike = (pair: FunctionPair, functions: readonly FunctionPair[]): boolean => {
    const names = past.mayFollow ? newMethodsAround(pair, shared) : null;
    return names !== null && functions.every(({ head: version }) => !inHead.asksFor(version, names));
  };
  const isSurroundedAlike = (pair: FunctionPair, functions: readonly FunctionPair[]): boolean =>
    isLoadedAlike(pair) || isReadAlike(pair, functions) || isAskedAlike(pair, functions);
  const isUntouched = (pair: FunctionPair): boolean => {
    const code = inHead.at(pair.head);
    if (code === null || inBase?.at(pair.base) === null) return false;
    if (isSurroundedAlike(pair, [pair])) return true;
    const used = past.mayFollow ? inHead.stateOf(code) : null;
    const begun = used === null ? null : shared.load(pair);
    return used !== null && begun !== null && 'loaded' in begun && begun.isAlikeIn(used);
  };
  const has = (pair: FunctionPair): boolean => {
    const found = known.get(pair) ?? isUntouched(pair);
    known.set(pair, found);
    return found;
  };
  const hasWholly = (pair: FunctionPair): boolean => {
    const writers: FunctionPair[] = [];
    for (const index of writersIn(pair.head)) writers.push({ ...pair, head: { ...pair.head, index } });
    for (const index of writersIn(pair.base)) writers.push({ ...pair, base: { ...pair.base, index } });
    return (
      has(pair) &&
      writers.every(({ base: before, head: now }) => inHead.at(now) !== null && inBase?.at(before) !== null) &&
      isSurroundedAlike(pair, [pair, ...writers])
    );
  };
  return { has, hasWholly };
}

/**
 * Whether all modules that a call of a function can get at, by its code or by the types of its inputs, have been loaded, and have
 * left the same behind, but for exports that none of its code names: whatever has changed in them, or ran meanwhile, has then made
 * no difference.
 */
function areAlikeAround(pair: FunctionPair, exports: ModulesAround['exports'], shared: SharedWorlds): boolean {
  const begun = shared.load(pair);
  if ('problem' in begun) return false;
  const { base, head } = evaluatedAround(pair, begun.loaded, shared);
  if (base === null || head === null) return false;
  if (begun.isAlike()) return true;
  const others = withoutNewExports(begun.loaded, {
    modules: { base, head },
    exports,
    toBase: (path) => shared.toBase(path),
    keys: shared.keys,
  });
  return others !== null && begun.areAlike(others);
}

/** All modules that a call of a function can get at, by version; null where some have not been loaded. */
function evaluatedAround(
  pair: FunctionPair,
  loaded: LoadedPair,
  shared: SharedWorlds,
): Readonly<Record<'base' | 'head', ReadonlySet<string> | null>> {
  const { base, head } = pair;
  return {
    base: evaluatedModules(loaded.base, shared.keys, base.loaded, base.path),
    head: evaluatedModules(loaded.head, shared.keys, head.loaded, head.path),
  };
}

/** Names of methods that are new, where all modules that a call can get at are alike but for them; null where they are not. */
function newMethodsAround(pair: FunctionPair, shared: SharedWorlds): ReadonlySet<string> | null {
  const begun = shared.load(pair);
  const others = 'problem' in begun ? null : begun.withoutNewMethods();
  if ('problem' in begun || others === null || others.names.size === 0) return null;
  const { base, head } = evaluatedAround(pair, begun.loaded, shared);
  return base !== null && head !== null && begun.areAlike(others.loaded) ? others.names : null;
}

/** Undefined: there is no code that has changed, and so none to look at. */
function isApart(code: ReadonlySet<FunctionId> | null | undefined, others: ReadonlySet<FunctionId>): boolean {
  return code !== null && (code === undefined || [...others].every((fn) => !code.has(fn)));
}

/** Null where it cannot be told, or where inputs are made by what reads something else. */
function readersAround(pair: FunctionPair, directed: DirectedBy, shared: SharedWorlds): OtherReaders | null {
  const begun = shared.load(pair);
  const readers = 'problem' in begun ? null : begun.readersOfOthers();
  if (readers === null) return null;
  const wider = andReaders(directed, readers);
  const made = withConstructors(wider, pair.base.loaded, pair.head.loaded, shared.keys, () => false);
  return made !== null && made.head === wider.head && made.base === wider.base ? readers : null;
}

/** Whether the innermost function at a place has changed, or is in one version only. */
function inChanged({ functions }: ChangeSet, version: 'base' | 'head'): IsLeftOut {
  return (path, position) => {
    let innermost: FunctionChange | null = null;
    let size = Infinity;
    for (const change of functions) {
      const at = change[version];
      if (at === null || at.module.path !== path || position < at.fn.start || position >= at.fn.end) continue;
      if (at.fn.end - at.fn.start > size) continue;
      innermost = change;
      size = at.fn.end - at.fn.start;
    }
    return innermost !== null && innermost.status !== 'unchanged' && innermost[version]?.fn.kind !== 'module';
  };
}

/** Code of one version that calls can run or get hold of, where none of some nodes is in it. */
class UnchangedCode {
  readonly #loaded: LoadedProgram;
  readonly #program: LoadedProgram['program'];
  readonly #triggers: Triggers;
  readonly #code: ReturnType<Triggers['codeAtHand']>;
  readonly #changed: ReadonlySet<FunctionId>;
  readonly #same: ReadonlySet<FunctionId>;

  /** `same`: functions that have changed, and do what they did. */
  constructor(triggers: Triggers, loaded: LoadedProgram, more: readonly NodeId[], same: ReadonlySet<FunctionId>) {
    this.#loaded = loaded;
    this.#program = loaded.program;
    this.#triggers = triggers;
    this.#code = triggers.codeAtHand(loaded);
    this.#same = same;
    const changed = [...triggers.nodes, ...more].map((node) => this.#program.functionOf(node));
    this.#changed = new Set(changed.filter((fn) => !same.has(fn)));
  }

  /** At the hand of a function; null where something of it has changed, or where it cannot be told. */
  at({ path, index }: FunctionVersion): ReadonlySet<FunctionId> | null {
    const module = this.#program.moduleIndex(path);
    const code = module === undefined ? null : this.#code.of(this.#program.functionAt(module, index), this.#same);
    return code === null || [...this.#changed].some((fn) => code.has(fn)) ? null : code;
  }

  /** Whether the code at the hand of a function may ask an object for one of some names. */
  asksFor(version: FunctionVersion, names: ReadonlySet<string>): boolean {
    const code = this.at(version);
    if (code === null) return true;
    return [...code].some((id) => {
      const { module: facts, index } = this.#program.locate(id);
      const module = this.#loaded.module(facts.path);
      const fn = module?.functions[index];
      return module === null || fn === undefined || asksForNames(module, fn, names);
    });
  }

  /** Whether something that has changed may run while modules are loaded. */
  mayRunAtLoad(): boolean {
    return this.#code.mayRunAtLoad(this.#changed);
  }

  /** What it uses of what modules have made, by name; null where that cannot be told. */
  stateOf(code: ReadonlySet<FunctionId>): ReadonlySet<string> | null {
    if (this.#code.hasMadeAtLoad(code)) return null;
    return stateAtHand(this.#triggers.graph, code, (module) => this.#triggers.isLoadable(module));
  }
}

/** A function of which only something was removed has no node that shows it. */
export function entriesOfChanged({ program }: LoadedProgram, { functions }: ChangeSet): NodeId[] {
  return functions.flatMap((change): NodeId[] => {
    if (change.head === null || change.status === 'unchanged' || change.head.fn.kind === 'module') return [];
    if (change.status === 'changed' && runsAlike(change)) return [];
    const module = program.moduleIndex(change.head.module.path);
    return module === undefined ? [] : [program.entryOf(program.functionAt(module, change.head.fn.index))];
  });
}

/** All that has changed is how a call begins, and that is alike. */
function runsAlike({ isCalledAlike, nodes, base, head }: KeptFunction): boolean {
  return (
    isCalledAlike &&
    nodes.headStatus.every((status, node) => status === 'unchanged' || node === head.fn.entry) &&
    nodes.baseStatus.every((status, node) => status === 'unchanged' || node === base.fn.entry)
  );
}
