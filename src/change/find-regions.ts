import type { NodeMap } from './change-set';
import type { FlowGraph } from './flow-graph';

/**
 * Divides what differs between two graphs into regions that Effects Def. 14 can describe: neither side is empty, one
 * entry each, and every edge that leaves has one to replace it. Regions grow until they are, and join when they meet;
 * the whole function always is one.
 */
export function findRegions(base: FlowGraph, head: FlowGraph, nodes: NodeMap): readonly Region[] {
  return new RegionFinder(base, head, nodes).run();
}

/** The nodes of G and G′. Outside of all regions the two graphs are the same. */
export interface Region {
  readonly base: ReadonlySet<number>;
  readonly head: ReadonlySet<number>;
  readonly baseEntry: number;
  readonly headEntry: number;
}

/** One region around everything that differs. */
export function findRegion(base: FlowGraph, head: FlowGraph, nodes: NodeMap): Region {
  return new RegionFinder(base, head, nodes).runAsOne();
}

class Draft {
  readonly base = new Set<number>();
  readonly head = new Set<number>();
}

type Side = 'base' | 'head';

class RegionFinder {
  readonly #graphs: Readonly<Record<Side, FlowGraph>>;
  readonly #nodes: NodeMap;
  readonly #owner: Readonly<Record<Side, (Draft | null)[]>>;

