import { IntList } from '#core/int-list';
import { accessWidth, bindingFlags, modes, nodeKinds, places, roles, wellKnown, type ModuleFacts } from '#ir/facts';
import type { VertexLayout } from './vertex-layout';
import { waysInto, type WaysInto } from './ways-into';

/**
 * Data dependence inside one function (Change-Effects Def. 7): which definitions reach which uses,
 * and which uses and definitions meet the rest of the program through shared places.
 */
export interface LocalDependence {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Index of an access record whose place labels the dependence. */
  readonly access: Int32Array;
  /** Vertices and access records of uses that definitions elsewhere may reach. */
  readonly openUses: Int32Array;
  /** Nodes and access records of definitions that uses elsewhere may see. */
  readonly openDefs: Int32Array;
}

/** Most nodes that the searches for the uses of one place visit; the uses left over meet all definitions in a shared place. */
const searchBudget = 5_000_000;

/** `runsAccessor` says whether an accessor of the program runs as part of a node. */
export function localDependence(
  module: ModuleFacts,
  fn: number,
  layout: VertexLayout,
  runsAccessor: (node: number) => boolean = () => false,
): LocalDependence {
  return new ReachingDefinitions(module, fn, layout, runsAccessor).compute();
}

interface Place {
  readonly kind: number;
  readonly a: number;
  readonly b: number;
  /** Shared with other functions: calls and entry may define it. */
  readonly shared: boolean;
  readonly uses: number[];
  readonly defs: number[];
}

/** What the searches for all uses of a place have in common. */
interface Search {
  readonly place: Place;
  readonly defsAt: ReadonlyMap<number, readonly number[]>;
  /** Nodes that give the base variable of a field another object. */
  readonly renewedAt: ReadonlySet<number> | undefined;
}

class ReachingDefinitions {
  private readonly from = new IntList();
  private readonly to = new IntList();
  private readonly access = new IntList();
  private readonly openUses = new IntList();
  private readonly openDefs = new IntList();
  private readonly places = new Map<number, Map<number, Place>>();
  private readonly first: number;
  private readonly count: number;
  private readonly nodeOfAccess = new Map<number, number>();
  private readonly paramPlace = new Map<number, number>();
  /** The search that last saw a node, for both ways to leave it. */
  private readonly seen: Int32Array;
  private stamp = 0;
  private predecessors: WaysInto | undefined;

  constructor(
    private readonly module: ModuleFacts,
    private readonly fn: number,
    private readonly layout: VertexLayout,
    private readonly runsAccessor: (node: number) => boolean,
  ) {
    this.first = module.functions.firstNode[fn]!;
    this.count = module.functions.nodeCount[fn]!;
    this.seen = new Int32Array(2 * this.count);
    const { firstParam, params } = module.functions;
    for (let i = firstParam[fn]!; i < firstParam[fn + 1]!; i++) this.paramPlace.set(params[i]!, i - firstParam[fn]!);
  }

  compute(): LocalDependence {
    this.collect();
    for (const byKey of this.places.values()) for (const place of byKey.values()) this.solve(place);
    this.errors();
    return {
      from: this.from.toArray(),
      to: this.to.toArray(),
      access: this.access.toArray(),
      openUses: this.openUses.toArray(),
      openDefs: this.openDefs.toArray(),
    };
  }

  private word(access: number, i: number): number {
    return this.module.accesses.words[access + i]!;
  }

  private collect(): void {
    const { offset } = this.module.accesses;
    for (let node = 0; node < this.count; node++) {
      for (let at = offset[this.first + node]!; at < offset[this.first + node + 1]!; at += accessWidth) {
        this.nodeOfAccess.set(at, node);
        const kind = this.word(at, 2);
        if (kind === places.this) this.edge(this.layout.thisFormal, this.vertex(node, at), at);
        else if (kind === places.arguments) this.argumentsUse(node, at);
        else if (kind !== places.thrown)
          this.place(kind, this.word(at, 3), this.word(at, 4))[this.word(at, 0) === modes.use ? 'uses' : 'defs'].push(
            at,
          );
      }
    }
  }

  private argumentsUse(node: number, at: number): void {
    const vertex = this.vertex(node, at);
    this.edge(this.layout.argumentsFormal, vertex, at);
    for (let i = 0; i < this.layout.paramCount; i++) this.edge(this.layout.firstFormal + i, vertex, at);
  }

