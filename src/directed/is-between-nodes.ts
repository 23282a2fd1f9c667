import type { Frame } from '#symbolic/frame';

/** Whether a frame is about to execute its node for the first time, rather than in the middle of it. */
export function isBetweenNodes({ progress, resumption, yielding }: Frame): boolean {
  const isFresh = progress.log.length === 0 && progress.decisions.length === 0;
  return isFresh && resumption === null && yielding === null;
}
