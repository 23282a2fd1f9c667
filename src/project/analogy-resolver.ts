import { withoutSourceExtension } from './source-path';

/**
 * Finds a file that is in the snapshot but not on disk behind an alias such as `@/old` or `#old`, whose meaning is written in
 * configuration that only the resolver of files on disk reads. If `@/a` means `src/a.ts`, which exists, then `@/old`
 * means `src/old.ts`: all aliases with a wildcard put the same text in the same place. An alias for that one file alone is not found.
 */
export class AnalogyResolver {
  readonly #missingByName = new Map<string, string[]>();
  readonly #present: readonly string[];

  constructor(paths: readonly string[], isOnDisk: (path: string) => boolean) {
    const present: string[] = [];
    for (const path of paths) {
      if (isOnDisk(path)) present.push(path);
      else for (const stem of stemsOf(path)) this.#addMissing(stem, path);
    }
    this.#present = present;
  }

  resolve(request: string, resolveOnDisk: (request: string) => string | undefined): string | undefined {
    const stem = withoutSourceExtension(request);
    const extension = request.slice(stem.length);
    for (const path of this.#missingByName.get(lastName(stem)) ?? []) {
      for (const { alias, folder } of splits(stem, path)) {
        const isSame = this.#someIn(folder).some(
          (other) => resolveOnDisk(alias + withoutSourceExtension(other.slice(folder.length)) + extension) === other,
        );
        if (isSame) return path;
      }
    }
    return undefined;
  }

  #addMissing(stem: string, path: string): void {
    const name = lastName(stem);
    const paths = this.#missingByName.get(name);
    if (paths === undefined) this.#missingByName.set(name, [path]);
    else paths.push(path);
  }

  /** A few are enough: most often the first one decides, and an alias may apply to one extension only. */
  #someIn(folder: string): readonly string[] {
    let low = 0;
    let high = this.#present.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#present[middle] ?? '') < folder) low = middle + 1;
      else high = middle;
    }
    return this.#present.slice(low, low + 8).filter((path) => path.startsWith(folder));
  }
}

interface Split {
  /** What stands for the folder, e.g. `@/`. */
  readonly alias: string;
  /** With a slash at its end, or empty for the root. */
  readonly folder: string;
}

/** Ways to see the request and the path as different beginnings of the same end, longest end first. */
function splits(request: string, path: string): readonly Split[] {
  const result: Split[] = [];
  for (const stem of stemsOf(path)) {
    for (let start = 0; start >= 0; start = stem.indexOf('/', start) + 1 || -1) {
      const end = stem.slice(start);
      if (!request.endsWith(end)) continue;
      result.push({ alias: request.slice(0, request.length - end.length), folder: stem.slice(0, start) });
    }
  }
  return result;
}

/** A folder's index file is meant by the name of the folder too. */
function stemsOf(path: string): readonly string[] {
  const stem = withoutSourceExtension(path);
  return stem.endsWith('/index') ? [stem, stem.slice(0, -'/index'.length)] : [stem];
}

function lastName(stem: string): string {
  return /[^/#~@]*$/.exec(stem)?.[0] ?? '';
}
