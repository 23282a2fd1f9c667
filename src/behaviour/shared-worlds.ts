import type { LoadedProgram } from '#ir/load-program';
import { createSolver, type SolverChain } from '#smt/chain';
import type { AnswerStore } from '#smt/persistent-link';
import { unknown } from '#smt/solver';
import type { CoreKind } from '#smt/solver-kinds';
import type { Keys } from '#symbolic/keys';
import type { Limits } from '#symbolic/limits';
import { Locations } from '#symbolic/location';
import { asksItself } from './asks-for-names';
import type { ChangeFacts } from './change-facts';
import {
  doubtOfLoaded,
  exchangedFunctions,
  isAskedAlike,
  isLoadedAlike,
  isLoadedAlikeIn,
  readersOfOthers,
  type DoubtOfLoaded,
  type OfOutside,
} from './compare-loaded';
import { givesOthers } from './given-at-load';
import type { FunctionPair } from './function-pair';
import { loadPair, type IsSource, type LoadedPair } from './load-pair';
import type { OtherReaders } from './other-readers';
import { createPairWorlds, type PairWorlds } from './pair-worlds';
import { VersionTexts } from './read-version';
import { listsMethods, withoutNewMethods, type WithoutNewMethods } from './without-new-methods';

export interface SharedWorldsOptions {
  readonly limits: Partial<Limits>;
  readonly solver: CoreKind | 'none';
  readonly store: AnswerStore | null;
  readonly lastResortMs?: number;
  /** Milliseconds that are left for everything. */
  readonly timeLeft?: () => number;
  /** Whether the change starts from a node that is as it was, too: an import that means something else, a module loaded earlier. */
  readonly isSource?: IsSource;
}

/** Modules loaded in both versions. */
export type BegunPair =
  | {
      readonly loaded: LoadedPair;
      readonly isAlike: () => boolean;
      /** The same of these modules with something left out. */
      readonly areAlike: (loaded: LoadedPair) => boolean;
      /** These modules as if classes had no new methods; null where code lists what there are. */
      readonly withoutNewMethods: () => WithoutNewMethods | null;
      /** Whether these variables of modules, and what modules export, are there in both and alike. */
      readonly isAlikeIn: (names: ReadonlySet<string>) => boolean;
      /** Functions that read something else than before of what was made by then; null where that cannot be told. */
      readonly readersOfOthers: () => OtherReaders | null;
      /** Why something that was made by then may differ. */
      readonly doubt: (strict: boolean) => DoubtOfLoaded;
      /** Places in the module that hold another function than before. */
      readonly exchanged: () => readonly string[];
      /** The outside was given something else, or functions that may do something else than before, and so may whatever it gave. */
      readonly mayGiveOthers: () => boolean;
    }
  | { readonly problem: string };

const workForOneQuery = 500_000;
const patienceMs = 4_000;

/** What the comparisons of all functions of one change share: the solver, terms, and modules that were loaded. */
export class SharedWorlds {
  readonly #facts: ChangeFacts;
  readonly #solver: SolverChain;
  readonly #worlds: { readonly base: PairWorlds; readonly head: PairWorlds };
  readonly #begun = new Map<string, BegunPair>();
  readonly #isSource: IsSource;
  readonly #texts: { readonly base: VersionTexts; readonly head: VersionTexts };
  #listsMethods: boolean | null = null;
  #solverProblem: string | null = null;
  /** Of the function at hand: true once there is no time left for it. */
  expired: () => boolean = () => false;

