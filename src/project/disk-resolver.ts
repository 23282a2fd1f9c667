import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, relative, sep } from 'node:path';
import type * as Oxc from 'oxc-resolver';
import { unusableTsconfig, type Diagnostic } from '#core/diagnostics';
import { isInstalled, sourceExtensions } from './source-path';

/** What a request means on disk, whatever state the snapshot is in. */
export type DiskResolution =
  /** Relative to the root. */
  | { readonly kind: 'in-project'; readonly path: string }
  | { readonly kind: 'outside'; readonly packageName: string | undefined }
  | { readonly kind: 'not-found' };

/** Asks the files on disk: installed packages, tsconfig `paths` and `baseUrl`, package `imports` and `exports`. */
export class DiskResolver {
  readonly #root: string;
  readonly #report: (diagnostic: Diagnostic) => void;
  readonly #reported = new Set<string>();
  #factory: Oxc.ResolverFactory | undefined;

  constructor(root: string, report: (diagnostic: Diagnostic) => void) {
    this.#root = realPath(root);
    this.#report = report;
  }

  resolve(fromPath: string, request: string): DiskResolution {
    const found = this.#ask(join(this.#root, fromPath), request);
    if (found === undefined) return { kind: 'not-found' };
    const path = relative(this.#root, found).split(sep).join('/');
    const isInside = path !== '' && path !== '..' && !path.startsWith('../') && !isAbsolute(path);
    if (isInside && !isInstalled(path)) return { kind: 'in-project', path };
    return { kind: 'outside', packageName: installedPackage(found.split(sep).join('/')) };
  }

  #ask(file: string, request: string): string | undefined {
    this.#factory ??= newFactory();
    const { path, error } = this.#factory.resolveFileSync(file, request);
    if (path !== undefined) return withoutQuery(path);
    if (error === undefined || !/tsconfig/i.test(error) || error.startsWith('Cannot find module')) return undefined;
    if (!this.#reported.has(error)) this.#report(unusableTsconfig(error));
    this.#reported.add(error);
    const withoutTsconfig = this.#factory.sync(join(file, '..'), request).path;
    return withoutTsconfig === undefined ? undefined : withoutQuery(withoutTsconfig);
  }
}

const resolverOptions = {
  tsconfig: 'auto',
  // The order of conditions is that of the package; `source` is what packages of a workspace offer to their siblings.
  conditionNames: ['source', 'node', 'import', 'require', 'default'],
  mainFields: ['source', 'module', 'main'],
  extensions: [...sourceExtensions, '.json', '.node'],
  extensionAlias: {
    '.js': ['.js', '.ts', '.tsx', '.jsx'],
    '.jsx': ['.jsx', '.tsx'],
    '.mjs': ['.mjs', '.mts'],
    '.cjs': ['.cjs', '.cts'],
  },
  builtinModules: false,
} satisfies ConstructorParameters<typeof Oxc.ResolverFactory>[0];

/** Loaded when it is first needed: a project whose files import each other by path alone never asks. */
function newFactory(): Oxc.ResolverFactory {
  const { ResolverFactory } = createRequire(import.meta.url)('oxc-resolver') as typeof Oxc;
  return new ResolverFactory(resolverOptions);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A snapshot of texts may name a root that is not on disk.
    return path;
  }
}

function installedPackage(path: string): string | undefined {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
}

export function withoutQuery(request: string): string {
  const query = request.indexOf('?');
  return query < 0 ? request : request.slice(0, query);
}
