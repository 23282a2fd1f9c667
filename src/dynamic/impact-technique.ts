/** A way to tell which functions a change of some functions may affect, from what was recorded. */
export interface ImpactTechnique {
  readonly name: string;
  /** Functions that were not recorded are none of its answer, changed or not. */
  impact(changed: Iterable<number>): Set<number>;
}
