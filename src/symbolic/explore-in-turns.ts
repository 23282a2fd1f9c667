import { explore, type ExploreRequest } from './explore';
import { OnePathAtATime } from './one-path-at-a-time';
import { run, type Exploration } from './run';
import { depthFirst } from './searcher';
import type { State } from './state';

/**
 * Like `explore`, but after every path others get their turn: an exploration takes long, and whoever waits for it may want to
 * say that it is enough.
 */
export async function exploreInTurns(
  request: ExploreRequest,
  goesOn: (ends: readonly State[]) => Promise<boolean>,
): Promise<Exploration> {
  const { world } = request;
  const searcher = new OnePathAtATime(request.searcher ?? depthFirst());
  const first = explore({ ...request, searcher });
  const ends = [...first.ends];
  let { complete, steps } = first;
  while (searcher.open > 0) {
    const isEnough = !complete || ends.length >= world.limits.paths || !(await goesOn(ends));
    if (isEnough) return { ends, complete: false, steps };
    const turn = run(world, [], request, searcher);
    ends.push(...turn.ends);
    complete = turn.complete;
    steps += turn.steps;
  }
  return { ends, complete: complete && (ends.length > 0 || request.searcher !== undefined), steps };
}
