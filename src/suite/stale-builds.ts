import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Recording } from '#trace/recording';
import { builtFrom, readMap, readText, type BuiltSource } from './built-from';
import type { Links } from './links';

/** Code that was built from another source than the one that is there. */
export interface StaleBuild {
  readonly built: string;
  readonly source: string;
}

/**
 * Built code that tests have loaded and that is older than what it was built from: the tests ran what the source was before. A source that
 * only looks different from what a map holds, since a compiler has kept it in another form, is not newer.
 */
export function staleBuilds(root: string, { modules }: Recording, links: Links): StaleBuild[] {
  return modules.flatMap(({ path, madeFrom = [] }) => {
    if (links.isSource(path)) return [];
    const text = readText(join(root, path));
    const hasMap = readMap(root, path, text) !== null;
    const sources: readonly BuiltSource[] = hasMap
      ? builtFrom(root, path, text).filter(({ content }) => content !== null)
      : madeFrom.map((source) => ({ path: source, content: null }));
    const stale = sources.find(
      ({ path: source, content }) =>
        changedAt(root, source) > changedAt(root, path) && readText(join(root, source)) !== content,
    );
    return stale === undefined ? [] : [{ built: path, source: stale.path }];
  });
}

function changedAt(root: string, path: string): number {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