  private place(kind: number, a: number, b: number): Place {
    const group = kind * 4 + 1_000_000 * (kind === places.field ? b + 1 : 0);
    let byKey = this.places.get(group);
    if (byKey === undefined) this.places.set(group, (byKey = new Map()));
    let place = byKey.get(a);
    if (place === undefined) byKey.set(a, (place = { kind, a, b, shared: this.isShared(kind, a), uses: [], defs: [] }));
    return place;
  }

  private isShared(kind: number, a: number): boolean {
    if (kind === places.field || kind === places.global) return true;
    if (kind !== places.binding) return false;
    const { owner, flags } = this.module.bindings;
    return owner[a] !== this.fn || (flags[a]! & (bindingFlags.captured | bindingFlags.linked)) !== 0;
  }

  /** The part of a node that a use belongs to: the node, or an argument of the call that it makes. */
  private vertex(node: number, access: number): number {
    const role = this.word(access, 1);
    if (role === roles.whole) return node;
    const call = this.layout.callAtNode.get(node);
    if (call === undefined) return node;
    return role === roles.receiver ? call.first : call.first + 1 + role;
  }

  private edge(from: number, to: number, access: number): void {
    this.from.push(from);
    this.to.push(to);
    this.access.push(access);
  }

  private solve(place: Place): void {
    if (place.shared) this.openDefinitions(place);
    if (place.uses.length === 0) return;
    if (place.kind === places.field && !this.isVariable(place.a)) {
      for (const use of place.uses) this.open(use);
      return;
    }
    const single = this.singleDefinition(place);
    if (single >= 0) {
      for (const use of place.uses) this.define(single, use, place);
      return;
    }
    if (place.defs.length === 0) {
      for (const use of place.uses) this.atEntry(use, place);
      return;
    }
    this.searchAll(place);
  }

  private searchAll(place: Place): void {
    const search: Search = {
      place,
      defsAt: this.byNode(place.defs),
      renewedAt: place.kind === places.field ? this.redefinitions(place.a) : undefined,
    };
    let budget = searchBudget;
    const left: number[] = [];
    for (const use of place.uses) {
      if (budget > 0 || !canBeShared(place)) budget -= this.search(use, search);
      else left.push(use);
    }
    if (left.length > 0) this.meet(left, place);
  }

  /** Without a search, every definition may be the one: a shared place in between keeps the edges few. */
  private meet(uses: readonly number[], place: Place): void {
    if (!place.shared) this.openDefinitions(place);
    const atEntry = place.defs.filter((def) => this.nodeOfAccess.get(def) === 0);
    for (const use of uses) {
      for (const def of atEntry) this.define(def, use, place);
      this.open(use);
    }
  }

  /** The only definition of a local that is never written again reaches every use. */
  private singleDefinition(place: Place): number {
    if (place.kind !== places.binding && place.kind !== places.temp) return -1;
    if (place.defs.length !== 1) return -1;
    const def = place.defs[0]!;
    if (this.word(def, 0) !== modes.def) return -1;
    if (place.kind === places.temp) return def;
    const { owner, flags } = this.module.bindings;
    return owner[place.a] === this.fn && (!place.shared || (flags[place.a]! & bindingFlags.constant) !== 0) ? def : -1;
  }

  /** A field has a place of its own only where its object is a variable; longer paths are always open. */
  private isVariable(variable: number): boolean {
    const { bindings, functions } = this.module;
    if (variable < bindings.count) return true;
    if (variable === functions.thisVar[this.fn]) return true;
    const temp = functions.firstTemp[this.fn]!;
    const end = this.fn + 1 < functions.count ? functions.firstTemp[this.fn + 1]! : temp;
    return variable >= temp && variable < end;
  }

  private define(def: number, use: number, place: Place): void {
    this.edge(
      this.formalOf(def, place) ?? this.nodeOfAccess.get(def)!,
      this.vertex(this.nodeOfAccess.get(use)!, use),
      use,
    );
  }

  /** The vertex of a parameter, where the entry defines it. */
  private formalOf(def: number, { kind, a }: Place): number | undefined {
    if (this.nodeOfAccess.get(def) !== 0 || (kind !== places.binding && kind !== places.temp)) return undefined;
    const param = this.paramPlace.get(a);
    return param === undefined ? undefined : this.layout.firstFormal + param;
  }

