import type { Frame } from '#symbolic/frame';

/** Whether a frame is about to execute its node for the first time, rather than in the middle of it. */
export function isBetweenNodes({ progress, resumption }: Frame): boolean {
  return progress.log.length === 0 && progress.decisions.length === 0 && resumption === null;
}
