import { invariant } from '#core/diagnostics';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';

/** One function of one version of a program. */
export interface FunctionVersion {
  readonly loaded: LoadedProgram;
  readonly path: string;
  /** Number of the function in its module. */
  readonly index: number;
}

/** A function before and after the change. */
export interface FunctionPair {
  readonly base: FunctionVersion;
  readonly head: FunctionVersion;
}

export function functionOf({ loaded, path, index }: FunctionVersion): {
  readonly module: ModuleIr;
  readonly fn: FunctionIr;
} {
  const module = loaded.module(path);
  const fn = module?.functions[index];
  invariant(module !== null && fn !== undefined, 'a function that is compared is in its module');
  return { module, fn };
}
