/** How many objects and functions a variable may hold. */
export interface PointerLimit {
  readonly objects: number;
  readonly functions: number;
}

/** More objects than this in one variable are merged into "some object"; more functions are held in common. */
export const pointerLimit: PointerLimit = { objects: 12, functions: 64 };
