/** How many objects and functions a variable may hold, until so many were put into variables. */
export interface PointerLimit {
  readonly upTo: number;
  readonly objects: number;
  readonly functions: number;
}

/**
 * More objects than this in one variable are merged into "some object"; functions have a limit of their own. As the
 * sets of a large program fill up, the limits tighten, so that the cost stays bounded.
 */
export const pointerLimits: readonly PointerLimit[] = [
  { upTo: 3_000_000, objects: 12, functions: 64 },
  { upTo: 6_000_000, objects: 6, functions: 16 },
  { upTo: 10_000_000, objects: 2, functions: 6 },
  { upTo: Infinity, objects: 1, functions: 1 },
];
