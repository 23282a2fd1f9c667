import type { Ref } from '#symbolic/value';
import { Partners } from './partners';

/** What functions of two versions have around them, and which of it is one thing: as seen in all that is compared of one end. */
export class Surroundings {
  readonly cells = new Partners();
  readonly objects = new Partners();
  /** Objects that functions have around them. */
  readonly around = { first: new Set<Ref>(), second: new Set<Ref>() };
}
