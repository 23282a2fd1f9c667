import { BitSet } from '#core/bit-set';
import { functionId, type FunctionId, type NodeId } from '#core/ids';
import { EdgeList } from '#dependence/edge-list';
import { functionsAt } from '#dependence/functions-at';
import { Holders, isModuleKind, type Held } from '#dependence/holders';
import { placeKinds } from '#dependence/place-kinds';
import { placeMaker } from '#dependence/place-maker';
import { isTestPath } from '#project/test-path';
import { runsAtLoad } from './follow-load';
import { isWriteToNew } from './fresh-writes';
import { globalsWritten, mentionsGlobals, writesProperties } from './global-writes';
import { isIdleMatch } from './idle-match';
import { nodesNaming } from './property-reads';
import type { RecordedSuite } from './recorded-suite';
import type { Version } from './versions';

/** Something that a function leaves behind. */
export interface Left {
  readonly name: string;
  /** Functions that read it. */
  readonly readers: ReadonlySet<number>;
  /** A test gets at it when it executes one of these; null where nobody can be ruled out. */
  readonly reachedBy: ReachedBy;
}

type ReachedBy = BitSet | null;

/**
 * State that outlives a test: variables and objects of modules, and globals, that functions write when tests run. A test that
 * executes changed code and such a function may leave something else behind than before, for a later test of the same
 * process that executes a function which reads it.
 *
 * Places of objects that are not known one by one are left out: through them everything would depend on everything.
 */
export class LastingState {
  private readonly left = new Map<FunctionId, readonly Left[]>();
  private readonly leftPlaces = new Map<number, readonly Left[]>();
  private readonly askers = new Map<string, ReadonlySet<number>>();
  private readonly mentions = new Map<string, boolean>();
  private functions: ReadonlyMap<number, readonly FunctionId[]> | undefined;
  private known: Holders | undefined;
  private readonly ways = new Map<Held, readonly ReachedBy[]>();
  private readonly testFiles: ReadonlySet<string>;
  private loadable: ReadonlySet<string> | undefined;

  constructor(
    private readonly version: Version,
    private readonly suite: RecordedSuite,
  ) {
    this.testFiles = new Set(suite.recording.executions.map(({ test }) => test.file));
  }

  /** What a function may leave otherwise than before. */
  leftBy(fn: FunctionId): readonly Left[] {
    const known = this.left.get(fn);
    if (known !== undefined) return known;
    const found: Left[] = [];
    for (const place of this.writtenBy(fn)) found.push(...this.leftAt(place));
    if (this.version.loaded.program.functionKind(fn) !== 'module')
      for (const name of this.namesWrittenBy(fn, null)) found.push(this.leftUnder(name));
    this.left.set(fn, found);
    return found;
  }

  /** The functions that have a number in the recording. */
  functionsOf(number: number): readonly FunctionId[] {
    this.functions ??= this.functionsByNumber();
    return this.functions.get(number) ?? [];
  }

  private functionsByNumber(): ReadonlyMap<number, readonly FunctionId[]> {
    const { loaded, recorded } = this.version;
    const found = new Map<number, FunctionId[]>();
    for (let i = 0; i < loaded.program.functionCount; i++) {
      const fn = functionId(i);
      const number = recorded(fn);
      if (typeof number !== 'number' || !this.suite.executed.has(number)) continue;
      const same = found.get(number);
      if (same === undefined) found.set(number, [fn]);
      else same.push(fn);
    }
    return found;
  }

  /** What is left where something is written at the vertex of a place: nothing where nobody reads it. */
  private leftAt(vertex: number): readonly Left[] {
    const known = this.leftPlaces.get(vertex);
    if (known !== undefined) return known;
    const graph = this.version.graph();
    const place = vertex - graph.placeBase;
    const ways = this.waysTo(place);
    const readers = this.readersOf(vertex);
    const name = graph.shared.nameOf(place);
    const found = readers.size === 0 ? [] : ways.map((reachedBy) => ({ name, readers, reachedBy }));
    this.leftPlaces.set(vertex, found);
    return found;
  }

  /** What statements of one function leave otherwise, also where they run while files are loaded. */
  leftByNodes(fn: FunctionId, nodes: ReadonlySet<NodeId>): readonly Left[] {
    const { program } = this.version.loaded;
    const { first } = program.nodesOf(fn);
    const indexes = new Set([...nodes].map((node) => node - first));
    return [
      ...[...this.writtenAt(fn, indexes)].flatMap((place) => this.leftAt(place)),
      ...this.namesWrittenBy(fn, indexes).map((name) => this.leftUnder(name)),
    ];
  }

  /** Vertices of lasting places that a function writes after its module was loaded. */
  private writtenBy(fn: FunctionId): ReadonlySet<number> {
    const { program } = this.version.loaded;
    if (program.functionKind(fn) === 'module') return new Set();
    return this.writtenAt(fn, Array(program.nodesOf(fn).count).keys());
  }

  private writtenAt(fn: FunctionId, indexes: Iterable<number>): ReadonlySet<number> {
    const { version } = this;
    const graph = version.graph();
    const found = new Set<number>();
    const { first } = graph.program.nodesOf(fn);
    const edges = new EdgeList();
    for (const i of indexes) {
      const vertex = graph.vertexOf(first + i);
      edges.clear();
      graph.addForward(vertex, edges);
      for (let e = 0; e < edges.length; e++) {
        const place = edges.to[e] ?? 0;
        if (!graph.isPlace(place) || found.has(place)) continue;
        if (isWriteToNew(version, fn, i, place - graph.placeBase)) continue;
        if (this.waysTo(place - graph.placeBase).length > 0 && !isIdleMatch(version, vertex, place)) found.add(place);
      }
    }
    return found;
  }

