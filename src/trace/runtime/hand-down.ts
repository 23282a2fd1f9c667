import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import workerThreads from 'node:worker_threads';
import { replaceMethod } from './replace-method';
import { environmentFor, preloadOptions, settingsVariable, type TraceSettings } from './settings';

/** Processes and threads that this one starts are recorded, too, as part of the test that starts them. */
export function handDown(settings: SettingsFor, told: Told): void {
  const given: Given = (env) => environmentFor(settings(null), env['NODE_OPTIONS']);
  handToSpawned(given, told);
  for (const [name, optionsAfter] of synchronous) handToSynchronous(name, optionsAfter, given, told);
  handToThreads(settings, told);
  syncBuiltinESMExports();
}

/** What a process is told, or a thread with this file. */
type SettingsFor = (program: string | null) => TraceSettings;

export interface Told {
  /** A file that a program is given. */
  file(path: string): void;
  /** Variables that may be looked through unheard. */
  unwatched(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
  /** A program that does not tell of itself is started with all variables. */
  variables(): void;
}

type Given = (env: Readonly<Record<string, string | undefined>>) => Record<string, string>;

/** Everything that does not wait comes through here: `spawn`, `exec`, `execFile`, `fork`. */
function handToSpawned(given: Given, told: Told): void {
  const prototype: object = childProcess.ChildProcess.prototype;
  const spawn: unknown = Reflect.get(prototype, 'spawn');
  if (typeof spawn !== 'function') return;
  replaceMethod(prototype, 'spawn', function (this: unknown, options: SpawnOptions, ...rest: unknown[]) {
    tellFiles(options.args ?? [], options.cwd, told);
    if (!isNode(options.file ?? '')) told.variables();
    const pairs = options.envPairs ?? [];
    const old = pairs.find((pair) => pair.startsWith('NODE_OPTIONS='));
    const kept = pairs.filter((pair) => pair !== old && !pair.startsWith(`${settingsVariable}=`));
    const added = Object.entries(given({ NODE_OPTIONS: old?.slice('NODE_OPTIONS='.length) }));
    const envPairs = [...kept, ...added.map(([name, value]) => `${name}=${value}`)];
    return Reflect.apply(spawn, this, [{ ...options, envPairs }, ...rest]) as unknown;
  });
}

interface SpawnOptions {
  readonly envPairs?: string[];
  readonly file?: string;
  readonly args?: readonly string[];
  readonly cwd?: unknown;
}

/**
 * Programs other than Node do not say which files they read; those that their arguments name are taken for read. A module
 * tells of itself when it runs.
 */
function tellFiles(args: readonly unknown[], cwd: unknown, told: Told): void {
  const folder = cwd instanceof URL ? fileURLToPath(cwd) : typeof cwd === 'string' ? cwd : process.cwd();
  for (const word of args.flatMap((arg) => (typeof arg === 'string' ? arg.split(/[\s"'`;|&<>()=]+/) : []))) {
    if (/[./\\]/.test(word) && !/\.[cm]?[jt]sx?$/.test(word)) told.file(resolve(folder, word));
  }
}

function isNode(program: unknown): boolean {
  return (
    program === process.execPath || (typeof program === 'string' && /^node(?:js)?(?:\.exe)?(?:\s|$)/.test(program))
  );
}

/** How many arguments may come before the options. */
const synchronous = [
  ['spawnSync', 2],
  ['execFileSync', 2],
  ['execSync', 1],
] as const;

interface SynchronousOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: unknown;
}

function handToSynchronous(
  name: 'spawnSync' | 'execFileSync' | 'execSync',
  optionsAfter: number,
  given: Given,
  told: Told,
): void {
  const original = childProcess[name] as (...args: unknown[]) => unknown;
  replaceMethod(childProcess, name, (...args: unknown[]) => {
    const place = optionsAfter === 2 && Array.isArray(args[1]) ? 2 : 1;
    const options = args[place];
    if (options !== undefined && (typeof options !== 'object' || options === null)) return original(...args);
    const { env: asked = process.env, cwd } = (options ?? {}) as SynchronousOptions;
    const env = told.unwatched(asked);
    tellFiles(place === 2 ? [args[0], ...(args[1] as unknown[])] : [args[0]], cwd, told);
    if (!isNode(args[0])) told.variables();
    const passed = [...args];
    passed[place] = { ...(options as object | undefined), env: { ...env, ...given(env) } };
    return original(...passed);
  });
}

/** A thread that shares the environment of this one cannot be told anything through it: it runs unseen. */
function handToThreads(settings: SettingsFor, told: Told): void {
  const { Worker, SHARE_ENV } = workerThreads;
  const handed = new Proxy(Worker, {
    construct(target, [file, options = {}]: ConstructorParameters<typeof Worker>, newTarget): object {
      const { env = process.env, execArgv = process.execArgv } = options;
      if (env === SHARE_ENV) return Reflect.construct(target, [file, options], newTarget) as object;
      const now = settings(file instanceof URL ? fileURLToPath(file) : file);
      const added = {
        env: { ...told.unwatched(env as NodeJS.ProcessEnv), [settingsVariable]: JSON.stringify(now) },
        execArgv: [...execArgv.filter((word) => word !== '--test'), ...preloadOptions(now)],
      };
      return Reflect.construct(target, [file, { ...options, ...added }], newTarget) as object;
    },
  });
  Object.defineProperty(workerThreads, 'Worker', {
    value: handed,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}
