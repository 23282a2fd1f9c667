import type { FunctionId, NodeId } from '#core/ids';
import { builtInOf } from '#dependence/built-in-calls';
import type { CallGraph } from '#dependence/call-graph';
import { callNames } from '#dependence/call-names';
import { eachConstraint } from '#dependence/constraints';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { ObjectSpace } from '#dependence/object-space';
import { isOfPrimitive } from '#dependence/primitive-calls';
import { asksForModule } from '#ir/pointer-facts';
import { calleeKinds, callKinds, computedProperty, constraintKinds, type ModuleFacts } from '#ir/facts';
import type { Program } from '#ir/program';
import { isPattern } from '#ir/specifier-pattern';
import { wordAt } from './function-nodes';
import { pushTo, type MultiMap } from './multi-map';
import { namesIn, namesOfExports, namesOfProperties } from './names-of-functions';
import { RegExpReceivers } from './regexp-receivers';

/**
 * Which nodes may run a function: the call graph and, beyond it, whatever its known gaps leave open. A method call may run any
 * function that is kept under its name; a call may run the functions that it is given; a call of a value of which nothing
 * is known may run any function. Only modules that are loaded count, where that is known: of others nothing runs. Where
 * functions are called by their names alone, there are no gaps.
 */
export class PossibleCalls {
  /** Nodes that may run any function of the program. */
  readonly anything: readonly NodeId[];
  readonly #graph: DependenceGraph;
  readonly #isLoaded: (moduleIndex: number) => boolean;
  readonly #names: MultiMap<number, string>;
  readonly #exports: MultiMap<number, string>;
  readonly #methodSites: MultiMap<string, NodeId> = new Map();
  readonly #argumentSites: MultiMap<number, NodeId> = new Map();
  /** Calls that are given one of the functions that variables with too many hold in common; and these functions. */
  readonly #commonSites: NodeId[] = [];
  readonly #common: ReadonlySet<number>;
  readonly #loaders: MultiMap<number, NodeId> = new Map();
  readonly #lazilyLoaded = new Set<number>();
  readonly #words: ReadonlySet<string>;
  readonly #accessors: ReadonlySet<string>;

  constructor(graph: DependenceGraph, isLoaded: (moduleIndex: number) => boolean = () => true) {
    this.#graph = graph;
    this.#isLoaded = isLoaded;
    const { program } = graph;
    const isSearched = !graph.isCalledByName;
    const searched = program.modules.filter((_, m) => isSearched && isLoaded(m));
    this.#common = new Set(isSearched ? graph.pointers.calls.common : []);
    this.#words = wordsIn(searched, [...renaming, 'Proxy']);
    this.#accessors = accessorNames(searched);
    this.#names = isSearched ? namesOfProperties(graph, isLoaded) : new Map();
    this.#exports = isSearched ? namesOfExports(graph, isLoaded) : new Map();
    this.anything = isSearched ? this.#addCalls() : [];
    program.modules.forEach((module, m) => {
      if (isLoaded(m)) this.#addImports(module, m);
    });
  }

  get callGraph(): CallGraph {
    return this.#graph.callGraph;
  }

  /** Nodes that may run the function. */
  *sitesOf(fn: FunctionId): Iterable<NodeId> {
    for (const sites of this.listsOf(fn)) yield* sites;
  }

