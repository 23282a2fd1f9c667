import type { Keys } from '#symbolic/keys';
import type { ChangeFacts } from '../change-facts';
import type { DirectedBy } from '../pair-search';

/** What of a version has changed, may run something that has, or may see what that has left behind. */
export interface ChangeSeen {
  readonly isChanged: (path: string, fn: number) => boolean;
  /** Nothing else has. */
  readonly isOnlyChange: (path: string, fn: number) => boolean;
  readonly mayRun: (path: string, fn: number) => boolean;
  readonly maySee: (path: string, fn: number) => boolean;
}

export function changeSeen(
  facts: ChangeFacts,
  directed: DirectedBy | null,
  keys: () => Keys,
  maySee: ChangeSeen['maySee'],
  /** What has turned out to be the same counts as if it had not changed. */
  isSame: (path: string, fn: number) => boolean,
): ChangeSeen {
  const mayRun = (path: string, fn: number): boolean =>
    directed === null ? maySee(path, fn) : directed.head.mayRun(path, fn, keys());
  return {
    isChanged: (path, fn) => facts.hasChanged({ path, fn }) && !isSame(path, fn),
    isOnlyChange: (path, fn) => facts.isOnlyChange({ path, fn }),
    mayRun: (path, fn) => !isSame(path, fn) && mayRun(path, fn),
    maySee,
  };
}
