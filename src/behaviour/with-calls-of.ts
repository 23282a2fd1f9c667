import type { CallbackCall } from '#symbolic/heap-object';
import type { World } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import { isTerm, objectValue, type Value } from '#symbolic/value';

/**
 * A path of one version that also knows of calls that the other version made of functions handed in, so that a function can be
 * written that serves both.
 */
export function withCallsOf(world: World, state: State, other: State): State {
  const both = state.fork();
  for (const [location, ref] of other.inputObjects.entries()) {
    const theirs = other.heap.get(ref);
    if (theirs?.internal.kind !== 'callback') continue;
    const own = both.inputObjects.get(location);
    const known = own === undefined ? undefined : both.heap.get(own);
    const made = known?.internal.kind === 'callback' ? deeds(known.internal.calls) : 0;
    if (deeds(theirs.internal.calls) <= made) continue;
    // The n-th result is the same place of the input in both; arguments that are objects are of the other version's heap.
    const calls = theirs.internal.calls.map((call) => ({
      ...call,
      args: call.args.map((arg): Value => (isTerm(arg) ? arg : objectValue(world.realm.ref('Object.prototype')))),
    }));
    const target = own ?? both.nextRef++;
    both.heap = both.heap.set(target, { ...theirs, internal: { kind: 'callback', calls } });
    both.inputObjects = both.inputObjects.set(location, target);
  }
  return both;
}

/** Calls, and what they did with functions that they were given. */
function deeds(calls: readonly CallbackCall[]): number {
  return calls.reduce((count, { back }) => count + 1 + back.length, 0);
}
