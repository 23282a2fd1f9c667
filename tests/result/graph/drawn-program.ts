import type { ChangeSet } from '#change/change-set';
import { compareModules } from '#change/compare-modules';
import type { FunctionId } from '#core/ids';
import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import type { ModuleIr } from '#ir/cfg';
import { loadProgram, type LoadedProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { buildGraphView, type GraphRequest } from '#result/graph/build-graph-view';
import type { GraphEdgeKind, GraphView } from '#result/graph-view';

type Texts = Readonly<Record<string, string>>;
type Wishes = Partial<Omit<GraphRequest, 'kind' | 'loaded' | 'fn' | 'graph'>>;

/** A program of texts, and pictures of its functions. */
export class DrawnProgram {
  readonly loaded: LoadedProgram;
  readonly #changes = new Map<DrawnProgram, ChangeSet>();
  #graph: DependenceGraph | undefined;

  constructor(texts: Texts | string, description = 'head') {
    const files = typeof texts === 'string' ? { 'a.ts': texts } : texts;
    this.loaded = loadProgram(openTexts('/nowhere', files, description));
  }

  /** `f` of `a.ts`, or `b.ts#f`. */
  fn(name: string): FunctionId {
    const [, path = 'a.ts', short = ''] = /^(?:([^#]*)#)?(.*)$/s.exec(name) ?? [];
    const found = this.loaded.program.functionByName(path, short);
    if (found === undefined) throw new Error(`no function ${name}`);
    return found;
  }

  draw(kind: GraphRequest['kind'], name: string, wishes: Wishes = {}): GraphView {
    return buildGraphView({
      kind,
      loaded: this.loaded,
      fn: this.fn(name),
      title: `${kind} of ${name}`,
      graph: () => this.graph(),
      ...wishes,
    });
  }

  /** With what differs from an older version. */
  drawAgainst(base: DrawnProgram, kind: GraphRequest['kind'], name: string, wishes: Wishes = {}): GraphView {
    let changes = this.#changes.get(base);
    if (changes === undefined) {
      changes = compareModules(modulesOf(base.loaded), modulesOf(this.loaded));
      this.#changes.set(base, changes);
    }
    return this.draw(kind, name, { change: { base: base.loaded, changes, graph: () => base.graph() }, ...wishes });
  }

  graph(): DependenceGraph {
    this.#graph ??= buildDependenceGraph(this.loaded.program, (from, specifier) => {
      const found = this.loaded.snapshot.resolve(from, specifier);
      const index = found.kind === 'file' ? this.loaded.program.moduleIndex(found.path) : undefined;
      return index === undefined ? { kind: 'external', name: specifier } : { kind: 'module', index };
    });
    return this.#graph;
  }
}

function modulesOf(loaded: LoadedProgram): ModuleIr[] {
  return loaded.snapshot.paths.flatMap((path) => loaded.module(path) ?? []);
}

/** The number of a line, or the name of a node that has none: what the documents call a node. */
export function names(view: GraphView): string[] {
  return view.nodes.map(({ id }) => nameIn(view, id));
}

/** `1 -> 2 T`, in order; with the kinds given, those edges alone. */
export function edges(view: GraphView, ...kinds: GraphEdgeKind[]): string[] {
  return view.edges
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .map(({ from, to, label }) => `${nameIn(view, from)} -> ${nameIn(view, to)} ${label}`.trimEnd());
}

/** Names of nodes by their marks; those without one are left out. */
export function marks(view: GraphView): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { id, mark } of view.nodes) if (mark !== null) (found[mark] ??= []).push(nameIn(view, id));
  return found;
}

export function labelOf(view: GraphView, name: string): string {
  const found = view.nodes.filter(({ id }) => nameIn(view, id) === name);
  if (found.length !== 1) throw new Error(`${found.length} nodes ${name}`);
  return found[0]?.label ?? '';
}

function nameIn(view: GraphView, id: string): string {
  const node = view.nodes.find((candidate) => candidate.id === id);
  if (node === undefined) throw new Error(`an edge joins no node ${id}`);
  return /^(?:EN|EX|\w+(?=:))/.exec(node.label)?.[0] ?? node.label;
}