  /** How later tests can get at what a place is part of; nothing where it is gone with the test. */
  private waysTo(place: number): readonly ReachedBy[] {
    const graph = this.version.graph();
    const maker = placeMaker(graph, place);
    if (maker === 'always') return anyone;
    if (maker === null) return [];
    const { module } = graph.program.locate(functionId(maker));
    if (!this.canBeLoaded(module.path)) return [];
    const isVariable = graph.shared.table.kindOf(place) === placeKinds.binding;
    if (isModuleKind(graph.program.functionKind(functionId(maker)))) {
      if (isVariable || !this.testFiles.has(module.path)) return anyone;
    }
    const held = this.holders().of(place);
    if (held === null) return [];
    const known = this.ways.get(held) ?? this.waysThrough(held);
    this.ways.set(held, known);
    return known;
  }

  /** What a module makes that no test loads, by itself or by imports that it has got, is not there when tests run. */
  private canBeLoaded(path: string): boolean {
    this.loadable ??= loadableModules(this.version, this.suite);
    return this.loadable.has(path);
  }

  private holders(): Holders {
    const { version, suite } = this;
    const graph = version.graph();
    return (this.known ??= new Holders(graph, {
      isLoaded: (m) => suite.moduleIndex(graph.program.modules[m]?.path ?? '') !== undefined,
      runsAtLoad: (fn) => runsAtLoad(version, suite, fn),
    }));
  }

  /**
   * What only variables of files of tests lead to is known to those who use variables of the same file: between files, it would
   * have to pass through something else that lasts.
   */
  private waysThrough({ roots, byOutside }: Held): readonly ReachedBy[] {
    if (byOutside) return anyone;
    const homes = new Map<string | null, number[]>();
    for (const root of roots) {
      const home = this.testFileOf(root);
      homes.set(home, [...(homes.get(home) ?? []), root]);
    }
    return homes.has(null) ? [this.functionsUsing(roots)] : [...homes.values()].map((own) => this.functionsUsing(own));
  }

  private testFileOf(root: number): string | null {
    const { shared, program } = this.version.graph();
    if (shared.table.kindOf(root) !== placeKinds.binding) return null;
    const path = program.modules[shared.table.firstOf(root)]?.path ?? '';
    return this.testFiles.has(path) ? path : null;
  }

  private functionsUsing(places: Iterable<number>): ReachedBy {
    const graph = this.version.graph();
    const found = new BitSet(this.suite.functionCount);
    for (const fn of functionsAt(graph, ...places)) {
      if (this.suite.moduleIndex(graph.program.locate(fn).module.path) === undefined) continue;
      const number = this.version.recorded(fn);
      if (typeof number !== 'number') return null;
      found.add(number);
    }
    return found;
  }

  private leftUnder(name: string): Left {
    return { name, readers: this.askersFor(name), reachedBy: null };
  }

  /** By all of its statements, or only those. */
  private namesWrittenBy(fn: FunctionId, indexes: ReadonlySet<number> | null): readonly string[] {
    const { loaded } = this.version;
    const { module, index } = loaded.program.locate(fn);
    if (!this.mentionsGlobals(module.path) || !writesProperties(loaded.program, fn)) return [];
    const lowered = loaded.module(module.path);
    const ir = lowered?.functions[index];
    return lowered === null || ir === undefined
      ? []
      : globalsWritten(lowered, ir, (node) => indexes === null || indexes.has(node));
  }

  private mentionsGlobals(path: string): boolean {
    const known = this.mentions.get(path) ?? mentionsGlobals(this.version.loaded.textOf(path));
    this.mentions.set(path, known);
    return known;
  }

  private askersFor(name: string): ReadonlySet<number> {
    const known = this.askers.get(name);
    if (known !== undefined) return known;
    const { program } = this.version.loaded;
    const numbers = nodesNaming(program, name).map((node) => this.version.recorded(program.functionOf(node)));
    const found = new Set(numbers.filter((number) => typeof number === 'number'));
    this.askers.set(name, found);
    return found;
  }

  private readersOf(place: number): ReadonlySet<number> {
    const graph = this.version.graph();
    const found = new Set<number>();
    // A property of an object is part of all its properties.
    const places = new Set([place]);
    const edges = new EdgeList();
    for (const part of places) {
      edges.clear();
      graph.addForward(part, edges);
      for (let i = 0; i < edges.length; i++) {
        const to = edges.to[i] ?? 0;
        if (graph.isPlace(to)) {
          if (placeMaker(graph, to - graph.placeBase) !== null) places.add(to);
          continue;
        }
        const number = this.version.recorded(graph.functionOf(to));
        if (typeof number === 'number') found.add(number);
      }
    }
    return found;
  }
}

/** Modules that were loaded when tests were recorded, and all that modules import which were, or which are tests. */
function loadableModules({ loaded }: Version, suite: RecordedSuite): ReadonlySet<string> {
  const { program, snapshot } = loaded;
  const paths = program.modules.map(({ path }) => path);
  const found = new Set(paths.filter((path) => suite.moduleIndex(path) !== undefined || isTestPath(path)));
  for (const path of found) {
    for (const specifier of program.modules[program.moduleIndex(path) ?? -1]?.specifiers ?? []) {
      const target = snapshot.resolve(path, specifier);
      if (target.kind === 'file') found.add(target.path);
    }
  }
  return found;
}

const anyone: readonly ReachedBy[] = [null];
