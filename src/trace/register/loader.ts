import type { InitializeHook, LoadHook, ResolveFnOutput, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ownPath } from '../runtime/own-path';
import { Journal } from '../runtime/journal';
import type { TraceSettings } from '../runtime/settings';
import { standIn, textOfStandIn } from '../runners/vitest-loader';
import { instrumentFile, type LoadedFile } from './instrument-file';
import type { Instrumenter } from './lazy-instrumenter';
import { missingFiles } from '../runtime/missing-files';
import { packageName } from './package-name';

/** ECMAScript modules are loaded through these functions, in a thread of their own. */
interface LoaderData {
  readonly settings: TraceSettings;
  readonly id: string;
}

let settings: TraceSettings | null = null;
let journal: Journal | null = null;
let instrumenter: Instrumenter | null = null;
const said = new Set<string>();

export const initialize: InitializeHook<LoaderData> = (data) => {
  settings = data.settings;
  journal = new Journal(data.settings.folder, `${data.id}-loader`);
};

export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const found = await resolved(specifier, context, nextResolve);
  const other = standIn(specifier, context.parentURL, found);
  if (other !== null) return { ...found, ...other };
  const from = ownOf(context.parentURL);
  if (from !== null && found.url.startsWith('file:')) noteImport(from, fileURLToPath(found.url));
  return found;
};

/** A file that is looked for and not there may come. */
async function resolved(...[specifier, context, nextResolve]: Parameters<ResolveHook>): Promise<ResolveFnOutput> {
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    const from = ownOf(context.parentURL);
    if (from !== null && context.parentURL !== undefined) {
      const request = specifier.startsWith('file:') ? fileURLToPath(specifier) : specifier;
      for (const file of missingFiles(fileURLToPath(context.parentURL), request)) noteImport(from, file);
    }
    throw error;
  }
}

export const load: LoadHook = async (url, context, nextLoad) => {
  const standingIn = textOfStandIn(url);
  if (standingIn !== null) return { source: standingIn, format: 'module', shortCircuit: true };
  const loaded = await nextLoad(url, context);
  if (settings === null || loaded.format !== 'module' || !url.startsWith('file:')) return loaded;
  const code = textOf(loaded.source);
  if (code === null) return loaded;
  const file = fileURLToPath(url);
  const path = ownOf(url);
  // What instruments is itself loaded through here.
  if (path === null || url.startsWith(new URL('.', settings.preload).href)) return loaded;
  const made = await instrumented(settings, { file, path, code, format: 'esm', isFinal: false });
  if (made !== null) return { ...loaded, source: made };
  say({ t: 'note', kind: 'not-instrumented', message: path });
  return loaded;
};

/** Loads what instruments when it is first asked for: as a module, since this thread cannot always require one. */
async function instrumented(known: TraceSettings, file: LoadedFile): Promise<string | null> {
  let isMissing = false;
  const loadedBefore = (): Instrumenter | null => {
    isMissing = instrumenter === null;
    return instrumenter;
  };
  const made = instrumentFile(known, loadedBefore, file);
  if (!isMissing) return made;
  const address = new URL('trace-instrumenter.js', known.preload).href;
  ({ instrumenter } = (await import(address)) as { instrumenter: Instrumenter });
  return instrumentFile(known, loadedBefore, file);
}

function ownOf(url: string | undefined): string | null {
  return settings === null || url?.startsWith('file:') !== true ? null : ownPath(settings.root, fileURLToPath(url));
}

function noteImport(from: string, to: string): void {
  const path = settings === null ? null : ownPath(settings.root, to);
  const name = path === null ? packageName(to) : null;
  if (path !== null) say({ t: 'import', from, to: path });
  else if (name !== null) say({ t: 'package', from, name });
}

function say(entry: Parameters<Journal['add']>[0]): void {
  const key = JSON.stringify(entry);
  if (said.has(key)) return;
  said.add(key);
  journal?.add(entry);
}

function textOf(source: unknown): string | null {
  if (typeof source === 'string') return source;
  if (source instanceof Uint8Array) return Buffer.from(source).toString('utf8');
  return source instanceof ArrayBuffer ? Buffer.from(source).toString('utf8') : null;
}
