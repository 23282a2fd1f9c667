/** A node of the program. */
export interface Site {
  readonly path: string;
  readonly fn: number;
  readonly node: number;
}
