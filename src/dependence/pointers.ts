import type { Interner } from '#core/interner';
import type { Program } from '#ir/program';
import type { BuiltIn } from './built-ins';
import type { UnresolvedCall } from './call-graph';
import type { LinkedName, Linker } from './link';
import type { ObjectSpace } from './object-space';
import type { PointsTo } from './points-to';

/** Which objects each variable may hold and which functions each call may reach. */
export interface PointerAnalysis {
  /** False when the time ran out before all flows were followed. */
  readonly complete: boolean;
  readonly program: Program;
  readonly objects: ObjectSpace;
  readonly pointsTo: PointsTo;
  readonly linker: Linker;
  readonly varBase: Int32Array;
  /** Per module, program-wide ids of its strings. */
  readonly properties: readonly Int32Array[];
  readonly propertyNames: Interner;
  readonly calls: ResolvedCalls;
  /** What each import binding (program-wide variable) stands for. */
  readonly imports: ReadonlyMap<number, LinkedName>;
}

/** A call of the program: where it is, and what was found out about it. */
export interface ResolvedCall {
  readonly module: number;
  readonly index: number;
  readonly node: number;
  readonly returnNode: number;
  readonly caller: number;
  readonly targets: Set<number>;
  readonly callbacks: Set<number>;
  readonly builtIn: BuiltIn | null;
  /** The name shown for a call without target. */
  readonly name: string;
  readonly exits: boolean;
  escaped: boolean;
}

export interface ImplicitCall {
  readonly node: number;
  readonly callee: number;
}

export interface ResolvedCalls {
  readonly all: readonly ResolvedCall[];
  /** Accessors that run as part of a node. */
  readonly implicit: readonly ImplicitCall[];
  unresolved(): UnresolvedCall[];
}
