import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, relative, sep } from 'node:path';
import type * as Oxc from 'oxc-resolver';
import { unusableTsconfig, type Diagnostic } from '#core/diagnostics';
import type { ImportWay } from './entry-targets';
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
  readonly #factories = new Map<ImportWay, Oxc.ResolverFactory>();

  constructor(root: string, report: (diagnostic: Diagnostic) => void) {
    this.#root = realPath(root);
    this.#report = report;
  }

  /** What a package offers for one way only is found by the other, too: compilers turn one into the other. */
  resolve(fromPath: string, request: string, way: ImportWay): DiskResolution {
    const file = join(this.#root, fromPath);
    const found = this.#ask(file, request, way) ?? this.#ask(file, request, way === 'import' ? 'require' : 'import');
    if (found === undefined) return { kind: 'not-found' };
    const path = relative(this.#root, found).split(sep).join('/');
    const isInside = path !== '' && path !== '..' && !path.startsWith('../') && !isAbsolute(path);
    if (isInside && !isInstalled(path)) return { kind: 'in-project', path };
    return { kind: 'outside', packageName: installedPackage(found.split(sep).join('/')) };
  }

  #ask(file: string, request: string, way: ImportWay): string | undefined {
    const factory = this.#factories.get(way) ?? newFactory(way);
    this.#factories.set(way, factory);
    const { path, error } = factory.resolveFileSync(file, request);
    if (path !== undefined) return withoutQuery(path);
    if (error === undefined || !/tsconfig/i.test(error) || error.startsWith('Cannot find module')) return undefined;
    if (!this.#reported.has(error)) this.#report(unusableTsconfig(error));
    this.#reported.add(error);
    const withoutTsconfig = factory.sync(join(file, '..'), request).path;
    return withoutTsconfig === undefined ? undefined : withoutQuery(withoutTsconfig);
  }
}

const resolverOptions = {
  tsconfig: 'auto',
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
function newFactory(way: ImportWay): Oxc.ResolverFactory {
  const { ResolverFactory } = createRequire(import.meta.url)('oxc-resolver') as typeof Oxc;
  return new ResolverFactory({
    ...resolverOptions,
    // The order of conditions is that of the package; `source` is what packages of a workspace offer to their siblings.
    conditionNames: ['source', 'node', way, 'default'],
    mainFields: way === 'import' ? ['source', 'module', 'main'] : ['source', 'main', 'module'],
  });
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
