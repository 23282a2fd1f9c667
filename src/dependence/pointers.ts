import type { Interner } from '#core/interner';
import type { Program } from '#ir/program';
import type { BuiltIn } from './built-in';
import type { UnresolvedCall } from './call-graph';
import type { HeldObjects } from './held-objects';
import type { LinkedName, Linker } from './link';
import type { ObjectSpace } from './object-space';
import type { PointsTo } from './points-to';

/** Which objects each variable may hold and which functions each call may reach. */
export interface PointerAnalysis {
  /** False when the time ran out before all flows were followed. */
  readonly complete: boolean;
  /** Names the solution; null when it is not kept. */
  readonly key: string | null;
  /** Properties below this are numbered alike wherever the key is the same. */
  readonly solvedProperties: number;
  readonly program: Program;
  readonly objects: ObjectSpace;
  readonly pointsTo: HeldObjects;
  readonly linker: Linker;
  readonly varBase: Int32Array;
  readonly propertyNames: Interner;
  readonly calls: ResolvedCalls;
  /** Per function, how many arguments `bind` fixes. */
  readonly bound: ReadonlyMap<number, readonly number[]>;
  /** The program-wide number of a string of a module. */
  property(module: number, string: number): number;
  /** What an import binding of a module stands for; undefined for what is declared in the module. */
  importOf(module: number, binding: number): LinkedName | undefined;
}

/** Where a call is. */
export interface CallSite {
  readonly module: number;
  readonly index: number;
  readonly node: number;
  readonly returnNode: number;
  readonly caller: number;
}

/** A call of the program: where it is, and what was found out about it. */
export interface ResolvedCall extends CallSite {
  readonly targetCount: number;
  readonly builtIn: BuiltIn | null;
}

/** An accessor or iterator that runs as part of a node. */
export interface ImplicitCall {
  readonly node: number;
  readonly callee: number;
}

/** Calls are numbered through, module by module. */
export interface ResolvedCalls {
  readonly count: number;
  /** First call of each module, and how many there are. */
  readonly base: Int32Array;
  readonly implicit: readonly ImplicitCall[];
  /** Calls that end the process, and calls that make a promise. */
  readonly exiting: Int32Array;
  readonly settling: Int32Array;
  /** In pairs, a call that settles a promise, and the call that made that. */
  readonly settled: Int32Array;
  /** Calls that may also run any of the functions that variables with too many hold in common; and these functions. */
  readonly open: Int32Array;
  readonly common: Int32Array;
  /** Nodes as part of which one of them may run; ascending. */
  readonly openNodes: Int32Array;
  call(index: number): ResolvedCall;
  site(index: number): CallSite;
  /** The call that a node makes, −1 for none. */
  indexAt(node: number): number;
  targetCount(index: number): number;
  targetsOf(index: number): Int32Array;
  /** Functions that a built-in or unknown code calls during a call. */
  callbacksOf(index: number): Int32Array;
  isOpen(index: number): boolean;
  /** Whether functions other than those found may be called. */
  isUnresolved(index: number): boolean;
  unresolved(index: number): UnresolvedCall | undefined;
}

/** The machinery that finds it out. */
export interface PointerSolver {
  readonly program: Program;
  readonly objects: ObjectSpace;
  readonly pointsTo: PointsTo;
  readonly linker: Linker;
  readonly varBase: Int32Array;
  /** Per module, program-wide numbers of its strings. */
  readonly properties: readonly Int32Array[];
  readonly propertyNames: Interner;
  /** What each import binding (program-wide variable) stands for. */
  readonly imports: ReadonlyMap<number, LinkedName>;
  readonly calls: {
    readonly all: readonly SolverCall[];
    readonly implicit: readonly ImplicitCall[];
    /** Nodes as part of which functions may run that variables with too many hold in common. */
    readonly openNodes: ReadonlySet<number>;
  };
}

/** A call while it is being resolved. */
export interface SolverCall {
  readonly module: number;
  readonly index: number;
  readonly builtIn: BuiltIn | null;
  /** Ends the process. */
  readonly exits: boolean;
  readonly targets: Set<number>;
  readonly callbacks: Set<number>;
  /** Variables whose functions it runs. */
  readonly callees: number[];
  /** Calls that make a promise which it settles. */
  readonly settles: Set<SolverCall>;
}
