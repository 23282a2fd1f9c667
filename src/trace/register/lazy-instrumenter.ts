import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Instrumented, InstrumentRequest } from '../instrument';
import type { JestCoverage } from '../runners/jest-coverage';
import type { FunctionCoverage } from '../runtime/inspector-coverage';
import type { CoveredScript } from '../v8-coverage';

/** What reads code. A parser takes longer to load than most test files take to run. */
export interface Instrumenter {
  instrument(request: InstrumentRequest): Instrumented | null;
  /** Files that a module imports by relative paths. */
  relativeImports(code: string, file: string): readonly string[];
  withoutProbes(coverage: JestCoverage): JestCoverage;
  /** Whether jest runs this as a module. */
  hasModuleSyntax(code: string): boolean;
  coverageOfSource(script: CoveredScript): readonly FunctionCoverage[];
}

/** Null where it cannot be loaded, as when a test has put something else in the place of `fs`. */
export type LazyInstrumenter = () => Instrumenter | null;

/** Loads the instrumenter from beside the preloaded program when it is first asked for. */
export function lazyInstrumenter(preload: string): LazyInstrumenter {
  let loaded: Instrumenter | null = null;
  return () => {
    if (loaded !== null) return loaded;
    try {
      const file = fileURLToPath(new URL('trace-instrumenter.js', preload));
      ({ instrumenter: loaded } = createRequire(preload)(file) as { instrumenter: Instrumenter });
    } catch {
      return null;
    }
    return loaded;
  };
}
