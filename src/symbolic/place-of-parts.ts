import type { InputObject } from './heap-object';
import type { Location } from './location';

/** Where the parts of an object that was handed in are found. */
export function placeOfParts({ location, since }: InputObject): Location {
  return since ?? location;
}