  /** The same as lists, of which most are those of other functions, too: thousands may be called by one name. */
  *listsOf(fn: FunctionId): Iterable<readonly NodeId[]> {
    const { callGraph, program } = this.#graph;
    const listed = callGraph.callsTo(fn).map(({ site }) => site);
    yield listed.filter((site) => this.#isLoaded(program.locate(program.functionOf(site)).moduleIndex));
    for (const name of namesIn(fn, this.#names, this.#exports)) yield this.#methodSites.get(name) ?? [];
    yield this.#argumentSites.get(fn) ?? [];
    if (this.#common.has(fn)) yield this.#commonSites;
    yield this.#loaders.get(fn) ?? [];
  }

  /** Whether the language may run the function at nodes that show no call: as an accessor, a conversion, an iterator. */
  runsUnseen(fn: FunctionId): boolean {
    const kind = this.#graph.program.functionKind(fn);
    if (kind === 'getter' || kind === 'setter') return true;
    const describes = describing.some((word) => this.#words.has(word));
    if (this.#exports.get(fn)?.some((name) => unseenExports.has(name)) === true) return true;
    return (this.#names.get(fn) ?? []).some(
      (name) =>
        name.startsWith('@@') ||
        unseenNames.has(name) ||
        (describes && descriptorNames.has(name)) ||
        (this.#words.has('Proxy') && trapNames.has(name)),
    );
  }

  /** Whether the body of a module may run when a value of one of its classes is first looked at, or an import first read. */
  loadsUnseen(moduleIndex: number): boolean {
    const module = this.#graph.program.modules[moduleIndex];
    return module === undefined || module.classes.length > 0 || this.#lazilyLoaded.has(moduleIndex);
  }

  /** Gives those that may run any function. */
  #addCalls(): readonly NodeId[] {
    const regExps = new RegExpReceivers(this.#graph, this.#isLoaded);
    const anything: NodeId[] = [];
    this.#graph.program.modules.forEach((module, m) => {
      if (!this.#isLoaded(m)) return;
      for (let call = 0; call < module.calls.count; call++) this.#addCall(module, m, call, regExps, anything);
    });
    return anything;
  }

  #addCall(module: ModuleFacts, m: number, call: number, regExps: RegExpReceivers, anything: NodeId[]): void {
    const { program } = this.#graph;
    const site = program.nodeAt(m, wordAt(module.calls.node, call));
    if (asksForModule(module, call)) this.#addLoad(module, m, call, site);
    const given = this.#objectsGiven(module, m, call);
    if (given.has(ObjectSpace.common)) this.#commonSites.push(site);
    for (const object of given) {
      const fn = this.#graph.pointers.objects.functionOf(object);
      if (fn >= 0) pushTo(this.#argumentSites, fn, site);
    }
    if (isOfPrimitive(module, call, (held) => this.#graph.pointers.pointsTo.heldBy(m, held))) return;
    const name = methodName(module, call);
    if (name === null || this.#isOpen(name)) {
      if (this.#isVague(module, m, call)) anything.push(site);
    }
    const isNamed = name !== null && wordAt(module.calls.global, call) < 0;
    if (isNamed && !regExps.has(m, call)) pushTo(this.#methodSites, name, site);
  }

  /** Whether a property of this name may hold functions that no assignment to it shows. */
  #isOpen(name: string): boolean {
    if (name === computedProperty || this.#accessors.has(name)) return true;
    // On what is not known, a method that is called like one of a text or a list is taken to be that.
    return !methodsOfLanguage.has(name) && [...renaming, 'Proxy'].some((word) => this.#words.has(word));
  }

  /** Nothing is known of the function that is called, or of some of those that may be called. */
  #isVague(module: ModuleFacts, m: number, call: number): boolean {
    const { pointers, callGraph, program } = this.#graph;
    const kind = calleeKinds[wordAt(module.calls.callee, call)];
    if (kind === 'function' || kind === 'import') return false;
    const reason = callGraph.unresolvedAt(program.nodeAt(m, wordAt(module.calls.node, call)))?.reason;
    if (reason === 'unknown' || reason === 'too-many-targets') return true;
    const target = wordAt(module.calls.target, call);
    return target >= 0 && pointers.pointsTo.heldBy(m, target).includes(ObjectSpace.any);
  }

  #objectsGiven(module: ModuleFacts, m: number, call: number): ReadonlySet<number> {
    const { args, argOffset } = module.calls;
    const given = new Set<number>();
    const called = argumentsCalled(module, call);
    const first = wordAt(argOffset, call);
    for (let at = first; at < wordAt(argOffset, call + 1); at += 2) {
      const variable = wordAt(args, at);
      if (variable < 0 || called?.has((at - first) / 2) === false) continue;
      for (const object of this.#graph.pointers.pointsTo.heldBy(m, variable)) given.add(object);
    }
    return given;
  }

  /** `require` and `import()` run the body of a module; one whose name is not written out, that of any. */
  #addLoad(module: ModuleFacts, m: number, call: number, site: NodeId): void {
    const specifier = module.strings[wordAt(module.calls.text, call)];
    if (specifier !== undefined && !isPattern(specifier)) this.#addBody(m, specifier, site);
    else this.#graph.program.modules.forEach((_, other) => this.#addBodyOf(other, site));
  }

  /** Modules are evaluated at the entry of the module that imports them, but `import x = require()` when x is read. */
  #addImports(module: ModuleFacts, m: number): void {
    const { program } = this.#graph;
    const entry = program.entryOf(program.functionAt(m, 0));
    for (const { source, imported } of module.imports) {
      this.#addBody(m, source, entry);
      const target = this.#graph.pointers.linker.target(m, source);
      if (imported === '=' && target.kind === 'module') this.#lazilyLoaded.add(target.index);
    }
    for (const record of module.exports) if (record.kind !== 'local') this.#addBody(m, record.source, entry);
    // `import './a'` names nothing.
    if (module.format === 'esm') for (const source of module.specifiers) this.#addBody(m, source, entry);
  }

  #addBody(m: number, specifier: string, site: NodeId): void {
    const target = this.#graph.pointers.linker.target(m, specifier);
    if (target.kind === 'module') this.#addBodyOf(target.index, site);
  }

  #addBodyOf(m: number, site: NodeId): void {
    pushTo(this.#loaders, this.#graph.program.functionAt(m, 0), site);
  }
}

/** Which arguments a function of the language calls, as `Object.assign` calls none; null where it may be all of them. */
function argumentsCalled(module: ModuleFacts, call: number): ReadonlySet<number> | null {
  const names = callNames(module, call);
  const { args, argOffset, kind } = module.calls;
  for (let at = wordAt(argOffset, call); at < wordAt(argOffset, call + 1); at += 2) {
    if (wordAt(args, at + 1) === 1) return null;
  }
  const builtIn = names.qualified === '' ? null : builtInOf(names, callKinds[wordAt(kind, call)] ?? 'call');
  return builtIn === null ? null : new Set((builtIn.calls ?? []).map(({ arg }) => arg));
}

/** The property that a method call reads, null for a call of a value. */
function methodName({ calls, strings }: ModuleFacts, call: number): string | null {
  const kind = calleeKinds[wordAt(calls.callee, call)];
  if (kind !== 'method' && kind !== 'super-method') return null;
  return strings[wordAt(calls.property, call)] ?? '';
}

/** Methods that operators, conversions, iteration, `await` and serialisation look for. */
const unseenNames: ReadonlySet<string> = new Set([
  'valueOf',
  'toString',
  'toLocaleString',
  'toJSON',
  'toISOString',
  'then',
  'next',
  'return',
  'throw',
  'exec',
  'join',
  // A key that is known only at run time may be any of these.
  computedProperty,
]);
/** Of these, those that it looks for in namespaces of modules, which inherit from nothing. */
const unseenExports: ReadonlySet<string> = new Set(['valueOf', 'toString', 'toLocaleString', 'toJSON', 'then']);
const descriptorNames: ReadonlySet<string> = new Set(['get', 'set', 'value']);
/** Functions of handlers of proxies: which objects are proxies is not always known. */
const trapNames: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Reflect));
const describing = ['defineProperty', 'defineProperties', '__defineGetter__', '__defineSetter__'];
/** Functions that give properties names out of data. */
const renaming = ['fromEntries', ...describing];
const methodsOfLanguage: ReadonlySet<string> = new Set(
  [String, Array, RegExp, Number].flatMap((type) => Object.getOwnPropertyNames(type.prototype)),
);

function wordsIn(modules: Program['modules'], words: readonly string[]): ReadonlySet<string> {
  const wanted = new Set(words);
  const found = new Set<string>();
  for (const { strings } of modules) for (const text of strings) if (wanted.has(text)) found.add(text);
  return found;
}

function accessorNames(modules: Program['modules']): ReadonlySet<string> {
  const names = new Set<string>();
  for (const module of modules) {
    eachConstraint(module, (kind, words, at) => {
      const isMember = kind === constraintKinds.member && wordAt(words, at + 4) !== 0;
      if (isMember || kind === constraintKinds.accessor) names.add(module.strings[wordAt(words, at + 1)] ?? '');
    });
  }
  return names;
}