  /** Closures see what a parameter was given, too. */
  private openDefinitions(place: Place): void {
    for (const def of place.defs) {
      this.openDefs.push(this.nodeOfAccess.get(def)!, def);
      const formal = this.formalOf(def, place);
      if (formal !== undefined) this.openDefs.push(formal, def);
    }
  }

  /** No definition on some path from the entry: a parameter of the language, or a shared place. */
  private atEntry(use: number, place: Place): void {
    if (place.shared) this.open(use);
  }

  private open(use: number): void {
    this.openUses.push(this.vertex(this.nodeOfAccess.get(use)!, use), use);
  }

  /** Backwards from a use along the control flow, up to the definitions that end each path; returns how many nodes it took. */
  private search(use: number, { place, defsAt, renewedAt }: Search): number {
    const { offsets, list } = (this.predecessors ??= waysInto(this.module, this.first, this.count));
    const stamp = ++this.stamp;
    const stack: number[] = [];
    let open = false;
    let visited = 0;
    const enter = (node: number): void => {
      for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
        const before = list[i]!;
        if (this.seen[before] !== stamp) {
          this.seen[before] = stamp;
          stack.push(before);
        }
      }
      if (node === 0) open = true;
    };
    enter(this.nodeOfAccess.get(use)!);
    for (let end = stack.pop(); end !== undefined; end = stack.pop()) {
      visited++;
      const node = end >> 1;
      // A node that fails has not defined anything.
      const failed = (end & 1) === 1;
      let ends = false;
      for (const def of failed ? [] : (defsAt.get(node) ?? [])) {
        this.define(def, use, place);
        if (this.word(def, 0) === modes.def && !(place.kind === places.field && isManifold(place.b))) ends = true;
      }
      if (ends) continue;
      if (place.shared && this.runsOtherCode(node)) open = true;
      if (!failed && renewedAt?.has(node) === true) open = true;
      else enter(node);
    }
    if (open && place.shared) this.open(use);
    return visited;
  }

  private byNode(accesses: readonly number[]): Map<number, number[]> {
    const found = new Map<number, number[]>();
    for (const access of accesses) {
      const node = this.nodeOfAccess.get(access)!;
      const list = found.get(node);
      if (list === undefined) found.set(node, [access]);
      else list.push(access);
    }
    return found;
  }

  private redefinitions(variable: number): Set<number> | undefined {
    const kind = variable < this.module.bindings.count ? places.binding : places.temp;
    const place = this.places.get(kind * 4)?.get(variable);
    if (place === undefined) return undefined;
    return new Set(place.defs.filter((d) => this.word(d, 0) === modes.def).map((d) => this.nodeOfAccess.get(d)!));
  }

  private runsOtherCode(node: number): boolean {
    const kind = nodeKinds[this.module.nodes.kind[this.first + node]!];
    if (kind === 'call-return' || kind === 'await' || kind === 'yield' || kind?.startsWith('iter-') === true)
      return true;
    if (this.runsAccessor(node)) return true;
    // A write through another reference may be a write to this place.
    return kind === 'assign' || kind === 'delete' ? this.writesField(node) : false;
  }

  private writesField(node: number): boolean {
    const { offset } = this.module.accesses;
    for (let at = offset[this.first + node]!; at < offset[this.first + node + 1]!; at += accessWidth) {
      if (this.word(at, 0) !== modes.use && this.word(at, 2) === places.field) return true;
    }
    return false;
  }

  /** An error goes from the node that raises it to the node that catches it, or out of the function. */
  private errors(): void {
    const { nodes } = this.module;
    const exit = this.module.functions.exit[this.fn]! - this.first;
    for (let node = 0; node < this.count; node++) {
      const kind = nodeKinds[nodes.kind[this.first + node]!];
      if (kind !== 'throw' && kind !== 'call-return' && kind !== 'iter-close') continue;
      for (let e = nodes.edgeOffset[this.first + node]!; e < nodes.edgeOffset[this.first + node + 1]!; e++) {
        if (nodes.edgeLabel[e] !== wellKnown.error) continue;
        const to = nodes.edgeTo[e]! - this.first;
        this.edge(node, to === exit ? this.layout.errorOut : to, -1);
      }
    }
  }
}

/** Places that the rest of the program knows how to name; temporaries and results have few uses. */
function canBeShared({ kind }: Place): boolean {
  return kind === places.binding || kind === places.field || kind === places.global;
}

/** One name for many places: a definition does not end the ones before it. */
function isManifold(property: number): boolean {
  return property === wellKnown.elements || property === wellKnown.computed;
}
