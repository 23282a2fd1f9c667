import type { Frame } from '#symbolic/frame';

/** The frame of a stack that has some number of frames below it, or the top where there are not so many. */
export function frameAt(top: Frame | null, depth: number): Frame | null {
  let at = top;
  while (at !== null && at.depth > depth) at = at.caller;
  return at;
}
