import type { FunctionId } from '#core/ids';
import { EdgeList } from '#dependence/edge-list';
import { literalNode, placeMaker } from '#dependence/place-maker';
import { runsAtLoad } from './follow-load';
import { globalsWritten, mentionsGlobals } from './global-writes';
import { isIdleMatch } from './idle-match';
import { nodesNaming } from './property-reads';
import type { RecordedSuite } from './recorded-suite';
import type { Version } from './versions';

/**
 * State that outlives a test: variables and objects of modules, and globals, that functions write when tests run. A test that
 * executes changed code and such a function may leave something else behind than before, for a later test of the same
 * process that executes a function which reads it.
 *
 * Places of objects that are not known one by one are left out: through them everything would depend on everything.
 */
export class LastingState {
  private readonly places = new Map<number, readonly number[]>();
  private readonly readers = new Map<number, ReadonlySet<number>>();
  /** Of functions, names that they set on objects of the language or the runner. */
  private readonly names = new Map<number, readonly string[]>();
  private readonly askers = new Map<string, ReadonlySet<number>>();

  constructor(
    private readonly version: Version,
    private readonly suite: RecordedSuite,
  ) {
    const { program } = version.loaded;
    for (let fn = 0; fn < program.functionCount; fn++) {
      const number = version.recorded(fn as FunctionId);
      if (typeof number !== 'number' || !suite.executed.has(number)) continue;
      const written = this.writtenBy(fn as FunctionId);
      if (written.length > 0) this.places.set(number, written);
      const names = this.namesWrittenBy(fn as FunctionId);
      if (names.length > 0) this.names.set(number, names);
    }
  }

  /** Functions that read what one of these left behind. */
  readersAfter(functions: Iterable<number>): Set<number> {
    const found = new Set<number>();
    for (const fn of functions) {
      for (const place of this.places.get(fn) ?? []) for (const reader of this.readersOf(place)) found.add(reader);
      for (const name of this.names.get(fn) ?? []) for (const asker of this.askersFor(name)) found.add(asker);
    }
    return found;
  }

  /** Vertices of lasting places that a function writes after its module was loaded. */
  private writtenBy(fn: FunctionId): number[] {
    const { version, suite } = this;
    const graph = version.graph();
    if (version.loaded.program.functionKind(fn) === 'module') return [];
    const { first, count } = graph.program.nodesOf(fn);
    const found = new Set<number>();
    const edges = new EdgeList();
    for (let i = 0; i < count; i++) {
      const vertex = graph.vertexOf(first + i);
      edges.clear();
      graph.addForward(vertex, edges);
      for (let e = 0; e < edges.length; e++) {
        const place = edges.to[e] ?? 0;
        if (!graph.isPlace(place) || found.has(place)) continue;
        // An object that is made just now was not there before; whoever keeps it writes that, too.
        if (literalNode(graph, place - graph.placeBase) === first + i) continue;
        const maker = placeMaker(graph, place - graph.placeBase);
        const lasts = maker === 'always' || (maker !== null && runsAtLoad(version, suite, maker as FunctionId));
        if (lasts && !isIdleMatch(version, vertex, place)) found.add(place);
      }
    }
    return [...found];
  }

  private namesWrittenBy(fn: FunctionId): readonly string[] {
    const { loaded } = this.version;
    const { module, index } = loaded.program.locate(fn);
    if (index === 0 || !mentionsGlobals(loaded.textOf(module.path))) return [];
    const ir = loaded.module(module.path)?.functions[index];
    return ir === undefined ? [] : globalsWritten(ir);
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
    const known = this.readers.get(place);
    if (known !== undefined) return known;
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
    this.readers.set(place, found);
    return found;
  }
}
