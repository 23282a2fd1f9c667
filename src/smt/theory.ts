import type { Scalar } from './sorts';
import type { OperationName } from './operations';
import type { Code } from './smt-lib-code';
import type { Script } from './smt-lib-script';
import type { Printed } from './smt-lib-values';
import type { Domain, OperationTerm } from './term';

/** The operation to be translated, and where its declarations and side facts go. */
export interface Target {
  readonly script: Script;
  readonly term: OperationTerm;
  readonly range: Domain;
  /**
   * Says that the code allows values which the operation does not have: an answer `sat` may turn out wrong. A reason is
   * given where something is left out that no theory here has; rounding needs none.
   */
  readonly approximate: (reason?: string) => void;
  /** A further assumption under which the code is exact: worth trying when a model turns out wrong. */
  readonly suppose: (expression: string) => void;
}

export type Translate = (args: readonly Code[], target: Target) => Code;

/**
 * How values and operations are said to a solver. What a theory says of an operation must be true of it: an answer
 * `unsat` then is one. It need not be all that is true: models are always checked by the engine.
 */
export interface Theory {
  readonly name: string;
  constant(value: Scalar): Code | null;
  /** Something of which only the range is known: a symbol, or an operation that the theory does not have. */
  unknown(sort: 'bool' | 'num' | 'str' | 'big', range: Domain, script: Script): Code | null;
  /** An assumption under which an unknown has a value that the engine has too; null where it always does. */
  plain(code: Code): string | null;
  /** Those that are missing are unknown values. */
  readonly operations: Readonly<Partial<Record<OperationName, Translate>>>;
  choice(condition: string, yes: Code, no: Code, script: Script, range: Domain): Code;
  /** Whether two values are the same by `Object.is`. */
  same(left: Code, right: Code): string;
  /** Whether one number is at most another; `false` for NaN. Null where the theory has no order of its own to be told of. */
  atMost(left: Code, right: Code): string | null;
  /** Expressions whose values say the value of a code. */
  parts(code: Code): readonly string[];
  /** The value from the values of the parts; null when there is none, such as an irrational number. */
  read(code: Code, parts: readonly Printed[]): Scalar | null;
}
