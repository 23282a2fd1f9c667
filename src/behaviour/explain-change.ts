import type { ChangeSet, Edit, FunctionChange, FunctionRef, Hunk, TextRange } from '#change/change-set';
import { nodeId, type NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { formalKey } from '#directed/formals';
import { impactSets, type ImpactSet } from '#directed/impact-sets';
import type { Program } from '#ir/program';
import { slice, type SliceStep } from '#slice/slice';
import type { Site } from '#symbolic/site';

export type Side = 'base' | 'head';

export interface SidedGraphs {
  readonly base: () => DependenceGraph;
  readonly head: () => DependenceGraph;
}

/** An edit that a place depends on, and how. */
export interface BlamedEdit {
  readonly edit: Edit;
  /** Dependences between them; null where none is known, but both are in the same function. */
  readonly distance: number | null;
  /** From the edit to the place, in the version of the place. */
  readonly chain: readonly SliceStep[];
}

/** What a change makes of the nodes of both versions: which it impacts, and which of its edits do. */
export class ExplainedChange {
  readonly #changes: ChangeSet;
  readonly #graphs: SidedGraphs;
  readonly #expired: () => boolean;
  readonly #own = new Map<Side, ReadonlySet<NodeId>>();
  readonly #impacted = new Map<Side, ReadonlySet<NodeId>>();
  readonly #edited = new Map<Side, ReadonlyMap<NodeId, readonly Edit[]>>();

  constructor(changes: ChangeSet, graphs: SidedGraphs, expired: () => boolean) {
    this.#changes = changes;
    this.#graphs = graphs;
    this.#expired = expired;
  }

  get edits(): readonly Edit[] {
    return this.#changes.edits;
  }

  /** Null for code that is in no file of the program. */
  nodeAt(side: Side, { path, fn, node }: Site): NodeId | null {
    const { program } = this.#graphs[side]();
    const module = program.moduleIndex(path);
    return module === undefined ? null : nodeId(program.nodesOf(program.functionAt(module, fn)).first + node);
  }

  /** Whether iDiSE's impact sets hold the node, in some calling context: what they leave out the change cannot reach. */
  isImpacted(side: Side, site: Site): boolean {
    const node = this.nodeAt(side, site);
    if (node === null) return false;
    return !this.#graphs[side]().pointers.complete || this.#impactedNodes(side).has(node);
  }

  /** Edits that were executed when their nodes were. */
  editsAt(side: Side, sites: Iterable<Site>): ReadonlySet<Edit> {
    const edited = this.#editedNodes(side);
    const found = new Set<Edit>();
    for (const site of sites) {
      const node = this.nodeAt(side, site);
      for (const edit of (node === null ? undefined : edited.get(node)) ?? []) found.add(edit);
    }
    return found;
  }

  /** The edits that a node depends on, nearest first. */
  blame(side: Side, site: Site): readonly BlamedEdit[] {
    const found = new Map<Edit, BlamedEdit>();
    const node = this.nodeAt(side, site);
    if (node !== null) this.#blameNode(side, node, found, true);
    const other = opposite(side);
    const partner = this.#partnerOf(side, site);
    if (partner !== null) this.#blameNode(other, partner, found, false);
    if (found.size === 0) {
      for (const edit of this.#editsAround(side, site)) found.set(edit, { edit, distance: null, chain: [] });
    }
    return [...found.values()].toSorted((a, b) => (a.distance ?? Infinity) - (b.distance ?? Infinity));
  }

  /** What code that is gone, or new, did or does is found in the version that has it. */
  #blameNode(side: Side, node: NodeId, found: Map<Edit, BlamedEdit>, keepChain: boolean): void {
    const edited = this.#editedNodes(side);
    if (edited.size === 0) return;
    const backward = slice(this.#graphs[side](), [node], { direction: 'backward', expired: this.#expired });
    for (const hit of backward.hits) {
      for (const edit of edited.get(hit.node) ?? []) {
        if ((found.get(edit)?.distance ?? Infinity) <= hit.distance) continue;
        found.set(edit, {
          edit,
          distance: hit.distance,
          chain: keepChain ? backward.explain(hit.node).toReversed() : [],
        });
      }
    }
  }

  #editsAround(side: Side, { path, fn }: Site): readonly Edit[] {
    const change = this.#changes.functions.find(({ [side]: at }) => at?.module.path === path && at.fn.index === fn);
    const around = (change?.edits() ?? []).flatMap((index) => this.edits[index] ?? []);
    return around.length === 0 && this.edits.length === 1 ? this.edits : around;
  }

  #partnerOf(side: Side, { path, fn, node }: Site): NodeId | null {
    for (const change of this.#changes.functions) {
      const own = change[side];
      const other = change[opposite(side)];
      if (own === null || other === null || own.module.path !== path || own.fn.index !== fn) continue;
      const partner = (side === 'head' ? change.nodes.toBase : change.nodes.toHead)[node] ?? -1;
      return partner < 0 ? null : this.nodeAt(opposite(side), siteOf(other, partner));
    }
    return null;
  }

  /** Those of the version itself, and the partners of those of the other: code that is gone impacts what it did reach. */
  #impactedNodes(side: Side): ReadonlySet<NodeId> {
    const known = this.#impacted.get(side);
    if (known !== undefined) return known;
    const all = new Set(this.#ownImpact(side));
    const others = this.#ownImpact(opposite(side));
    for (const change of this.#changes.functions) {
      const [own, other] = [change[side], change[opposite(side)]];
      if (own === null || other === null) continue;
      const partners = side === 'head' ? change.nodes.toBase : change.nodes.toHead;
      partners.forEach((partner, node) => {
        const there = partner < 0 ? null : this.nodeAt(opposite(side), siteOf(other, partner));
        const here = there !== null && others.has(there) ? this.nodeAt(side, siteOf(own, node)) : null;
        if (here !== null) all.add(here);
      });
    }
    this.#impacted.set(side, all);
    return all;
  }

  #ownImpact(side: Side): ReadonlySet<NodeId> {
    let own = this.#own.get(side);
    if (own === undefined) this.#own.set(side, (own = this.#computeImpact(side)));
    return own;
  }

  #computeImpact(side: Side): ReadonlySet<NodeId> {
    const seeds = [...this.#changedNodes(side)];
    if (seeds.length === 0) return new Set();
    const graph = this.#graphs[side]();
    const sets = impactSets({
      program: graph.program,
      calls: graph.callGraph,
      changes: seeds.map(({ node }) => ({ rule: 'changed', node })),
    });
    const nodes = new Set<NodeId>();
    const waiting: ImpactSet[] = [...sets.own.values()];
    const seen = new Set<string>();
    for (let set = waiting.pop(); set !== undefined; set = waiting.pop()) {
      for (const node of set.nodes) nodes.add(node);
      for (const { edge, formal } of set.annotations) {
        const key = `${edge.callee} ${formalKey(formal)}`;
        if (seen.has(key)) continue;
        seen.add(key);
        waiting.push(sets.ofFormal(edge.callee, formal));
      }
    }
    return nodes;
  }

  *#changedNodes(side: Side): Generator<{ readonly node: NodeId; readonly change: FunctionChange }> {
    const { program } = this.#graphs[side]();
    for (const change of this.#changes.functions) {
      const at = change[side];
      const first = at === null ? null : firstNode(program, at);
      if (first === null) continue;
      const statuses = side === 'head' ? change.nodes.headStatus : change.nodes.baseStatus;
      for (const [index, status] of statuses.entries()) {
        if (status !== 'unchanged') yield { node: nodeId(first + index), change };
      }
    }
  }

  /** Changed nodes, with the edits whose text they hold; where none does, those of their function. */
  #editedNodes(side: Side): ReadonlyMap<NodeId, readonly Edit[]> {
    const known = this.#edited.get(side);
    if (known !== undefined) return known;
    const { program } = this.#graphs[side]();
    const edited = new Map<NodeId, readonly Edit[]>();
    for (const { node, change } of this.#changedNodes(side)) {
      const { file, start, end } = program.spanOf(node);
      const inside = change.edits().flatMap((index) => this.edits[index] ?? []);
      const touching = inside.filter(({ hunks }) =>
        hunks.some((hunk) => {
          const range = rangeOf(hunk, side);
          return range !== null && range.path === file && range.start <= end && range.end >= start;
        }),
      );
      edited.set(node, touching.length > 0 ? touching : inside);
    }
    this.#edited.set(side, edited);
    return edited;
  }
}

export function opposite(side: Side): Side {
  return side === 'head' ? 'base' : 'head';
}

function rangeOf(hunk: Hunk, side: Side): TextRange | null {
  switch (hunk.kind) {
    case 'replace':
      return hunk[side];
    case 'add-file':
      return side === 'head' ? hunk.head : null;
    case 'remove-file':
      return side === 'base' ? hunk.base : null;
  }
}

function siteOf({ module, fn }: FunctionRef, node: number): Site {
  return { path: module.path, fn: fn.index, node };
}

function firstNode(program: Program, { module, fn }: FunctionRef): NodeId | null {
  const index = program.moduleIndex(module.path);
  return index === undefined ? null : program.nodeAt(index, fn.firstNode);
}
