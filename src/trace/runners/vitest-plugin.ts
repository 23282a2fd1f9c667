import { isAbsolute, resolve } from 'node:path';
import { missingFiles } from '../runtime/missing-files';
import type { Selection } from './test-events';

/** What is used of vite and vitest, as all versions from 2 on have it. */
export interface ViteConfig {
  root?: string | undefined;
  plugins?: readonly unknown[] | undefined;
  test?: VitestConfig | undefined;
}

/** What vite made of a configuration. */
export interface ResolvedViteConfig extends ViteConfig {
  readonly plugins: { readonly enforce?: unknown }[];
}

export interface VitestConfig {
  root?: string | undefined;
  runner?: string | undefined;
  typecheck?: { enabled?: boolean | undefined } | undefined;
  watch?: boolean | undefined;
  browser?: { enabled?: boolean | undefined } | undefined;
  experimental?: VitestExperiments | undefined;
  pool?: string | undefined;
  poolMatchGlobs?: readonly unknown[] | undefined;
  passWithNoTests?: boolean | undefined;
  coverage?: { enabled?: boolean | undefined; provider?: string | undefined } | undefined;
}

interface VitestExperiments {
  fsModuleCache?: unknown;
  viteModuleRunner?: unknown;
  openTelemetry?: { enabled?: unknown } | undefined;
}

export interface VitestProject {
  readonly name: string;
  readonly config: VitestConfig;
  globTestFiles?(filters?: unknown): Promise<{ readonly testFiles: readonly string[] }>;
}

interface ConfiguredVitest {
  readonly project: VitestProject;
  readonly vitest: { config: VitestConfig };
  experimental_defineCacheKeyGenerator?(keyOf: () => false): void;
}

interface TransformContext {
  getCombinedSourcemap(): unknown;
  resolve(source: string, importer: string, options: object): Promise<{ readonly id: string } | null>;
}

/** What the plugin asks of the process that it is in. */
export interface VitestHost {
  /** Null to run all tests. */
  readonly selection: Selection | null;
  /** Absolute path and text → the text with probes, null where it is to stay as it is. */
  instrument(file: string, code: string, map: () => unknown): { readonly code: string; readonly map: unknown } | null;
  /** All plugins have changed a module. */
  combineMaps(context: object): void;
  imported(from: string, to: string): void;
  /** A project whose tests will be run as its configuration, and that of all projects, say by then. */
  configured(config: VitestConfig, ofAll: VitestConfig): void;
  /** Makes a file for vitest's workers: a runner that tells of its tests and otherwise is `runner`, or vitest's own. */
  runnerFile(runner: string | null): RunnerFile;
  note(message: string): void;
}

export interface RunnerFile {
  readonly file: string;
  readonly text: string;
}

interface Transform {
  readonly order: 'pre' | 'post';
  handler(this: TransformContext, code: string, id: string): unknown;
}

/** Comes after everything else. */
export interface LateVitePlugin {
  readonly name: string;
  readonly enforce: 'post';
  readonly transform: Transform;
}

export interface VitePlugin {
  readonly name: string;
  readonly enforce: 'pre';
  config(config: ViteConfig): void;
  configResolved(config: ViteConfig): void;
  configureVitest(context: ConfiguredVitest): void;
  readonly resolveId: {
    readonly order: 'pre';
    handler(this: TransformContext, source: string, importer: string | undefined, options: object): Promise<unknown>;
  };
  readonly load: {
    readonly order: 'pre';
    handler(id: string): string | null;
  };
  readonly transform: Transform;
}

/**
 * For each server that vitest makes: there is one for the root and one for every project. Modules are instrumented as
 * they are written, unless a tool counts statements of the code: it must not count probes.
 */
