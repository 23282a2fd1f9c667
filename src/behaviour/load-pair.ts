import { initialStates } from '#symbolic/begin';
import type { World } from '#symbolic/machine';
import { run } from '#symbolic/run';
import { depthFirst } from '#symbolic/searcher';
import type { OutsideList, State } from '#symbolic/state';
import type { Site } from '#symbolic/site';
import { TouchedNodes } from './touched-nodes';
import type { FunctionPair, FunctionVersion } from './function-pair';
import type { PairWorlds } from './pair-worlds';

/** Both versions with their modules loaded, before the function is called. */
export interface LoadedPair {
  readonly base: State;
  readonly head: State;
  /** Nodes from which the change starts that each version has executed by then. */
  readonly executed: { readonly base: readonly Site[]; readonly head: readonly Site[] };
  /** Calls to the outside that each has made by then. */
  readonly calls: { readonly base: OutsideList | null; readonly head: OutsideList | null };
}

/** Whether the change starts from a node of a version. */
export type IsSource = (site: Site, version: 'base' | 'head') => boolean;

export function loadPair(
  worlds: PairWorlds,
  pair: FunctionPair,
  isSource: IsSource,
  expired: () => boolean,
): { readonly loaded: LoadedPair } | { readonly problem: string } {
  const head = begin(worlds.head, pair.head, (site) => isSource(site, 'head'), expired);
  if (head.kind === 'problem') return { problem: `${head.what} in the head` };
  const base = begin(worlds.base, pair.base, (site) => isSource(site, 'base'), expired);
  if (base.kind === 'problem') return { problem: `${base.what} in the base` };
  // The n-th call to the outside since the function was entered is the same question in both versions.
  const nextOutside = Math.max(head.loaded.nextOutside, base.loaded.nextOutside);
  const calls = { base: base.loaded.outside, head: head.loaded.outside };
  for (const { loaded } of [head, base]) Object.assign(loaded, { nextOutside, outside: null });
  const executed = { base: base.executed, head: head.executed };
  return { loaded: { base: base.loaded, head: head.loaded, executed, calls } };
}

type Begun =
  | { readonly kind: 'begun'; readonly loaded: State; readonly executed: readonly Site[] }
  | { readonly kind: 'problem'; readonly what: string };

/** The modules of the function, loaded. */
function begin(
  world: World,
  { path }: FunctionVersion,
  isWatched: (site: Site) => boolean,
  expired: () => boolean,
): Begun {
  const observer = new LoadObserver(isWatched);
  const isOver = (): boolean => expired() || observer.hasForked;
  const { ends, complete } = run(world, initialStates(world, path), { expired: isOver, observer }, depthFirst());
  const [loaded, ...others] = ends;
  if (others.length > 0 || (loaded !== undefined && loaded.conditions !== null) || observer.hasForked) {
    return { kind: 'problem', what: `how its modules load depends on the world outside${observer.asked()}` };
  }
  if (!complete || loaded === undefined) return { kind: 'problem', what: 'its modules could not be loaded in time' };
  if (loaded.completion?.kind === 'cut') {
    const { reason } = loaded.completion;
    const what = reason.kind === 'unsupported' ? reason.what : reason.kind;
    return { kind: 'problem', what: `its modules cannot be followed when they load (${what})` };
  }
  return { kind: 'begun', loaded: loaded.fork(), executed: observer.of(loaded) };
}

/** Also sees when modules can go on in several ways: then they do not load in one, and what the outside was asked tells why. */
class LoadObserver extends TouchedNodes {
  hasForked = false;
  #last: State | null = null;

  override forked(states: readonly State[]): void {
    super.forked(states);
    const [state] = states;
    if (state === undefined || this.hasForked) return;
    this.hasForked = true;
    this.#last = state;
  }

  /** ` (what readFileSync gives)`; nothing where no call was made. */
  asked(): string {
    const callee = this.#last?.outside?.call.callee;
    return callee === undefined ? '' : ` (what ${callee} gives)`;
  }
}
