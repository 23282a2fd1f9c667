import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readText } from './built-from';

/** The folders of the packages that files belong to, from the root; empty for that of the root. */
export class PackageOf {
  private readonly known = new Map<string, string>();
  private readonly withSources = new Set<string>();

  constructor(
    private readonly root: string,
    sources: readonly string[],
  ) {
    for (const source of sources) {
      for (let at = posix.dirname(source); at !== '.' && !this.withSources.has(at); at = posix.dirname(at)) {
        this.withSources.add(at);
      }
    }
  }

  /** The nearest folder on the way up that holds a package. */
  folder(path: string): string {
    const folder = posix.dirname(path);
    if (folder === '.' || folder === '/') return '';
    const known = this.known.get(folder);
    if (known !== undefined) return known;
    const found = this.isPackage(folder) ? folder : this.folder(folder);
    this.known.set(folder, found);
    return found;
  }

  /** A manifest that only says how the files beside it are loaded makes none, nor does one without sources. */
  private isPackage(folder: string): boolean {
    const file = join(this.root, folder, 'package.json');
    return this.withSources.has(folder) && existsSync(file) && tellsOfPackage(readText(file));
  }
}

function tellsOfPackage(manifest: string): boolean {
  try {
    const fields = Object(JSON.parse(manifest)) as Readonly<Record<string, unknown>>;
    return ['name', 'version', 'scripts', 'dependencies', 'devDependencies'].some((name) => name in fields);
  } catch {
    return true;
  }
}