export function vitestPlugins(host: VitestHost): readonly [VitePlugin, LateVitePlugin] {
  let isBrowser = false;
  let isCounted = process.argv.includes('--coverage.provider=istanbul');
  const runners = new Map<string, string>();

  function prepare(test: VitestConfig, root: string): void {
    if (test.runner !== undefined && runners.has(test.runner)) return;
    const made = host.runnerFile(test.runner === undefined ? null : absolute(test.runner, test.root ?? root));
    runners.set(made.file, made.text);
    test.runner = made.file;
    // Types are checked by a compiler, which is no run of a test.
    if (test.typecheck?.enabled === true) test.typecheck.enabled = false;
    // Instrumented code must not be found there by a later run.
    if (test.experimental?.fsModuleCache !== undefined) test.experimental.fsModuleCache = false;
  }

  function transform(order: 'pre' | 'post'): Transform {
    return {
      order,
      handler(code, id) {
        if (isBrowser || !isPlainModule(id) || runners.has(id)) return null;
        if (order === 'post' && !isCounted) host.combineMaps(this);
        if ((order === 'post') !== isCounted) return null;
        return host.instrument(filePart(id), code, () => this.getCombinedSourcemap());
      },
    };
  }

  const late: LateVitePlugin = { name: 'wingbeat:record-late', enforce: 'post', transform: transform('post') };
  const early: VitePlugin = {
    name: 'wingbeat:record',
    enforce: 'pre',
    config(config) {
      config.test ??= {};
      prepare(config.test, config.root ?? '.');
      config.test.watch = false;
      if (host.selection !== null) config.test.passWithNoTests = true;
    },
    configResolved(config) {
      isBrowser = config.plugins?.some(isBrowserPlugin) === true;
      isCounted ||= countsStatements(config.test?.coverage);
    },
    configureVitest({ project, vitest, experimental_defineCacheKeyGenerator: defineKey }) {
      vitest.config.watch = false;
      host.configured(project.config, vitest.config);
      // Whoever asked for it: what has probes is not kept.
      defineKey?.(() => false);
      isCounted = countsStatements(vitest.config.coverage);
      if (host.selection !== null) {
        vitest.config.passWithNoTests = true;
        selectFiles(project, host.selection);
      }
      if (project.config.browser?.enabled === true) {
        isBrowser = true;
        host.note(
          `tests of ${project.name === '' ? 'the project' : project.name} run in a browser and are not recorded`,
        );
      } else prepare(project.config, project.config.root ?? '.');
    },
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        if (runners.has(source)) return source;
        if (importer === undefined || isBrowser) return null;
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
        if (resolved !== null) host.imported(filePart(importer), filePart(resolved.id));
        else for (const file of missingFiles(filePart(importer), source)) host.imported(filePart(importer), file);
        return resolved;
      },
    },
    // Vite may refuse to read a file that lies outside of the project.
    load: {
      order: 'pre',
      handler: (id) => runners.get(id) ?? null,
    },
    transform: transform('pre'),
  };
  return [early, late];
}

/** V8 itself counts, and what it says of probes can be told apart later. */
function countsStatements(coverage: VitestConfig['coverage']): boolean {
  return coverage?.enabled === true && coverage.provider !== undefined && coverage.provider !== 'v8';
}

/** Version 2 has no such place: there the runner leaves files out. */
function selectFiles(project: VitestProject, selection: Selection): void {
  const glob = project.globTestFiles?.bind(project);
  if (glob === undefined) return;
  project.globTestFiles = async (filters) => {
    const found = await glob(filters);
    return { ...found, testFiles: found.testFiles.filter((file) => selection.hasFile(file)) };
  };
}

function absolute(runner: string, root: string): string {
  return runner.startsWith('.') && !isAbsolute(runner) ? resolve(root, runner) : runner;
}

function isBrowserPlugin(plugin: unknown): boolean {
  return (
    typeof plugin === 'object' &&
    plugin !== null &&
    'name' in plugin &&
    typeof plugin.name === 'string' &&
    plugin.name.startsWith('vitest:browser')
  );
}

function filePart(id: string): string {
  return id.replace(/\?.*$/s, '');
}

/** A question mark asks for something else than the module, unless it only says which version of it. */
function isPlainModule(id: string): boolean {
  const query = /\?(.*)$/s.exec(id)?.[1];
  return query === undefined || /^(?:(?:v|t|vitest)=[^&]*&?)+$/.test(query);
}
