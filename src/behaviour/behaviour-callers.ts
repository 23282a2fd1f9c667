/** Which tests call a function with an input that has one behaviour. */
export interface BehaviourCallers {
  /** How many tests run the function. */
  readonly running: number;
  readonly reaching: readonly string[];
  /** Tests that may do so: their calls, or whether these have the behaviour, are not known. */
  readonly open: readonly string[];
}
