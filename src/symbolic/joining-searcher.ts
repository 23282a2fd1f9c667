import type { FunctionIr } from '#ir/cfg';
import type { Frame } from './frame';
import { join } from './join';
import type { World } from './machine';
import type { Searcher } from './searcher';
import type { Site } from './site';
import type { State } from './state';

export interface JoiningOptions {
  /**
   * Whether the target of the analysis depends on a branch: then its sides are kept apart. By default none is: all that can be
   * joined is.
   */
  readonly matters?: (site: Site) => boolean;
}

export interface JoiningSearcher extends Searcher {
  /** States that were taken into others. */
  readonly joined: number;
}

/**
 * Executes the state that is furthest behind, so that the sides of a branch meet again where they come together, and joins
 * them there (Effects 6.3).
 */
export function joining(world: World, { matters = () => false }: JoiningOptions = {}): JoiningSearcher {
  let open: State[] = [];
  let count = 0;
  const positions = new WeakMap<FunctionIr, Positions>();

  function positionsOf(fn: FunctionIr): Positions {
    let known = positions.get(fn);
    if (known === undefined) positions.set(fn, (known = positionsIn(fn)));
    return known;
  }

  /** From the bottom of the stack: what comes first in the program comes first, and callees before what follows the call. */
  function order(left: State, right: State): number {
    const [a, b] = [stackOf(left), stackOf(right)];
    for (let level = 0; level < Math.min(a.length, b.length); level++) {
      const [x, y] = [a[level], b[level]];
      if (x === undefined || y === undefined || x.closure.fn !== y.closure.fn) return 0;
      const difference =
        (positionsOf(x.closure.fn).order[x.node] ?? 0) - (positionsOf(y.closure.fn).order[y.node] ?? 0);
      if (difference !== 0) return difference;
    }
    return b.length - a.length;
  }

  /** Whether the branches on which two states differ are none that matter. */
  function mayJoin(left: State, right: State): boolean {
    let [a, b] = [left.conditions, right.conditions];
    while (a !== b) {
      const longer = (a?.length ?? 0) >= (b?.length ?? 0) ? a : b;
      if (longer === null) return false;
      if (longer.condition.site !== null && matters(longer.condition.site)) return false;
      if (longer === a) a = longer.before;
      else b = longer.before;
    }
    return true;
  }

  return {
    add(states) {
      open.push(...states);
    },
    next() {
      const [first, ...others] = open;
      if (first === undefined) return null;
      const chosen = others.reduce((best, state) => (order(state, best) < 0 ? state : best), first);
      const rest = open.filter((state) => state !== chosen);
      if (chosen.frame === null || !positionsOf(chosen.frame.closure.fn).joins.has(chosen.frame.node)) {
        open = rest;
        return chosen;
      }
      let state = chosen;
      open = rest.filter((other) => {
        if (!isAtSamePlace(other, state) || !mayJoin(state, other)) return true;
        const both = join(world, state, other);
        if (both === null) return true;
        state = both;
        count++;
        return false;
      });
      return state;
    },
    pauses(state) {
      return open.length > 0 && state.frame !== null && positionsOf(state.frame.closure.fn).joins.has(state.frame.node);
    },
    get open() {
      return open.length;
    },
    get joined() {
      return count;
    },
  };
}

interface Positions {
  /** Place of each node in reverse postorder. */
  readonly order: readonly number[];
  /** Nodes where edges come together. */
  readonly joins: ReadonlySet<number>;
}

function positionsIn(fn: FunctionIr): Positions {
  const incoming = fn.nodes.map(() => 0);
  for (const node of fn.nodes) {
    for (const edge of node.edges) if (!edge.weak) incoming[edge.to] = (incoming[edge.to] ?? 0) + 1;
  }
  const finished: number[] = [];
  const seen = new Set<number>([fn.entry]);
  const stack: { readonly node: number; edge: number }[] = [{ node: fn.entry, edge: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = fn.nodes[top.node]?.edges[top.edge++];
    if (next === undefined) {
      finished.push(top.node);
      stack.pop();
    } else if (!seen.has(next.to)) {
      seen.add(next.to);
      stack.push({ node: next.to, edge: 0 });
    }
  }
  const order: number[] = [];
  finished.toReversed().forEach((node, place) => {
    order[node] = place;
  });
  return { order, joins: new Set(incoming.flatMap((count, node) => (count > 1 ? [node] : []))) };
}

function stackOf(state: State): Frame[] {
  const frames: Frame[] = [];
  for (let at = state.frame; at !== null; at = at.caller) frames.push(at);
  return frames.toReversed();
}

function isAtSamePlace(left: State, right: State): boolean {
  let [a, b] = [left.frame, right.frame];
  while (a !== null && b !== null) {
    if (a === b) return true;
    if (a.node !== b.node || a.closure.fn !== b.closure.fn) return false;
    [a, b] = [a.caller, b.caller];
  }
  return a === b;
}