  constructor(base: FlowGraph, head: FlowGraph, nodes: NodeMap) {
    this.#graphs = { base, head };
    this.#nodes = nodes;
    this.#owner = {
      base: nodes.baseStatus.map(() => null),
      head: nodes.headStatus.map(() => null),
    };
  }

  run(): Region[] {
    const regions = new Map<Draft, Region>();
    for (const side of ['base', 'head'] as const) {
      this.#owner[side].forEach((_, node) => {
        if (this.#isModified(side, node) && this.#owner[side][node] === null) this.#add(new Draft(), side, node);
      });
    }
    const waiting = new Set(Object.values(this.#owner).flatMap((list) => list.filter((draft) => draft !== null)));
    for (const draft of waiting) {
      waiting.delete(draft);
      if (this.#isMerged(draft)) continue;
      this.#chooseNeighbour(draft);
      regions.set(draft, this.#grow(draft));
    }
    const separate = [...regions].flatMap(([draft, region]) => (this.#isMerged(draft) ? [] : [region]));
    return separate.toSorted((a, b) => a.baseEntry - b.baseEntry);
  }

  runAsOne(): Region {
    const regions = this.run();
    const draft = new Draft();
    for (const region of regions) for (const node of region.base) this.#add(draft, 'base', node);
    for (;;) {
      const region = this.#grow(draft);
      // As in the document's C{2,3}: what lies between the changes belongs to their union.
      const between = regions.length < 2 ? [] : [...this.#between('base', region), ...this.#between('head', region)];
      if (between.length === 0) return region;
      for (const [side, node] of between) this.#add(draft, side, node);
    }
  }

  /** Nodes outside on paths from the entry to other nodes of a region, or back to the entry, that its entry dominates. */
  #between(side: Side, region: Region): [Side, number][] {
    const graph = this.#graphs[side];
    const entry = side === 'base' ? region.baseEntry : region.headEntry;
    const seen = new Set(region[side]);
    for (const node of seen) {
      for (const { from } of graph.into(node)) if (graph.dominates(entry, from)) seen.add(from);
    }
    return [...seen].filter((node) => !region[side].has(node)).map((node) => [side, node]);
  }

  #isModified(side: Side, node: number): boolean {
    return (side === 'base' ? this.#nodes.baseStatus : this.#nodes.headStatus)[node] !== 'unchanged';
  }

  #partner(side: Side, node: number): number {
    return (side === 'base' ? this.#nodes.toHead : this.#nodes.toBase)[node]!;
  }

  /** A draft whose nodes went to another one. */
  #isMerged(draft: Draft): boolean {
    const [base] = draft.base;
    const [head] = draft.head;
    const owner = base !== undefined ? this.#owner.base[base] : this.#owner.head[head ?? -1];
    return owner !== draft;
  }

  /** Adds a node with its partner, and every modified node that touches it. What another draft holds comes over with it. */
  #add(draft: Draft, side: Side, node: number): void {
    const pending: [Side, number][] = [[side, node]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [where, at] = next;
      const owner = this.#owner[where][at]!;
      if (owner === draft) continue;
      this.#owner[where][at] = draft;
      draft[where].add(at);
      if (owner !== null) {
        for (const n of owner.base) pending.push(['base', n]);
        for (const n of owner.head) pending.push(['head', n]);
        owner.base.clear();
        owner.head.clear();
      }
      const partner = this.#partner(where, at);
      if (partner >= 0) pending.push([other(where), partner]);
      const graph = this.#graphs[where];
      const around = [...graph.from(at).map(({ to }) => to), ...graph.into(at).map(({ from }) => from)];
      for (const n of around)
        if (this.#isModified(where, n) || this.#owner[where][n] !== null) pending.push([where, n]);
    }
  }

  /** Neither G nor G′ may be empty: the node after what was inserted or removed, as the document has it for C3, if that will do. */
  #chooseNeighbour(draft: Draft): void {
    const full: Side | null = draft.base.size === 0 ? 'head' : draft.head.size === 0 ? 'base' : null;
    if (full === null) return;
    const graph = this.#graphs[full];
    const after = new Set(
      [...draft[full]].flatMap((node) => graph.from(node).map(({ to }) => to)).filter((to) => !draft[full].has(to)),
    );
    const [next] = after;
    if (next === undefined || after.size > 1 || this.#owner[full][next] !== null) return;
    const trial = { base: new Set(draft.base), head: new Set(draft.head) };
    trial[full].add(next);
    trial[other(full)].add(this.#partner(full, next));
    if (this.#violations(trial).length === 0) this.#add(draft, full, next);
  }

  #grow(draft: Draft): Region {
    for (let wrong = this.#violations(draft); wrong.length > 0; wrong = this.#violations(draft)) {
      for (const [side, node] of wrong) this.#add(draft, side, node);
    }
    const [baseEntry] = this.#entries('base', draft.base);
    const [headEntry] = this.#entries('head', draft.head);
    return { base: draft.base, head: draft.head, baseEntry: baseEntry!, headEntry: headEntry! };
  }

  /** Nodes that must join for the draft to be a region; none if it is one. */
  #violations(draft: Pick<Draft, 'base' | 'head'>): [Side, number][] {
    const entries = { base: this.#entries('base', draft.base), head: this.#entries('head', draft.head) };
    for (const side of ['base', 'head'] as const) {
      if (entries[side].size > 1) return this.#dominating(side, draft[side], entries[side]);
    }
    const misled = [...this.#misled('base', draft, entries), ...this.#misled('head', draft, entries)];
    return misled.length > 0 ? misled : this.#unmatchedTargets(draft);
  }

  /** Nodes that are reached from outside. */
  #entries(side: Side, members: ReadonlySet<number>): Set<number> {
    const graph = this.#graphs[side];
    const entries = new Set<number>();
    for (const node of members) {
      if (node === graph.entry || graph.into(node).some(({ from }) => !members.has(from))) entries.add(node);
    }
    return entries;
  }

  /** The node that dominates all entries, with all that lies between. */
  #dominating(side: Side, members: ReadonlySet<number>, entries: ReadonlySet<number>): [Side, number][] {
    const graph = this.#graphs[side];
    const dominator = graph.commonDominator(entries);
    const found = new Set([dominator]);
    const pending = [...members];
    const seen = new Set(pending);
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (node === dominator) continue;
      for (const { from } of graph.into(node)) {
        if (seen.has(from)) continue;
        seen.add(from);
        found.add(from);
        pending.push(from);
      }
    }
    return [...found].filter((node) => !members.has(node)).map((node) => [side, node]);
  }

  /** Nodes outside whose edge leads into one side, and not, on the other side, to the entry. */
  #misled(
    side: Side,
    draft: Pick<Draft, 'base' | 'head'>,
    entries: Readonly<Record<Side, ReadonlySet<number>>>,
  ): [Side, number][] {
    const opposite = other(side);
    const wrong = new Set<number>();
    for (const entry of entries[side]) {
      for (const { from, label } of this.#graphs[side].into(entry)) {
        if (draft[side].has(from)) continue;
        const partner = this.#partner(side, from);
        const counterparts = partner < 0 ? [] : this.#graphs[opposite].from(partner);
        if (!counterparts.some((edge) => edge.label === label && entries[opposite].has(edge.to))) wrong.add(from);
      }
    }
    return [...wrong].map((node) => [side, node]);
  }

  /** Nodes outside that one side leads to more often than the other allows: OUT maps edges of the base, all of them. */
  #unmatchedTargets(draft: Pick<Draft, 'base' | 'head'>): [Side, number][] {
    const counts = { base: this.#targets('base', draft.base), head: this.#targets('head', draft.head) };
    const wrong = new Set<number>();
    for (const [node, count] of counts.base) {
      const inHead = counts.head.get(this.#partner('base', node)) ?? 0;
      if (inHead === 0 || inHead > count) wrong.add(node);
    }
    for (const node of counts.head.keys()) {
      const partner = this.#partner('head', node);
      if (!counts.base.has(partner)) wrong.add(partner);
    }
    return [...wrong].map((node) => ['base', node]);
  }

  #targets(side: Side, members: ReadonlySet<number>): Map<number, number> {
    const counts = new Map<number, number>();
    for (const node of members) {
      for (const { to } of this.#graphs[side].from(node))
        if (!members.has(to)) counts.set(to, (counts.get(to) ?? 0) + 1);
    }
    return counts;
  }
}

function other(side: Side): Side {
  return side === 'base' ? 'head' : 'base';
}
