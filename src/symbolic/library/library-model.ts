import type { Machine } from '../machine';
import type { Value } from '../value';

/** One call of a function of the language. */
export interface LibraryCall {
  /** As the realm names it: `Array.prototype.map`. */
  readonly name: string;
  readonly receiver: Value;
  readonly args: readonly Value[];
  /** For `new`: the constructor that was asked for; null for a plain call. */
  readonly newTarget: Value | null;
}

/**
 * How faithful a model is. `exact`: every path and value is right. `bounded`: right up to the limits of the exploration,
 * which a path that meets them says. `concretised`: arguments that are open are fixed to one value first, which the path says.
 */
export type Grade = 'exact' | 'bounded' | 'concretised';

/**
 * What a function of the language does to the program's state. Written as if everything were known:
 * the machine forks on decisions and waits for callbacks.
 */
export interface LibraryModel {
  readonly grade: Grade;
  readonly run: (machine: Machine, call: LibraryCall) => Value;
}

export type LibraryPart = Readonly<Record<string, LibraryModel>>;

export function exact(run: LibraryModel['run']): LibraryModel {
  return { grade: 'exact', run };
}

export function bounded(run: LibraryModel['run']): LibraryModel {
  return { grade: 'bounded', run };
}

export function concretised(run: LibraryModel['run']): LibraryModel {
  return { grade: 'concretised', run };
}
