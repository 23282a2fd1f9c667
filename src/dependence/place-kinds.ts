/** What shared places are, with the meaning of their two numbers; numbers that nothing is said about are 0. */
export const placeKinds = {
  /** object, property */
  field: 0,
  /** property: of some object, not known which */
  ofAnyObject: 1,
  /** object: all its properties */
  everything: 2,
  /** number of the name among the properties */
  global: 3,
  /** module, `bindingCode` */
  binding: 4,
  /** function: what the consumers of its generators pass to `next` */
  resumed: 5,
  /** call: what the promise that it makes is settled with */
  settled: 6,
  /** one of `commonRoles`: what calls of the functions that variables with too many hold in common do with these functions */
  common: 7,
} as const;

/** That one of them is called, what it is given, what comes back, and what it settles promises with. */
export const commonRoles = { called: 0, given: 1, returned: 2, settled: 3 } as const;