  constructor(base: LoadedProgram, head: LoadedProgram, facts: ChangeFacts, options: SharedWorldsOptions) {
    const { store, lastResortMs, timeLeft, limits, isSource } = options;
    this.#facts = facts;
    this.#isSource = (site, version) => facts.isChanged(site, version) || isSource?.(site, version) === true;
    this.#texts = { base: new VersionTexts(base), head: new VersionTexts(head) };
    this.#solver = createSolver({
      core: options.solver,
      ...(store === null ? {} : { store }),
      work: workForOneQuery,
      lastResortMs: lastResortMs ?? patienceMs,
      ...(timeLeft === undefined ? {} : { timeLeft }),
      log: ({ answer }) => {
        if (answer.kind === 'unknown' && answer.reason.endsWith(' is not on the PATH')) {
          this.#solverProblem = answer.reason;
        }
      },
    });
    const solver = {
      check: (query: Parameters<SolverChain['check']>[0]): ReturnType<SolverChain['check']> =>
        this.expired() ? unknown('there is no time left') : this.#solver.check(query),
      close: () => this.#solver.close(),
    };
    const renamed = {
      toBase: (path: string): string => facts.toBase(path),
      toHead: (path: string): string => facts.toHead(path),
    };
    this.#worlds = createPairWorlds({ base, head, renamed, solver, limits });
  }

  /** Of all states: they tell which modules one has evaluated. */
  get keys(): Keys {
    return this.#worlds.head.head.keys;
  }

  /** The path in the base of a module of the head. */
  toBase(path: string): string {
    return this.#facts.toBase(path);
  }

  get solverProblem(): string | null {
    return this.#solverProblem;
  }

  /** For one function, whose inputs are typed by one of the versions: places of inputs are not those of other functions. */
  worlds(typedBy: 'base' | 'head'): PairWorlds {
    const { base, head } = this.#worlds[typedBy];
    const locations = new Locations();
    return { base: { ...base, locations }, head: { ...head, locations } };
  }

  load(pair: FunctionPair): BegunPair {
    const key = `${pair.base.path}\n${pair.head.path}`;
    const known = this.#begun.get(key);
    if (known !== undefined) return known;
    const worlds = this.worlds('head');
    const result = loadPair(worlds, pair, this.#isSource, this.expired);
    if ('problem' in result) return result;
    const { loaded } = result;
    let alike: boolean | null = null;
    let readers: OtherReaders | null | undefined;
    const paths = { base: pair.base.path, head: pair.head.path };
    let givesOther: boolean | null = null;
    const mayGiveOthers = (): boolean =>
      (givesOther ??=
        givesOthers(loaded.head, loaded.calls.head, (closure) => this.#facts.mayDiffer(closure)) ||
        !isAskedAlike(worlds, loaded, this.#facts));
    const ofOutside = (): OfOutside => (mayGiveOthers() ? 'other' : 'same');
    let withoutNew: WithoutNewMethods | null | undefined;
    const seesMethods = (): boolean => this.#seesMethods() || asksByName(pair.head) || asksByName(pair.base);
    const withoutNewMethodsOnce = (): WithoutNewMethods | null =>
      withoutNew === undefined
        ? (withoutNew = seesMethods() ? null : withoutNewMethods(worlds, loaded, this.#facts))
        : withoutNew;
    const begun = {
      loaded,
      mayGiveOthers,
      isAlike: () => (alike ??= isLoadedAlike(worlds, loaded, this.#facts, ofOutside())),
      areAlike: (others: LoadedPair) => isLoadedAlike(worlds, others, this.#facts, ofOutside()),
      isAlikeIn: (names: ReadonlySet<string>) => isLoadedAlikeIn(worlds, loaded, this.#facts, names, ofOutside()),
      readersOfOthers: () =>
        readers === undefined
          ? (readers = readersOfOthers(worlds, loaded, this.#facts, this.#texts, paths, ofOutside()))
          : readers,
      doubt: (strict: boolean) =>
        doubtOfLoaded(worlds, loaded, withoutNewMethodsOnce()?.loaded ?? loaded, this.#facts, strict),
      withoutNewMethods: withoutNewMethodsOnce,
      exchanged: () => exchangedFunctions(worlds, loaded, this.#facts, paths),
    };
    this.#begun.set(key, begun);
    return begun;
  }

  #seesMethods(): boolean {
    const { base, head } = this.#texts;
    return (this.#listsMethods ??= listsMethods(base.loaded) || listsMethods(head.loaded));
  }

  close(): void {
    this.#solver.close();
  }
}

/** Who calls its members by names that it is given can call a new one. */
function asksByName({ loaded, path }: FunctionPair['head']): boolean {
  const module = loaded.module(path);
  return module !== null && asksItself(module);
}
