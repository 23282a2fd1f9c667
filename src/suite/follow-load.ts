import type { FunctionId, NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { EdgeList } from '#dependence/edge-list';
import { edgeKinds } from '#dependence/function-graph';
import { kindOfCode } from '#dependence/module-graph';
import { literalNode } from '#dependence/place-maker';
import { placeKinds } from '#dependence/place-kinds';
import type { CfgNode, ModuleIr } from '#ir/cfg';
import { targetOf } from '#ir/operands';
import { isOtherMember } from './enum-members';
import { useOf, type Variable } from './object-content';
import { isQuiet, isRequire } from './quiet-nodes';
import type { RecordedSuite } from './recorded-suite';
import type { Version } from './versions';

/** Whom values reach that are computed while modules are loaded. */
export interface LoadReach {
  /** Functions that run later and look at such a value. */
  readonly readers: ReadonlySet<FunctionId>;
  /** Paths of modules whose loading may itself go otherwise: it may fail, or call something else. */
  readonly loading: ReadonlySet<string>;
}

/** A statement whose value is another, or that makes an object of which only these properties are others. */
export interface LoadStart {
  readonly node: NodeId;
  readonly properties?: ReadonlySet<string>;
}

/**
 * From statements of module bodies to the functions that read what they leave behind. Loading goes on being followed; what
 * runs later is where it ends, since a test that runs no reader sees nothing of the value.
 */
export function followLoad(version: Version, suite: RecordedSuite, from: Iterable<LoadStart>): LoadReach {
  const flow = new LoadFlow(version, suite);
  for (const start of from) flow.start(start);
  flow.follow();
  return flow;
}

/**
 * Of a vertex either all is another, or only the content of the object that it holds: properties of these names. Who takes another
 * property of such an object by its name sees nothing of the change. Whatever else is done with it counts as seeing all.
 */
class LoadFlow implements LoadReach {
  readonly readers = new Set<FunctionId>();
  readonly loading = new Set<string>();
  private readonly seen = new Set<number>();
  private readonly contents = new Map<number, Set<string>>();
  private readonly stack: { readonly vertex: number; readonly names: ReadonlySet<string> | null }[] = [];
  private readonly graph: DependenceGraph;

  constructor(
    private readonly version: Version,
    private readonly suite: RecordedSuite,
  ) {
    this.graph = version.graph();
  }

  start({ node, properties }: LoadStart): void {
    const vertex = this.graph.vertexOf(node);
    if (properties === undefined) this.visit(vertex);
    else this.visitContent(vertex, properties);
  }

  follow(): void {
    const edges = new EdgeList();
    for (let item = this.stack.pop(); item !== undefined; item = this.stack.pop()) {
      edges.clear();
      this.graph.addForward(item.vertex, edges);
      for (let i = 0; i < edges.length; i++) {
        const kind = kindOfCode(edges.code[i] ?? 0);
        this.pass(item.vertex, item.names, edges.to[i] ?? 0, kind);
      }
    }
  }

  /** Goes along one edge. `names` is null where all of a value is another. */
  private pass(from: number, names: ReadonlySet<string> | null, to: number, kind: number): void {
    if (this.seen.has(to)) return;
    const isValue = kind === edgeKinds.data || kind === edgeKinds.shared;
    if (!isValue) this.visit(to);
    else if (this.graph.isPlace(to)) this.passToPlace(from, names, to);
    else this.passToNode(from, names, to);
  }

  private passToPlace(from: number, names: ReadonlySet<string> | null, to: number): void {
    const { graph } = this;
    const place = to - graph.placeBase;
    const { table } = graph.shared;
    if (names === null || graph.isPlace(from)) {
      this.visit(to);
    } else if (literalNode(graph, place) === graph.nodeOf(from) && table.kindOf(place) === placeKinds.field) {
      const name = graph.pointers.propertyNames.textOf(table.secondOf(place));
      if (names.has(name)) this.visit(to);
    } else if (table.kindOf(place) === placeKinds.binding || this.isExports(place)) {
      this.visitContent(to, names);
    } else this.visit(to);
  }

  private passToNode(from: number, names: ReadonlySet<string> | null, to: number): void {
    const { graph } = this;
    const fn = graph.functionOf(to);
    const isLate = !runsAtLoad(this.version, this.suite, fn);
    if (names === null && isLate) {
      this.visit(to);
      return;
    }
    // Arguments belong to their call: where all of it sees nothing of the change, they do not either.
    const user = this.nodeAt(to);
    const variable = user === null ? null : this.variableOf(from, to);
    if (user === null || variable === null) {
      this.visit(to);
      return;
    }
    if (variable === 'exports') {
      if (names !== null && !isLate && user.node.op.kind === 'call-return' && isRequire(user.module, user.node)) {
        this.visitContent(to, names);
      } else this.visit(to);
      return;
    }
    if (names !== null && isOtherMember(user.module, user.node.op, variable)) return;
    const use = useOf(user.module, user.node.op, variable, names);
    if (use === 'value' || (use !== 'none' && isLate)) this.visit(to);
    else if (use === 'content' && names !== null) this.visitContent(to, names);
    else if (typeof use !== 'string') this.visitContent(to, use);
  }

  private visit(vertex: number): void {
    if (this.seen.has(vertex)) return;
    this.seen.add(vertex);
    if (this.graph.isPlace(vertex)) {
      this.stack.push({ vertex, names: null });
      return;
    }
    const fn = this.graph.functionOf(vertex);
    if (!runsAtLoad(this.version, this.suite, fn)) {
      this.readers.add(fn);
      return;
    }
    const node = this.graph.nodeOf(vertex);
    const { file } = this.graph.program.spanOf(node);
    if (this.suite.isUnnamed(file)) this.loading.add(file);
    if (isQuiet(this.version, node)) this.stack.push({ vertex, names: null });
    else this.loading.add(file);
  }

  private visitContent(vertex: number, names: ReadonlySet<string>): void {
    if (this.seen.has(vertex)) return;
    const isPlace = this.graph.isPlace(vertex);
    const node = isPlace ? null : this.graph.nodeOf(vertex);
    const isOpen = node !== null && this.suite.isUnnamed(this.graph.program.spanOf(node).file);
    if (isOpen || (node !== null && !isQuiet(this.version, node))) {
      this.visit(vertex);
      return;
    }
    const known = this.contents.get(vertex) ?? new Set();
    this.contents.set(vertex, known);
    const before = known.size;
    for (const name of names) known.add(name);
    if (known.size > before) this.stack.push({ vertex, names: new Set(known) });
  }

  /** The variable by which what is at one vertex comes to another; `exports`: what a module exports. */
  private variableOf(from: number, to: number): Variable | 'exports' | null {
    const { graph } = this;
    if (graph.isPlace(from)) {
      const place = from - graph.placeBase;
      if (this.isExports(place)) return 'exports';
      return graph.shared.table.kindOf(place) === placeKinds.binding ? this.bindingAt(place, to) : null;
    }
    if (!graph.isNode(from)) return null;
    const target = targetOf(this.nodeAt(from)?.node.op ?? { kind: 'nop' });
    if (target?.kind === 'temp') return target;
    return target?.kind === 'var' ? { kind: 'var', bindings: new Set([target.binding]) } : null;
  }

  /** What a variable is called in the module of a vertex: itself, or what imports it. */
  private bindingAt(place: number, to: number): Variable {
    const { shared, program, pointers } = this.graph;
    const module = shared.table.firstOf(place);
    const binding = shared.bindingOf(place);
    const m = program.moduleOfFunction[this.graph.functionOf(to)] ?? -1;
    if (m === module) return { kind: 'var', bindings: new Set([binding]) };
    const imports = (program.modules[m]?.imports ?? []).filter((each) => {
      const linked = pointers.importOf(m, each.binding);
      return linked?.kind === 'binding' && linked.module === module && linked.binding === binding;
    });
    return { kind: 'var', bindings: new Set(imports.map((each) => each.binding)) };
  }

  private isExports(place: number): boolean {
    const { shared, pointers, program } = this.graph;
    const { table } = shared;
    if (table.kindOf(place) !== placeKinds.field) return false;
    if (pointers.propertyNames.textOf(table.secondOf(place)) !== 'exports') return false;
    const object = table.firstOf(place);
    return program.modules.some((_, m) => pointers.objects.moduleObject(m) === object);
  }

  private nodeAt(vertex: number): { readonly module: ModuleIr; readonly node: CfgNode } | null {
    const { program } = this.graph;
    const fn = this.graph.functionOf(vertex);
    const { module: facts, index } = program.locate(fn);
    const module = this.version.loaded.module(facts.path);
    const node = module?.functions[index]?.nodes[this.graph.nodeOf(vertex) - program.nodesOf(fn).first];
    return module === null || node === undefined ? null : { module, node };
  }
}

export function runsAtLoad({ loaded, recorded }: Version, suite: RecordedSuite, fn: FunctionId): boolean {
  const kind = loaded.program.functionKind(fn);
  if (kind === 'module' || kind === 'namespace') return true;
  const known = recorded(fn);
  return typeof known === 'number' && suite.atLoad.has(known);
}
