import type { FunctionId, NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { PossibleCalls } from '#directed/possible-calls';
import type { LoadedProgram } from '#ir/load-program';
import { functionNodes } from '#directed/function-nodes';
import { pushTo } from '#directed/multi-map';
import { MentionedFunctions } from './mentioned-functions';

const none: ReadonlySet<FunctionId> = new Set();

/**
 * All code that a call of a function can run, hand on or get hold of, and so can whoever gets something from it: a set of
 * functions that is closed under calls, under what their code mentions, and under the functions that they make. A function that
 * is made inside of another is there only where the other has run. Where nothing in the set has changed, the call behaves the
 * same, whatever it gives away, in modules that have loaded alike.
 */
export class CodeAtHand {
  readonly #graph: DependenceGraph;
  readonly #calls: PossibleCalls;
  readonly #isLoaded: (moduleIndex: number) => boolean;
  readonly #mentioned: MentionedFunctions;
  /** Functions that one may call, in lists that callers share. */
  readonly #callees = new Map<FunctionId, (readonly FunctionId[])[]>();
  readonly #children = new Map<FunctionId, FunctionId[]>();
  /** They may call whatever there is, or load more. */
  readonly #vague = new Set<FunctionId>();
  readonly #unseen: FunctionId[] = [];
  readonly #known = new Map<FunctionId, ReadonlySet<FunctionId> | null>();
  readonly #atLoad: ReadonlySet<FunctionId>;

  constructor(
    graph: DependenceGraph,
    loaded: LoadedProgram,
    calls: PossibleCalls,
    isLoaded: (moduleIndex: number) => boolean,
  ) {
    this.#graph = graph;
    this.#calls = calls;
    this.#isLoaded = isLoaded;
    this.#mentioned = new MentionedFunctions(graph, loaded, isLoaded);
    this.#index();
    this.#atLoad = this.#runAtLoad();
  }

  /** Null where it cannot be told. Of `opaque` functions it is known what they do: what is got at through them does not count. */
  of(fn: FunctionId, opaque: ReadonlySet<FunctionId> = none): ReadonlySet<FunctionId> | null {
    if (opaque.size > 0) return this.#find(fn, opaque);
    const known = this.#known.get(fn);
    if (known !== undefined) return known;
    const found = this.#find(fn, opaque);
    this.#known.set(fn, found);
    return found;
  }

  /** Whether functions of a set may have been made while modules were loaded, with variables around them that no name leads to. */
  hasMadeAtLoad(functions: Iterable<FunctionId>): boolean {
    for (const fn of functions) {
      const parent = this.#parentOf(fn);
      if (parent !== null && this.#atLoad.has(parent)) return true;
    }
    return false;
  }

  #find(start: FunctionId, opaque: ReadonlySet<FunctionId>): ReadonlySet<FunctionId> | null {
    const found = new Set<FunctionId>([start, ...this.#unseen]);
    /** Met before what makes them was. */
    const waiting = new Set<FunctionId>();
    const met = new Set<readonly FunctionId[]>();
    const add = (fn: FunctionId): void => {
      if (this.#exists(fn, found)) found.add(fn);
      else waiting.add(fn);
    };
    for (const fn of found) {
      if (opaque.has(fn)) continue;
      if (this.#vague.has(fn)) return null;
      const mentioned = this.#mentioned.by(fn);
      if (mentioned === null) return null;
      for (const callees of this.#newCallees(fn, met)) callees.forEach(add);
      mentioned.forEach(add);
      // Whoever gets one of these may call it.
      this.#children.get(fn)?.forEach((each) => found.add(each));
      for (const each of waiting) if (this.#exists(each, found)) found.add(each);
    }
    return found;
  }

  /** What a function may call, without the lists that were met before. */
  *#newCallees(fn: FunctionId, met: Set<readonly FunctionId[]>): Iterable<readonly FunctionId[]> {
    for (const callees of this.#callees.get(fn) ?? []) {
      if (met.has(callees)) continue;
      met.add(callees);
      yield callees;
    }
  }

  /** Whether there is such a function at all, once some have run. */
  #exists(fn: FunctionId, ran: ReadonlySet<FunctionId>): boolean {
    const parent = this.#parentOf(fn);
    return parent === null || ran.has(parent) || this.#atLoad.has(parent);
  }

  /** The function that makes it; null for what is there once the module is loaded. */
  #parentOf(fn: FunctionId): FunctionId | null {
    const { program } = this.#graph;
    const { module, moduleIndex, index } = program.locate(fn);
    const parent = module.functions.parent[index] ?? -1;
    if (parent <= 0) return null;
    const id = program.functionAt(moduleIndex, parent);
    return alwaysRun.has(program.functionKind(id)) ? this.#parentOf(id) : id;
  }

  #index(): void {
    const { program } = this.#graph;
    const calleesAt = new Map<readonly NodeId[], FunctionId[]>();
    const calleesOf = (sites: readonly NodeId[]): FunctionId[] => {
      const known = calleesAt.get(sites);
      if (known !== undefined) return known;
      const callees: FunctionId[] = [];
      for (const caller of new Set(sites.map((site) => program.functionOf(site))))
        pushTo(this.#callees, caller, callees);
      calleesAt.set(sites, callees);
      return callees;
    };
    program.modules.forEach((module, m) => {
      if (!this.#isLoaded(m)) return;
      for (let index = 0; index < module.functions.count; index++) {
        const fn = program.functionAt(m, index);
        for (const sites of this.#calls.listsOf(fn)) calleesOf(sites).push(fn);
        const parent = this.#parentOf(fn);
        if (parent !== null) pushTo(this.#children, parent, fn);
        if (this.#calls.runsUnseen(fn)) this.#unseen.push(fn);
        if (index > 0 && isSuspended(functionNodes(program, fn).nodes)) this.#vague.add(fn);
      }
    });
    for (const site of this.#calls.anything) this.#vague.add(program.functionOf(site));
  }

  /** Whether one of some functions may run while modules are loaded. */
  mayRunAtLoad(functions: Iterable<FunctionId>): boolean {
    const [first] = functions;
    if (first === undefined) return false;
    if ([...this.#atLoad].some((fn) => this.#vague.has(fn))) return true;
    for (const fn of functions) if (this.#atLoad.has(fn)) return true;
    return false;
  }

  /** What module bodies run, and so may have made functions. */
  #runAtLoad(): ReadonlySet<FunctionId> {
    const { program } = this.#graph;
    const found = new Set<FunctionId>(this.#unseen);
    program.modules.forEach((module, m) => {
      if (!this.#isLoaded(m)) return;
      for (let index = 0; index < module.functions.count; index++) {
        const fn = program.functionAt(m, index);
        if (atLoad.has(program.functionKind(fn))) found.add(fn);
      }
    });
    const met = new Set<readonly FunctionId[]>();
    for (const fn of found) {
      for (const callees of this.#newCallees(fn, met)) for (const each of callees) found.add(each);
    }
    return found;
  }
}

const atLoad: ReadonlySet<string> = new Set(['module', 'static', 'namespace']);

/** Initialisers of fields run with the constructor, static blocks and namespaces when a module is loaded. */
const alwaysRun: ReadonlySet<string> = new Set(['fields', 'static', 'namespace']);

/** Code that goes on later, when others have run: it is left to the search. */
function isSuspended(nodes: readonly { readonly kind: string }[]): boolean {
  return nodes.some(({ kind }) => kind === 'await' || kind === 'yield');
}
