import { syncBuiltinESMExports } from 'node:module';
import workerThreads, {
  getEnvironmentData,
  setEnvironmentData,
  SHARE_ENV,
  Worker,
  type WorkerOptions,
} from 'node:worker_threads';
import { environmentFor, settingsVariable, type TraceSettings } from './settings';

/** Threads that this process starts are recorded, too, as part of the test that starts them. */
export function handToThreads(settings: () => TraceSettings): void {
  const Handed = class extends Worker {
    constructor(file: string | URL, options?: WorkerOptions) {
      setEnvironmentData(settingsVariable, JSON.stringify(settings()));
      try {
        super(file, withPreload(options, settings()));
      } finally {
        setEnvironmentData(settingsVariable);
      }
    }
  };
  Object.defineProperty(Handed, 'name', { value: 'Worker' });
  workerThreads.Worker = Handed;
  syncBuiltinESMExports();
}

/** What `handToThreads` gave to this thread. */
export function settingsOfThread(): string | null {
  const text: unknown = getEnvironmentData(settingsVariable);
  if (typeof text !== 'string') return null;
  setEnvironmentData(settingsVariable);
  return text;
}

/** A thread preloads what its process does, unless it is given options or an environment of its own. */
function withPreload(options: WorkerOptions | undefined, settings: TraceSettings): WorkerOptions | undefined {
  if (options === undefined || options.env === SHARE_ENV) return options;
  if (options.env === undefined && options.execArgv === undefined) return options;
  const env: NodeJS.Dict<unknown> = options.env ?? process.env;
  const { NODE_OPTIONS } = environmentFor(settings, env['NODE_OPTIONS'] as string | undefined);
  return { ...options, env: { ...env, NODE_OPTIONS } as NodeJS.Dict<string> };
}
