import fs, { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModuleLoads } from '../register/module-loads';
import { replaceMethod } from '../runtime/replace-method';
import type { ResolvedViteConfig } from './vitest-plugin';
import type { AddPlugins } from './vitest-server';
import { evaluatorsOf, watchEvaluators, type ImportModule } from './vitest-worker';

export interface VitestProgram {
  /** The folder of the package. */
  readonly vitest: string;
  /** The main module of the vite that it uses. */
  readonly vite: string;
}

/**
 * The program of this process, when it is a vitest that can be recorded without hooks for modules. Versions that are not known,
 * and configurations that Node loads as they are, take the other way.
 */
export function vitestProgram(): VitestProgram | null {
  try {
    const [, program = '', ...words] = process.argv;
    const vitest = /^(.*[\\/]vitest)[\\/]vitest\.mjs$/.exec(realpathSync(program))?.[1];
    if (vitest === undefined || words.some((word) => /native|viteModuleRunner/.test(word))) return null;
    const manifest = createRequire(join(vitest, 'package.json')).resolve('vite/package.json');
    const vite = join(dirname(manifest), 'dist', 'node', 'index.js');
    const isKnown = versionOf(join(vitest, 'package.json'), /^(?:3\.[2-9]|4)\./) && versionOf(manifest, /^[678]\./);
    return isKnown && existsSync(vite) ? { vitest, vite } : null;
  } catch {
    return null;
  }
}

function versionOf(manifest: string, known: RegExp): boolean {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version?: unknown };
  return typeof version === 'string' && known.test(version);
}

export interface MainRequest {
  readonly program: VitestProgram;
  readonly loads: ModuleLoads;
  /** Makes a server hand out instrumented modules; `vitest` is the address of the package. */
  recordIn(config: ResolvedViteConfig, vitest: string): AddPlugins;
  own(file: string): string | null;
  quietly<T>(body: () => T): T;
  note(message: string): void;
  readonly importing: ImportModule;
}

/**
 * The process of vitest that has vite's servers. The recorder gets into them by a method that each of their environments
 * calls before it looks at its plugins. Node loads nothing but vitest in this process, which hooks for modules would only slow
 * down, until code comes by which it may load a module of the project: configurations, and what vitest runs here.
 */
export class VitestMain {
  readonly #request: MainRequest;
  #hasRun = false;

  constructor(request: MainRequest) {
    this.#request = request;
  }

  /** Whether nothing of the project has run in this process, so that nobody can ask for it. */
  get isAlone(): boolean {
    return !this.#hasRun && !this.#request.loads.haveBegun;
  }

  async watch(): Promise<void> {
    const { program, loads, quietly, note, importing } = this.#request;
    this.#watchConfigurations();
    try {
      const exported = await importing(pathToFileURL(program.vite).href);
      this.#watchEnvironments(Object(Reflect.get(Object(exported['DevEnvironment']), 'prototype')));
      await watchEvaluators(evaluatorsOf(program.vitest), importing, {
        runs: (code) =>
          quietly(() => {
            this.#hasRun = true;
            if (typeof code === 'string') loads.expectFrom(code, '');
            else loads.expect();
          }),
        imports: (id) => quietly(() => loads.expectNative(id)),
      });
    } catch {
      note('what vitest loads');
      quietly(() => loads.expect());
    }
  }

  #watchEnvironments(prototype: object): void {
    const { program, recordIn } = this.#request;
    const vitest = pathToFileURL(program.vitest).href;
    const known = new WeakMap<object, AddPlugins>();
    const init: unknown = Reflect.get(prototype, 'init');
    if (typeof init !== 'function') throw new TypeError('vite has no environments');
    replaceMethod(prototype, 'init', function (this: DevEnvironment, ...args: unknown[]) {
      const config = this.getTopLevelConfig();
      const add = known.get(config) ?? recordIn(config, vitest);
      known.set(config, add);
      add(this.config.plugins);
      return Reflect.apply(init, this, args) as unknown;
    });
  }

  /** Vite puts a configuration and all that it imports of the project into a file, and has Node import that. */
  #watchConfigurations(): void {
    const { loads, own, quietly } = this.#request;
    const write: unknown = Reflect.get(fs.promises, 'writeFile');
    if (typeof write !== 'function') return;
    replaceMethod(fs.promises, 'writeFile', function (this: unknown, ...args: unknown[]) {
      const [file, text] = args;
      if (typeof file === 'string' && bundledConfiguration.test(file)) {
        quietly(() => (own(file) !== null || !isHarmless(String(text)) ? loads.expect() : undefined));
      }
      return Reflect.apply(write, this, args) as unknown;
    });
  }
}

const bundledConfiguration = /\.timestamp-\d+-[\da-f]+\.mjs$/;

interface DevEnvironment {
  /** From version 7 on with a list of its own. */
  readonly config: Pick<ResolvedViteConfig, 'plugins'>;
  getTopLevelConfig(): ResolvedViteConfig;
}

/** Whether a module imports nothing but vitest and Node. Rather no than yes. */
function isHarmless(text: string): boolean {
  if (/\bimport\s*(?:\.\s*\w+\s*)?[(/]/.test(text)) return false;
  const imported = [...text.matchAll(/\b(?:from|import)\s*(["'])(.*?)\1/g)];
  return imported.every(([, , name = '']) => isBuiltin(name) || harmless.test(name));
}

/** What configurations are written with, by its name or where vite has found it. */
const harmless =
  /^(?:vite|vitest\/config|file:.*\/node_modules\/(?:vitest\/dist\/config\.js|vite\/dist\/node\/index\.js))$/;
