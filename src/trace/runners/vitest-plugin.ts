import { isAbsolute, resolve } from 'node:path';

/** What is used of vite and vitest, as all versions from 2 on have it. */
export interface ViteConfig {
  root?: string | undefined;
  plugins?: readonly unknown[] | undefined;
  test?: VitestConfig | undefined;
}

export interface VitestConfig {
  root?: string | undefined;
  runner?: string | undefined;
  typecheck?: { enabled?: boolean | undefined } | undefined;
  watch?: boolean | undefined;
  browser?: { enabled?: boolean | undefined } | undefined;
  experimental?: { fsModuleCache?: unknown } | undefined;
}

export interface VitestProject {
  readonly name: string;
  readonly config: VitestConfig;
}

interface TransformContext {
  getCombinedSourcemap(): unknown;
  resolve(source: string, importer: string, options: object): Promise<{ readonly id: string } | null>;
}

/** What the plugin asks of the process that it is in. */
export interface VitestHost {
  /** Absolute path and text → the text with probes, null where it is to stay as it is. */
  instrument(file: string, code: string, map: () => unknown): { readonly code: string; readonly map: unknown } | null;
  imported(from: string, to: string): void;
  /** Makes a file for vitest's workers: a runner that tells of its tests and otherwise is `runner`, or vitest's own. */
  runnerFile(runner: string | null): RunnerFile;
  note(message: string): void;
}

export interface RunnerFile {
  readonly file: string;
  readonly text: string;
}

export interface VitePlugin {
  readonly name: string;
  readonly enforce: 'pre';
  config(config: ViteConfig): void;
  configResolved(config: ViteConfig): void;
  configureVitest(context: { readonly project: VitestProject; readonly vitest: { config: VitestConfig } }): void;
  readonly resolveId: {
    readonly order: 'pre';
    handler(this: TransformContext, source: string, importer: string | undefined, options: object): Promise<unknown>;
  };
  readonly load: {
    readonly order: 'pre';
    handler(id: string): string | null;
  };
  readonly transform: {
    readonly order: 'pre';
    handler(this: TransformContext, code: string, id: string): unknown;
  };
}

/** One for each server that vitest makes: there is one for the root and one for every project. */
export function vitestPlugin(host: VitestHost): VitePlugin {
  let isBrowser = false;
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

  return {
    name: 'wingbeat:record',
    enforce: 'pre',
    config(config) {
      config.test ??= {};
      prepare(config.test, config.root ?? '.');
      config.test.watch = false;
    },
    configResolved(config) {
      isBrowser = config.plugins?.some(isBrowserPlugin) === true;
    },
    configureVitest({ project, vitest }) {
      vitest.config.watch = false;
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
        return resolved;
      },
    },
    // Vite may refuse to read a file that lies outside of the project.
    load: {
      order: 'pre',
      handler: (id) => runners.get(id) ?? null,
    },
    transform: {
      order: 'pre',
      handler(code, id) {
        if (isBrowser || !isPlainModule(id)) return null;
        return host.instrument(filePart(id), code, () => this.getCombinedSourcemap());
      },
    },
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
