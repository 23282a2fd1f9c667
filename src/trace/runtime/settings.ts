import { fileURLToPath } from 'node:url';

/** What a process of a recorded run is told, through its environment. */
export interface TraceSettings {
  readonly root: string;
  /** Where journals are written. */
  readonly folder: string;
  readonly mode: 'after' | 'paths';
  readonly runner: string;
  /** A file that lists the tests to run, for runners that are told so from inside; null for all. */
  readonly only: string | null;
  /** One that lists tests not to run, for runners that run whatever else there is; null for none. */
  readonly leftOut: string | null;
  /** A file that lists functions that tell what they are called with; null for none. */
  readonly watched: string | null;
  /** Where instrumented code is kept between runs. */
  readonly cache: string | null;
  /** The program that is preloaded, as an address; its other parts lie beside it. */
  readonly preload: string;
  /** The folder of a vitest whose workers load code of the project from its server only; null where that is not known. */
  readonly vitest: string | null;
  /** The file of a thread; null for processes. */
  readonly program: string | null;
  /** The process that started this one, and the test that ran there; `ofTests`: it has no other purpose than to run tests, or to be a part of one. */
  readonly parent: { readonly process: string; readonly execution: number | null; readonly ofTests: boolean } | null;
}

export const settingsVariable = 'WINGBEAT_TRACE';

/** Options of Node that preload the recorder. Required and not imported: programs then start as they do without it. */
export function preloadOptions({ preload }: TraceSettings): [option: string, file: string] {
  return ['--require', fileURLToPath(preload)];
}

export function environmentFor(settings: TraceSettings, nodeOptions: string | undefined): Record<string, string> {
  const preload = preloadText(settings);
  const options = nodeOptions ?? '';
  return {
    [settingsVariable]: JSON.stringify(settings),
    NODE_OPTIONS: options.includes(preload) ? options : `${preload} ${options}`.trim(),
  };
}

function preloadText(settings: TraceSettings): string {
  const [option, file] = preloadOptions(settings);
  return `${option} ${JSON.stringify(file)}`;
}

/** Takes the settings out of an environment, and leaves it as the user made it. */
export function takeSettings(env: NodeJS.ProcessEnv): TraceSettings | null {
  const text = env[settingsVariable];
  if (text === undefined) return null;
  const settings = JSON.parse(text) as TraceSettings;
  Reflect.deleteProperty(env, settingsVariable);
  const options = (env['NODE_OPTIONS'] ?? '').replace(preloadText(settings), '').trim();
  if (options === '') Reflect.deleteProperty(env, 'NODE_OPTIONS');
  else env['NODE_OPTIONS'] = options;
  return settings;
}
