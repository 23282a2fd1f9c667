import type { Diagnostic } from '#core/diagnostics';
import type { NodeRef, SpanResult } from './location';

/** What depends on a place (forward), or what it depends on (backward), before anything is changed. */
export interface ImpactResult {
  readonly schemaVersion: 1;
  readonly target: ImpactTarget;
  readonly direction: 'forward' | 'backward';
  /** Without the target itself, most directly affected first. */
  readonly statements: readonly ImpactedStatement[];
  readonly functions: readonly ImpactedFunction[];
  readonly diagnostics: readonly Diagnostic[];
  readonly complete: boolean;
}

export interface ImpactTarget {
  /** `src/a.ts:12` or `src/a.ts#Class.method`. */
  readonly id: string;
  readonly nodes: readonly NodeRef[];
}

export interface ImpactedStatement {
  readonly id: string;
  /** The id of the function it stands in. */
  readonly function: string;
  readonly span: SpanResult;
  readonly line: number;
  readonly text: string;
  /** Between 0 and 1; higher is more strongly affected. */
  readonly score: number;
  /** How many dependences of the chain are guesses: on properties of objects that are not told apart. 0: it depends on the change as far as can be known without running it. */
  readonly vague: number;
  /** Dependences between it and the nearest seed. */
  readonly distance: number;
  /** A chain of dependences from a seed to it (from it to a seed, when the direction is backward). */
  readonly because: readonly Step[];
}

export interface ImpactedFunction {
  readonly id: string;
  readonly span: SpanResult;
  readonly score: number;
  /** Of its nearest statement. */
  readonly vague: number;
  readonly distance: number;
  /** How many of its statements are affected. */
  readonly statements: number;
  readonly because: readonly Step[];
}

export interface Step {
  readonly kind: StepKind;
  readonly from: NodeRef;
  readonly to: NodeRef;
  /** The place of a data dependence (`total`, `cart.items`), the outcome of a condition (`T`); may be empty. */
  readonly label: string;
}

/** `shared`: through a variable or object that both functions reach, rather than a parameter or result. */
export type StepKind = 'control' | 'data' | 'call' | 'parameter' | 'return' | 'throw' | 'shared';
