import type { KeyNames } from './key-names';
import type { LaterCallee } from './later-call';
import type { ReplayOutcome } from './outcome';

/** What parent and child say to each other. The child is told everything: it never asks. */
export type ToChild =
  /** Code by key, before the first program that uses it. */
  | { readonly kind: 'code'; readonly units: readonly CodeUnit[] }
  | { readonly kind: 'program'; readonly program: ChildProgram }
  | { readonly kind: 'run'; readonly first: number; readonly inputs: readonly ChildInput[] }
  /** A first look at many inputs at once. */
  | { readonly kind: 'skim'; readonly inputs: readonly ChildInput[]; readonly names: KeyNames | null };

export type FromChild =
  | { readonly kind: 'ready' }
  /** The modules of this input are loaded and its call begins. */
  | { readonly kind: 'calling'; readonly index: number }
  | {
      readonly kind: 'outcome';
      readonly index: number;
      readonly outcome: ReplayOutcome;
      /** Something of this input may be felt by the next one: a changed built-in, work still going on. */
      readonly tainted: boolean;
    }
  /** In the order of the inputs; null where nothing could be said. */
  | { readonly kind: 'skimmed'; readonly digests: readonly (string | null)[]; readonly tainted: boolean };

export interface CodeUnit {
  readonly key: string;
  /** An expression: the function that runs the module. */
  readonly code: string;
  readonly fileName: string;
}

export interface ChildProgram {
  readonly entry: string;
  readonly modules: readonly ChildModule[];
  readonly target: TargetPlace;
  /** Names that the inputs may use although the compiled module does not have them as variables. */
  readonly imports: readonly ImportedName[];
  /** Variables of the entry module to look at after the call. */
  readonly state: readonly StateName[];
  /** Those of other modules. */
  readonly otherState: readonly ModuleState[];
}

/** Variables of a module that has opened its scope. */
export interface ModuleState {
  readonly path: string;
  /** What the module is called where its variables are told. */
  readonly shownAs: string;
  readonly state: readonly StateName[];
}

export interface StateName {
  readonly name: string;
  /** Only what it holds can change, so it is looked at only when it holds an object. */
  readonly isConstant: boolean;
}

export interface ChildModule {
  /** Relative to the root. */
  readonly path: string;
  /** Absolute; need not exist. */
  readonly fileName: string;
  readonly key: string;
  readonly format: 'esm' | 'commonjs';
  /** How packages are imported: as the engine does, or as compilers to CommonJS do. */
  readonly interop: 'esm' | 'commonjs';
  /** It is written with `import`, so it has to wait for other modules; what it exports may still be `module.exports`. */
  readonly awaits: boolean;
  /** Specifiers that its code gives to `require`, which cannot wait. */
  readonly required: readonly string[];
  readonly links: Readonly<Record<string, Link>>;
}

export type Link =
  | { readonly kind: 'module'; readonly path: string }
  /** By its specifier, from the folder of the importer. */
  | { readonly kind: 'external' }
  /** A style sheet, a picture: bundlers know what it means, the engine does not. */
  | { readonly kind: 'asset' }
  | { readonly kind: 'missing'; readonly reason: string };

export interface ImportedName {
  readonly local: string;
  readonly specifier: string;
  /** `*` for the namespace. */
  readonly imported: string;
  /** The module that has it as a name of its own, exported or not, and has opened its scope. */
  readonly scope?: string;
}

/** How the child gets hold of the function among what the probes show it. */
export type TargetPlace =
  /** Loading the module is the call. */
  | { readonly kind: 'module' }
  /** The probe shows the function itself; `each`: one per instance, the last one counts. */
  | { readonly kind: 'function'; readonly each: boolean }
  /** The probe shows the object or class. */
  | { readonly kind: 'member'; readonly key: string | null; readonly member: MemberKind; readonly isStatic: boolean }
  /** The probe shows a function that calls the private member. */
  | { readonly kind: 'private' }
  | { readonly kind: 'constructor' }
  | { readonly kind: 'default-export' };

export type MemberKind = 'method' | 'get' | 'set';

export interface ChildInput {
  /** Evaluates to `{ receiver, args, later }` in the scope of the entry module. */
  readonly text: string;
  readonly showsReceiver: boolean;
  /** What to call afterwards, with the arguments that the text gives under `later`. */
  readonly later: readonly LaterCallee[];
  /** It is not waited for before that. */
  readonly atOnce: boolean;
  /** Of `ChildProgram.imports`, those that the text mentions. */
  readonly imports: readonly string[];
  readonly lookBefore: boolean;
}

/** The name under which instrumented code and inputs find the child's helpers. */
export const handle = '__wingbeat__';
