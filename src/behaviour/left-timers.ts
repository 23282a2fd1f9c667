import { actOn } from '#symbolic/act-on';
import { startLeftFunction } from '#symbolic/begin';
import { listed, type State, type Timer } from '#symbolic/state';
import type { Machine, World } from '#symbolic/machine';
import { run } from '#symbolic/run';
import { depthFirst } from '#symbolic/searcher';
import { fire, nextTimer } from '#symbolic/timers';
import { undefinedValue } from '#symbolic/value';
import { compareEnds, mostCases, type EndComparison } from './compare-ends';
import { cutOf } from './gaps';

/** More timers than this are not fired to see what comes of them. */
const mostTimers = 4;

interface Ends {
  readonly first: State;
  readonly second: State;
}

/**
 * Where one version alone leaves timers, of which nothing can be seen now or once they have fired, these ends after they have: whatever is called
 * then meets what they leave behind. Else the ends as they are.
 */
export function withTimersFired(versions: EndComparison, ends: Ends, expired: () => boolean): Ends {
  const hasTimers = ends.first.timers.length > 0;
  if (hasTimers === ends.second.timers.length > 0) return ends;
  const { first, second } = versions;
  const fired = hasTimers ? fireAll(first.world, ends.first, expired) : fireAll(second.world, ends.second, expired);
  if (fired === null) return ends;
  const later = hasTimers ? { ...ends, first: fired } : { ...ends, second: fired };
  return areAlike(versions, ends) && areAlike(versions, later) ? later : ends;
}

/** Apart from timers; functions that they have handed on do the same, too. */
function areAlike(versions: EndComparison, { first, second }: Ends): boolean {
  const left = Object.assign(first.fork(), { timers: [] });
  const right = Object.assign(second.fork(), { timers: [] });
  const compare = (machine: Machine): boolean => {
    const { finding, handedOn } = compareEnds(versions, left, machine);
    return finding.kind === 'same' && handedOn.every(({ isSame }) => isSame);
  };
  return actOn(versions.second.world, right, compare, mostCases).every((way) => way.kind !== 'cut' && way.result);
}

/** The end of a path after its timers; null where they do something that callers are told of, or it is not known what. */
function fireAll(world: World, end: State, expired: () => boolean): State | null {
  if (end.timers.length > mostTimers) return null;
  let at: State | null = end;
  for (let timer = nextTimer(end); timer !== null && at !== null; timer = at === null ? null : nextTimer(at)) {
    at = afterTimer(world, at, timer, expired);
  }
  return at;
}

function afterTimer(world: World, before: State, timer: Timer, expired: () => boolean): State | null {
  const { fn, args, every } = timer;
  if (fn.kind !== 'object' || before.heap.get(fn.ref)?.internal.kind !== 'closure' || every !== null) return null;
  const at = before.fork();
  fire(at, timer);
  const started = startLeftFunction(world, at, { fn: fn.ref, receiver: undefinedValue, args });
  const { ends, complete } = run(world, [started], { expired }, depthFirst());
  const [end, ...others] = ends;
  if (!complete || end === undefined || others.length > 0 || cutOf(end) !== null) return null;
  const isQuiet =
    end.completion?.kind === 'returns' &&
    listed(end.outside).length === 0 &&
    end.given === before.given &&
    end.conditions === before.conditions &&
    end.timers.length === at.timers.length &&
    !isUnhandled(before, end);
  if (!isQuiet) return null;
  const { completion, promise, consumer, thrown, outside, frame, steps } = before;
  return Object.assign(end, { completion, promise, consumer, thrown, outside, frame, steps });
}

/** Whether a promise is rejected that nobody waits for, which ends the process. */
function isUnhandled(before: State, end: State): boolean {
  return before.heap.differences(end.heap).some((ref) => {
    const [was, now] = [before.heap.get(ref)?.internal, end.heap.get(ref)?.internal];
    if (now?.kind !== 'promise' || now.promise.kind !== 'rejected') return false;
    return was?.kind !== 'promise' || (was.promise.kind === 'pending' && was.promise.reactions.length === 0);
  });
}
