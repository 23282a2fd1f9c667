import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Recording } from '#trace/recording';
import { builtFrom, readText, type BuiltSource } from './built-from';
import { Evidence } from './evidence';
import type { Links } from './links';

/** Code that was built from another source than the one that is there. */
export interface StaleBuild {
  readonly built: string;
  readonly source: string;
}

/**
 * Built code that tests have loaded and that is older than what it was built from: the tests ran what the source was before. A source that
 * only looks different from what a map holds, since a compiler has kept it in another form, is not newer, nor is one that was only written again.
 * Where nothing holds what the source was, the times alone count.
 */
export function staleBuilds(root: string, recording: Recording, links: Links): StaleBuild[] {
  const evidence = new Evidence(root, links, recording);
  return recording.modules.flatMap(({ path }) => {
    if (links.isSource(path)) return [];
    const stale = ownSources(root, path, evidence).find(
      ({ path: source, content }) =>
        changedAt(root, source) > changedAt(root, path) && (content === null || !isText(root, source, content)),
    );
    return stale === undefined ? [] : [{ built: path, source: stale.path }];
  });
}

/** What a file itself was made from: what that imports may be in other files. */
function ownSources(root: string, path: string, evidence: Evidence): readonly BuiltSource[] {
  const text = readText(join(root, path));
  const named = builtFrom(root, path, text).filter((source) => existsSync(join(root, source.path)));
  return named.length > 0 ? named : evidence.of(path, text).map((source) => ({ path: source, content: null }));
}

function isText(root: string, path: string, content: string): boolean {
  return plain(readText(join(root, path))) === plain(content);
}

function plain(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}

function changedAt(root: string, path: string): number {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
