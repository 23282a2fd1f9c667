import type { World } from '#symbolic/machine';
import { run } from '#symbolic/run';
import { depthFirst } from '#symbolic/searcher';
import type { State } from '#symbolic/state';
import { hasChanged, variablesOf } from '#symbolic/left-behind';

/** Paths that are followed to find out. */
const mostPaths = 200;

/**
 * Whether a call changes what was there when the modules were loaded, other than variables of its module, also where the change cannot matter: a later call may see
 * that. Null where there are too many paths to say so.
 */
export function keepsSomething(
  world: World,
  started: readonly State[],
  { loaded, path }: { readonly loaded: State; readonly path: string },
  expired: () => boolean,
): boolean | null {
  const variables = variablesOf(world, loaded, path);
  let [keeps, paths] = [false, 0];
  const { complete } = run(
    world,
    started,
    {
      expired: () => keeps || paths >= mostPaths || expired(),
      observer: {
        ended: (state) => {
          keeps ||= hasChanged(loaded, state, variables);
          paths++;
        },
      },
    },
    depthFirst(),
  );
  return keeps || (complete ? false : null);
}
