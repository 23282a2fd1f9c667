import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModuleLoads } from '../register/module-loads';
import { replaceMethod } from '../runtime/replace-method';
import type { TraceSettings } from '../runtime/settings';
import type { VitestConfig } from './vitest-plugin';

/**
 * Processes and threads of vitest that run tests. Code of the project comes to them from vitest's server, with probes,
 * and Node loads hardly more than vitest itself. They do without hooks for modules, which all modules of vitest would have
 * to pass, until code or a request comes by which Node may load a module of the project: both pass methods of the classes
 * that are watched here.
 */
export class VitestWorker {
  readonly #evaluators: readonly Evaluator[];
  readonly #loads: ModuleLoads;
  #runsTests = false;

  constructor(evaluators: readonly Evaluator[], loads: ModuleLoads) {
    this.#evaluators = evaluators;
    this.#loads = loads;
  }

  /** What Node loads by an `import()` of vitest's, it loads of its own from then on. */
  async watch(quietly: <T>(body: () => T) => T, importing: ImportModule): Promise<void> {
    try {
      await watchEvaluators(this.#evaluators, importing, {
        runs: (code, isOfTests) =>
          quietly(() => {
            this.#runsTests ||= isOfTests;
            if (typeof code === 'string') this.#loads.expectFrom(code, '');
            else this.#loads.expect();
          }),
        imports: (id) => quietly(() => this.#loads.expectNative(id)),
      });
    } catch {
      quietly(() => this.#loads.expect());
    }
  }

  /** A runner was made; it is the first that vitest runs for tests. Whatever else has run it may import anything. */
  confirm(): void {
    if (!this.#runsTests) this.#loads.expect();
  }
}

/** `import()` of an address. */
export type ImportModule = (address: string) => Promise<Readonly<Record<string, unknown>>>;

export interface EvaluatorEvents {
  runs(code: unknown, isOfTests: boolean): void;
  imports(id: unknown): void;
}

/** Tells, in this process, before something is run or imported. Fails where vitest is not as it is known. */
export async function watchEvaluators(
  evaluators: readonly Evaluator[],
  importing: ImportModule,
  told: EvaluatorEvents,
): Promise<void> {
  for (const evaluator of evaluators) {
    const exported = await importing(pathToFileURL(evaluator.file).href);
    const prototype: object = Object(Reflect.get(Object(exported[evaluator.name]), 'prototype'));
    before(prototype, evaluator.runs, ([, code]) => told.runs(code, evaluator.isOfTests));
    before(prototype, evaluator.imports, ([id]) => told.imports(id));
  }
}

function before(prototype: object, name: string, look: (args: readonly unknown[]) => void): void {
  const method: unknown = Reflect.get(prototype, name);
  if (typeof method !== 'function') throw new TypeError(`vitest has no ${name}`);
  replaceMethod(prototype, name, function (this: unknown, ...args: unknown[]) {
    look(args);
    return Reflect.apply(method, this, args) as unknown;
  });
}

/** A class that runs code from vitest's server, and imports what the server leaves to Node. */
export interface Evaluator {
  readonly file: string;
  readonly name: string;
  /** Its second argument is the code. */
  readonly runs: string;
  /** Its first argument says what. */
  readonly imports: string;
  readonly isOfTests: boolean;
}

/** What is to be watched in this process or thread; null when it is none that runs tests for vitest, or not known to be. */
export function vitestEvaluators({ vitest, program }: TraceSettings): readonly Evaluator[] | null {
  if (vitest === null) return null;
  try {
    const file = realpathSync(program ?? process.argv[1] ?? '');
    const isOwn = file.startsWith(join(vitest, 'dist', 'workers')) && /[\\/](?:forks|threads)\.js$/.test(file);
    if (!isOwn && !ofTinypool.test(file)) return null;
    const found = isOwn ? evaluatorsSince4(vitest) : evaluatorsBefore4(vitest);
    return found.every((evaluator) => existsSync(evaluator.file)) ? found : null;
  } catch {
    return null;
  }
}

const ofTinypool = /[\\/]node_modules[\\/]tinypool[\\/]dist[\\/]entry[\\/](?:process|worker)\.js$/;

/** Those of the process that has the servers. */
export function evaluatorsOf(vitest: string): readonly Evaluator[] {
  if (existsSync(join(vitest, 'dist/module-evaluator.js'))) return evaluatorsSince4(vitest);
  return [...evaluatorsBefore4(vitest), evaluatorOfVite(vitest)];
}

function evaluatorsSince4(vitest: string): readonly Evaluator[] {
  const file = join(vitest, 'dist/module-evaluator.js');
  return [
    { file, name: 'VitestModuleEvaluator', ...methodsSinceVite6, isOfTests: true },
    // By it, environments of tests are loaded.
    evaluatorOfVite(vitest),
  ];
}

function evaluatorOfVite(vitest: string): Evaluator {
  const file = createRequire(join(vitest, 'package.json')).resolve('vite/module-runner');
  return { file, name: 'ESModulesEvaluator', ...methodsSinceVite6, isOfTests: false };
}

const methodsSinceVite6 = { runs: 'runInlinedModule', imports: 'runExternalModule' };

function evaluatorsBefore4(vitest: string): readonly Evaluator[] {
  const required = createRequire(join(vitest, 'package.json')).resolve('vite-node/client');
  const methods = { runs: 'runModule', imports: 'importExternalModule' };
  return [{ file: required.replace(/\.cjs$/, '.mjs'), name: 'ViteNodeRunner', ...methods, isOfTests: true }];
}

/** Whether workers of a project run nothing of the project past the classes that are watched. */
export function leavesModulesToServer({ pool, poolMatchGlobs, experimental }: VitestConfig): boolean {
  const isKnown = pool === undefined || ['forks', 'threads', 'vmForks', 'vmThreads'].includes(pool);
  return (
    isKnown &&
    (poolMatchGlobs ?? []).length === 0 &&
    experimental?.viteModuleRunner !== false &&
    experimental?.openTelemetry?.enabled !== true
  );
}

/** Files of vitest, by their paths, that read files for vitest itself, and not what tests import. */
export const readsForVitest =
  /[\\/](?:vitest|vite-node|vite)[\\/]dist[\\/](?!module-evaluator\.|node[\\/]module-runner\.|client\.)[^?]*$/;
