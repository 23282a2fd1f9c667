import { explore, type ExploreRequest } from './explore';
import { run, type Exploration } from './run';
import { depthFirst, type Searcher } from './searcher';
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
  return { ends, complete, steps };
}

/** Has no state to go on with once a path has ended, until states are added again, if only none. */
class OnePathAtATime implements Searcher {
  readonly #states: Searcher;
  #isUnderWay = false;

  constructor(states: Searcher) {
    this.#states = states;
  }

  add(states: readonly State[]): void {
    this.#states.add(states);
    this.#isUnderWay = true;
  }

  next(): State | null {
    if (!this.#isUnderWay) return null;
    this.#isUnderWay = false;
    return this.#states.next();
  }

  pauses(state: State): boolean {
    return this.#states.pauses?.(state) === true;
  }

  get open(): number {
    return this.#states.open;
  }
}
