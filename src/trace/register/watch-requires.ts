import type { Installed } from '../runtime/install';
import { replaceMethod } from '../runtime/replace-method';
import { missingFiles } from '../runtime/missing-files';
import { packageName } from './package-name';

/** The parts of Node's `Module` that find and load what is required. */
export interface ModuleStatics {
  _load(request: string, parent: unknown, isMain: boolean): unknown;
  _resolveFilename(request: string, parent: RequiringModule | null | undefined, ...rest: unknown[]): string;
}

interface RequiringModule {
  readonly filename?: string | null;
}

/**
 * Tells who requires whom. What was found for one file of a folder is not looked for again for another, so that loading
 * has to be watched, too: what it did not look for is looked for then.
 */
export function watchRequires(statics: ModuleStatics, recorder: Installed['recorder'], own: Installed['own']): void {
  const { _load: load, _resolveFilename: resolveFilename } = statics;
  const seen = new Set<string>();
  const note = (from: string, to: string): void => {
    const path = own(to);
    const name = path === null ? packageName(to) : null;
    if (path !== null) recorder.imported(from, path);
    else if (name !== null) recorder.importedPackage(from, name);
  };
  // What a package requires may have been read before, for a module of the project.
  const noteData = (to: string): void => {
    const path = to.endsWith('.json') ? own(to) : null;
    if (path !== null) recorder.read(path);
  };
  const ownOf = (parent: unknown): string | null => {
    const file = typeof parent === 'object' && parent !== null ? (parent as RequiringModule).filename : null;
    return typeof file === 'string' ? own(file) : null;
  };
  replaceMethod(statics, '_resolveFilename', function (this: unknown, ...args: Parameters<typeof resolveFilename>) {
    const from = ownOf(args[1]);
    // Who says where to look finds something else than who loads it.
    if (from !== null && args[3] === undefined) seen.add(keyOf(from, args[0]));
    try {
      const found = Reflect.apply(resolveFilename, this, args);
      if (from !== null) note(from, found);
      else noteData(found);
      return found;
    } catch (error) {
      // A file that is looked for and not there may come.
      const file = args[1]?.filename ?? null;
      if (from !== null && file !== null) for (const missing of missingFiles(file, args[0])) note(from, missing);
      throw error;
    }
  });
  const look = (request: unknown, parent: unknown): void => {
    const from = ownOf(parent);
    if (from === null || typeof request !== 'string' || seen.has(keyOf(from, request))) return;
    try {
      // Read anew: compilers replace it.
      const { _resolveFilename: resolve } = statics;
      resolve(request, parent as RequiringModule);
    } catch {
      // Loading has said so.
    }
  };
  replaceMethod(statics, '_load', function (this: unknown, ...args: Parameters<typeof load>) {
    try {
      return Reflect.apply(load, this, args);
    } finally {
      look(args[0], args[1]);
    }
  });
}

function keyOf(from: string, request: unknown): string {
  return `${from}\n${String(request)}`;
}
