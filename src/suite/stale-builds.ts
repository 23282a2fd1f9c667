import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Recording } from '#trace/recording';
import { builtFrom, readText } from './built-from';
import type { Links } from './links';

/** Code that was built from another source than the one that is there. */
export interface StaleBuild {
  readonly built: string;
  readonly source: string;
}

/**
 * Built code that tests have loaded and that is older than what it was built from, by its map: the tests ran what the source was before. A source that
 * only looks different, since a compiler has kept it in another form, is not newer.
 */
export function staleBuilds(root: string, { modules }: Recording, links: Links): StaleBuild[] {
  return modules.flatMap(({ path }) => {
    if (links.isSource(path)) return [];
    const stale = builtFrom(root, path, readText(join(root, path))).find(
      ({ path: source, content }) =>
        content !== null && changedAt(root, source) > changedAt(root, path) && readText(join(root, source)) !== content,
    );
    return stale === undefined ? [] : [{ built: path, source: stale.path }];
  });
}

function changedAt(root: string, path: string): number {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
