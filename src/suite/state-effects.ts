import { functionId, nodeId, type FunctionId } from '#core/ids';
import { EdgeList } from '#dependence/edge-list';
import { literalNode, placeMaker } from '#dependence/place-maker';
import { placeKinds } from '#dependence/shared-places';
import { globalsWritten, mentionsGlobals } from './global-writes';
import { isIdleMatch } from './idle-match';
import { keptObjects, lastsFromLoad } from './kept-objects';
import { writesOwnObject } from './own-objects';
import { nodesNaming } from './property-reads';
import type { RecordedSuite } from './recorded-suite';
import type { Version } from './versions';

/** Something that a function leaves behind. */
export interface Left {
  readonly name: string;
  /** The module that made the object that it is a part of, where that is known. */
  readonly home: string | null;
  /** Functions that read it. */
  readonly readers: ReadonlySet<number>;
}

/**
 * State that outlives a test: variables and objects of modules, and globals, that functions write when tests run. A test that
 * executes changed code and such a function may leave something else behind than before, for a later test of the same
 * process that executes a function which reads it.
 *
 * Places of objects that are not known one by one are left out: through them everything would depend on everything.
 */
export class LastingState {
  private readonly left = new Map<number, readonly Left[]>();
  private readonly readers = new Map<number, ReadonlySet<number>>();
  private readonly askers = new Map<string, ReadonlySet<number>>();
  private readonly mentions = new Map<string, boolean>();
  private functions: ReadonlyMap<number, readonly FunctionId[]> | undefined;
  private kept: ReadonlySet<number> | undefined;

  constructor(
    private readonly version: Version,
    private readonly suite: RecordedSuite,
  ) {}

  /** By its number in the recording: what a function may leave otherwise than before. */
  leftBy(number: number): readonly Left[] {
    const known = this.left.get(number);
    if (known !== undefined) return known;
    const { shared, placeBase } = this.version.graph();
    this.functions ??= this.functionsByNumber();
    const found: Left[] = [];
    for (const fn of this.functions.get(number) ?? []) {
      for (const place of this.writtenBy(fn)) {
        found.push({
          name: shared.nameOf(place - placeBase),
          home: this.homeOf(place),
          readers: this.readersOf(place),
        });
      }
      for (const name of this.namesWrittenBy(fn)) found.push({ name, home: null, readers: this.askersFor(name) });
    }
    this.left.set(number, found);
    return found;
  }

  /** Where an object is made, when a module makes it; variables are known by who names them. */
  private homeOf(place: number): string | null {
    const graph = this.version.graph();
    const { program, shared, placeBase } = graph;
    const kind = shared.table.kindOf(place - placeBase);
    if (kind !== placeKinds.field && kind !== placeKinds.everything) return null;
    const maker = placeMaker(graph, place - placeBase);
    return typeof maker === 'number' ? program.locate(functionId(maker)).module.path : null;
  }

  /** Functions of the program by their number in the recording. */
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
        const lasts =
          maker === 'always' ||
          (maker !== null &&
            (lastsFromLoad(version, suite, functionId(maker)) || this.isKept(place - graph.placeBase)));
        if (!lasts || isIdleMatch(version, vertex, place)) continue;
        if (!writesOwnObject(version, nodeId(first + i), place - graph.placeBase)) found.add(place);
      }
    }
    return [...found];
  }

  /** Is a place part of an object that something holds which lasts? */
  private isKept(place: number): boolean {
    const { table } = this.version.graph().shared;
    const kind = table.kindOf(place);
    if (kind !== placeKinds.field && kind !== placeKinds.everything) return false;
    this.kept ??= keptObjects(this.version, this.suite);
    return this.kept.has(table.firstOf(place));
  }

  private namesWrittenBy(fn: FunctionId): readonly string[] {
    const { loaded } = this.version;
    const { module, index } = loaded.program.locate(fn);
    if (index === 0 || !this.mentionsGlobals(module.path)) return [];
    const ir = loaded.module(module.path)?.functions[index];
    return ir === undefined ? [] : globalsWritten(ir);
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
