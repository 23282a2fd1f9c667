import type { Frame } from './frame';
import type { State } from './state';

/** The frame of the module that is being evaluated, if any. */
export function moduleFrame({ frame }: State): Frame | null {
  let at = frame;
  while (at !== null && at.purpose.kind !== 'module') at = at.caller;
  return at;
}
