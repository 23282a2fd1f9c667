import { Session } from 'node:inspector';
import Module, { syncBuiltinESMExports, type SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { callingFiles } from './files-on-stack';
import { replaceMethod } from './replace-method';

export interface CoverageRequest {
  /** Whether a file may have probes. */
  isOwn(file: string): boolean;
  /** Coverage of the source of a file, of that of the script which was made of it; null where it cannot be said. */
  ofSource(file: string, functions: readonly FunctionCoverage[], map: SourceMap): readonly FunctionCoverage[] | null;
}

/**
 * Who asks the engine for coverage in this process, as tap does from 18 on, gets that of the source without probes: such
 * scripts have no map then.
 */
export function watchCoverage({ isOwn, ofSource }: CoverageRequest): void {
  const { findSourceMap } = Module;
  const mapOf = (file: string): SourceMap | undefined => findSourceMap(file);
  replaceMethod(Module, 'findSourceMap', function (this: unknown, ...args: Parameters<typeof findSourceMap>) {
    const [file] = args;
    const isCovered = isOwn(file.startsWith('file:') ? fileURLToPath(file) : file) && isAskedForCoverage();
    return isCovered ? undefined : (Reflect.apply(findSourceMap, this, args) as SourceMap | undefined);
  });
  syncBuiltinESMExports();
  const post: unknown = Reflect.get(Session.prototype, 'post');
  if (typeof post !== 'function') return;
  const translated = (result: CoverageResult): void => {
    for (const script of result.result ?? []) {
      if (!script.url.startsWith('file:')) continue;
      const file = fileURLToPath(script.url);
      const map = isOwn(file) ? mapOf(script.url) : undefined;
      const functions = map === undefined ? null : ofSource(file, script.functions, map);
      if (functions !== null) script.functions = functions;
    }
  };
  replaceMethod(Session.prototype, 'post', function (this: unknown, ...args: unknown[]) {
    const told = args.at(-1);
    if (args[0] !== 'Profiler.takePreciseCoverage' || typeof told !== 'function') {
      return Reflect.apply(post, this, args) as unknown;
    }
    const tell = (error: unknown, result: CoverageResult | undefined): unknown => {
      if (error === null && result !== undefined) translated(result);
      return Reflect.apply(told, undefined, [error, result]) as unknown;
    };
    return Reflect.apply(post, this, [...args.slice(0, -1), tell]) as unknown;
  });
}

/** What V8 says of a function: the first range is all of it, the others are parts that ran another number of times. */
export interface FunctionCoverage {
  readonly functionName: string;
  readonly ranges: readonly CoverageRange[];
  readonly isBlockCoverage: boolean;
}

export interface CoverageRange {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface CoverageResult {
  readonly result?: readonly { readonly url: string; functions: readonly FunctionCoverage[] }[];
}

/** Others want to know where the code that runs comes from. */
function isAskedForCoverage(): boolean {
  return callingFiles()?.some((file) => /[\\/]@tapjs[\\/]processinfo[\\/]/.test(file)) === true;
}
