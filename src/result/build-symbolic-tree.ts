import { describeCondition } from '#symbolic/describe-condition';
import type { ConditionList } from '#symbolic/condition';
import type { EffectDescriber } from '#symbolic/describe-effects';
import type { World } from '#symbolic/machine';
import type { RecordedNode } from '#symbolic/record-tree';
import type { State } from '#symbolic/state';
import { variablesInScope } from '#symbolic/variables-in-scope';
import { conjunction } from './conjunction';
import type { SiteDescriber } from './describe-site';
import type { NodeRef } from './location';
import type { SymbolicTree, TreeNode, TreePlace, TreeVariable } from './symbolic-tree';

export interface RecordedTree {
  readonly world: World;
  readonly roots: readonly RecordedNode[];
  /** The ends of paths, in the order in which the result lists them. */
  readonly ends: readonly State[];
  readonly effects: EffectDescriber;
  /** Where the function begins. */
  readonly entry: NodeRef;
}

/** At most `limit` nodes, those nearest to the start; what is left out below a node is one node more. */
export function buildSymbolicTree(recorded: RecordedTree, sites: SiteDescriber, limit: number): SymbolicTree {
  return new TreeBuilder(recorded, sites).build(limit);
}

/** A recorded node that some input reaches. */
interface Kept {
  readonly node: RecordedNode | null;
  readonly parent: Kept | null;
  readonly children: Kept[];
  paths: number;
  isShown: boolean;
}

class TreeBuilder {
  readonly #recorded: RecordedTree;
  readonly #sites: SiteDescriber;
  readonly #pathOf: ReadonlyMap<State, number>;
  readonly #nodes: TreeNode[] = [];

  constructor(recorded: RecordedTree, sites: SiteDescriber) {
    this.#recorded = recorded;
    this.#sites = sites;
    this.#pathOf = new Map(recorded.ends.map((state, index) => [state, index]));
  }

  build(limit: number): SymbolicTree {
    const all = this.#nearestFirst();
    for (const kept of all.toReversed()) {
      if (kept.node?.kind === 'end') kept.paths = 1;
      if (kept.parent !== null) kept.parent.paths += kept.paths;
    }
    for (const kept of all.slice(0, limit)) kept.isShown = true;
    const [root] = all;
    if (root !== undefined) this.#addAll(root);
    return { nodes: this.#nodes, total: all.length };
  }

  /** A function that is called in several states has a start that they have in common. */
  #nearestFirst(): Kept[] {
    const { roots } = this.#recorded;
    const keep = (node: RecordedNode | null, parent: Kept | null): Kept => {
      const kept: Kept = { node, parent, children: [], paths: 0, isShown: false };
      parent?.children.push(kept);
      return kept;
    };
    const [only, ...others] = roots;
    if (only === undefined) return [];
    const first = keep(others.length === 0 ? only : null, null);
    const all = [first];
    for (let i = 0; i < all.length; i++) {
      const kept = all[i];
      if (kept === undefined) continue;
      for (const child of kept.node?.children ?? (kept.node === null ? roots : [])) {
        if (!isImpossible(child)) all.push(keep(child, kept));
      }
    }
    return all;
  }

  #addAll(root: Kept): void {
    const waiting: { readonly kept: Kept; readonly parent: number | null }[] = [{ kept: root, parent: null }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const id = this.#add(next.kept, next.parent);
      const shown = next.kept.children.filter(({ isShown }) => isShown);
      waiting.push(...shown.toReversed().map((kept) => ({ kept, parent: id })));
      const rest = next.kept.children.filter(({ isShown }) => !isShown);
      if (rest.length > 0) this.#addRest(next.kept, rest, id);
    }
  }

  #add({ node, parent: above, paths }: Kept, parent: number | null): number {
    const { entry } = this.#recorded;
    const id = this.#nodes.length;
    const before = above?.node?.conditions ?? null;
    const conditions = node?.conditions ?? null;
    this.#nodes.push({
      id,
      parent,
      decision: parent === null ? '' : conjunction(this.#texts(conditions, before)),
      condition: conjunction(this.#texts(conditions, null)),
      variables: node === null ? [] : this.#variables(node),
      at: node === null ? { kind: 'fork', node: entry } : this.#placeOf(node),
      paths,
    });
    return id;
  }

  #addRest(above: Kept, rest: readonly Kept[], parent: number): void {
    const paths = rest.reduce((sum, kept) => sum + kept.paths, 0);
    const condition = conjunction(this.#texts(above.node?.conditions ?? null, null));
    const id = this.#nodes.length;
    this.#nodes.push({ id, parent, decision: '', condition, variables: [], at: { kind: 'rest' }, paths });
  }

  #placeOf(node: RecordedNode): TreePlace {
    const path = node.kind === 'end' ? this.#pathOf.get(node.state) : undefined;
    if (path !== undefined) return { kind: 'end', path };
    if (node.kind !== 'fork') return { kind: 'open' };
    const ref = node.site === null ? null : this.#sites.ref(node.site);
    return { kind: 'fork', node: ref ?? this.#recorded.entry };
  }

  /** What the program decided, without what is true of all inputs. */
  #texts(list: ConditionList | null, before: ConditionList | null): string[] {
    const texts: string[] = [];
    for (let at = list; at !== null && at !== before; at = at.before) {
      const { text, role } = describeCondition(this.#recorded.world, at.condition);
      if (role !== 'input' && role !== 'precondition') texts.push(text);
    }
    return texts.toReversed();
  }

  #variables({ state, frame }: RecordedNode): TreeVariable[] {
    const { world, effects } = this.#recorded;
    const named = frame === null ? [] : variablesInScope(world, state, frame);
    const names = new Set(named.map(({ name }) => name));
    const changed = effects.changes(state).flatMap(({ place, value }) => {
      return value === null || names.has(place) ? [] : [{ name: place, value }];
    });
    return [...named, ...changed].map(({ name, value }) => ({ name, value: clipped(value) }));
  }
}

/** No input gets there: an answer of the solver that was missing at first came later. */
function isImpossible({ kind, state }: RecordedNode): boolean {
  return kind === 'open' && state.completion?.kind === 'cut' && state.completion.reason.kind === 'contradiction';
}

const longestValue = 200;

function clipped(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
