import { LineIndex } from '#core/span';
import { functionId, nodeId, type FunctionId, type NodeId } from '#core/ids';
import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import { edgeKinds } from '#dependence/function-graph';
import type { ResolveModule } from '#dependence/link';
import type { PointerLimit } from '#dependence/pointer-limits';
import { loadProgram } from '#ir/load-program';
import type { Program } from '#ir/program';
import { openTexts } from '#project/text-snapshot';
import { slice, type Direction, type Slice, type SliceOptions } from '#slice/slice';

/** A dependence between two points, by the words of its last edge. */
export interface FoundDependence {
  readonly kind: string;
  readonly label: string;
}

/**
 * Files in memory with their dependence graph. A line that ends in a comment `[name]` is a point of that name: the nodes
 * that start on it and that the source shows. `in:f` is the entry of the function `f` with its parameters, `out:f` its end.
 */
export class LabelledFiles {
  readonly program: Program;
  readonly graph: DependenceGraph;
  readonly #nodesAt = new Map<string, NodeId[]>();
  readonly #labelOfNode = new Map<NodeId, string>();
  readonly #lines = new Map<string, LineIndex>();

  constructor(files: Readonly<Record<string, string>>, limits?: PointerLimit) {
    const snapshot = openTexts('/project', files);
    const { program, problems } = loadProgram(snapshot);
    if (problems.length > 0) throw new Error(problems.map((problem) => problem.message).join('\n'));
    this.program = program;
    const resolve: ResolveModule = (from, specifier) => {
      const found = snapshot.resolve(from, specifier);
      if (found.kind === 'unresolved') return { kind: 'unresolved' };
      if (found.kind !== 'file') return { kind: 'external', name: found.name };
      const index = program.moduleIndex(found.path);
      return index === undefined ? { kind: 'external', name: found.path } : { kind: 'module', index };
    };
    this.graph = buildDependenceGraph(program, resolve, undefined, null, limits);
    const names = new Map<string, string>();
    for (const [path, text] of Object.entries(files)) this.#readLabels(path, text, names);
    for (let index = 0; index < program.nodeCount; index++) this.#nameNode(nodeId(index), names);
  }

  get labels(): readonly string[] {
    return [...this.#nodesAt.keys()];
  }

  fn(name: string): FunctionId {
    for (let index = 0; index < this.program.functionCount; index++) {
      const fn = functionId(index);
      if (this.program.shortName(fn) === name || this.program.nameOf(fn) === name) return fn;
    }
    throw new Error(`no function ${name} among ${this.functionNames().join(', ')}`);
  }

  /** The line on which a node starts. */
  lineOf(node: NodeId): number {
    const { file, start } = this.program.spanOf(node);
    return this.#lines.get(file)?.positionAt(start).line ?? 0;
  }

  /** The name of the line of a node; undefined for nodes that no statement shows, and for lines without a name. */
  labelOf(node: NodeId): string | undefined {
    return this.#labelOfNode.get(node);
  }

  nodesAt(point: string): readonly NodeId[] {
    if (point.startsWith('in:')) return [this.program.entryOf(this.fn(point.slice(3)))];
    if (point.startsWith('out:')) return [this.program.exitOf(this.fn(point.slice(4)))];
    const nodes = this.#nodesAt.get(point);
    if (nodes === undefined) throw new Error(`no line is named [${point}]`);
    if (nodes.length === 0) throw new Error(`the line [${point}] has no node`);
    return nodes;
  }

  /** The dependences of `to` on `from` without a third node in between: shared places and parts of nodes are passed. */
  direct(from: string, to: string): FoundDependence[] {
    const goals = new Set(this.nodesAt(to));
    const found: FoundDependence[] = [];
    for (const node of this.nodesAt(from)) {
      const seen = new Set([this.graph.vertexOf(node), ...this.graph.partsOf(node)]);
      for (const vertex of seen) {
        this.graph.forward(vertex, (next, kind, label) => {
          const at = this.graph.isPlace(next) ? undefined : this.graph.nodeOf(next);
          if (at !== undefined && goals.has(at)) found.push({ kind: kindNames[kind] ?? '', label });
          else if (at === undefined || at === node) seen.add(next);
        });
      }
    }
    return found;
  }

  slice(points: readonly string[], direction: Direction, options: SliceOptions = {}): Slice {
    const seeds = points.flatMap((point) => this.nodesAt(point));
    return slice(this.graph, seeds, { ...options, direction });
  }

  /** The named lines of a slice, in the order of the source. */
  slicedLabels(points: readonly string[], direction: Direction = 'forward', options: SliceOptions = {}): string[] {
    const { hits } = this.slice(points, direction, options);
    const hit = new Set(hits.map(({ node }) => this.labelOf(node)));
    return this.labels.filter((label) => hit.has(label));
  }

  reaches(from: string, to: string): boolean {
    const nodes = new Set(this.slice([from], 'forward').hits.map((hit) => hit.node));
    return this.nodesAt(to).some((node) => nodes.has(node));
  }

  /** What the calls of a line reach, as `name` for a call and `callback name` or `implicit name` otherwise. */
  callees(point: string): string[] {
    const edges = this.nodesAt(point).flatMap((node) => this.graph.callGraph.callsAt(node));
    const names = edges.map(({ kind, callee }) => {
      const name = this.program.shortName(callee);
      return kind === 'call' ? name : `${kind} ${name}`;
    });
    return names.toSorted();
  }

  /** Calls of a line whose targets are not functions of the program, as `reason name`. */
  unresolved(point: string): string[] {
    const nodes = new Set(this.nodesAt(point));
    const calls = this.graph.callGraph.unresolved.filter((call) => nodes.has(call.site));
    return calls.map(({ reason, name }) => `${reason} ${name}`).toSorted();
  }

  functionNames(): string[] {
    return Array.from({ length: this.program.functionCount }, (_, index) => this.program.nameOf(functionId(index)));
  }

  #nameNode(node: NodeId, names: ReadonlyMap<string, string>): void {
    const index = this.program.moduleOfNode(node);
    const { nodes } = this.program.modules[index] ?? {};
    if (nodes?.hidden[node - (this.program.nodeBase[index] ?? 0)] === 1) return;
    const label = names.get(`${this.program.spanOf(node).file}:${this.lineOf(node)}`);
    if (label === undefined) return;
    this.#labelOfNode.set(node, label);
    this.#nodesAt.get(label)?.push(node);
  }

  #readLabels(path: string, text: string, names: Map<string, string>): void {
    this.#lines.set(path, new LineIndex(text));
    text.split('\n').forEach((line, index) => {
      const name = /\/[/*] \[([\w-]+)\](?: \*\/\}?)?$/.exec(line)?.[1];
      if (name === undefined) return;
      if (this.#nodesAt.has(name)) throw new Error(`two lines are named [${name}]`);
      this.#nodesAt.set(name, []);
      names.set(`${path}:${index + 1}`, name);
    });
  }
}

const kindNames: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(edgeKinds).map(([name, kind]) => [kind, name]),
);
