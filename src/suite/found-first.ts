import { posix } from 'node:path';
import { withoutSourceExtension } from '#project/source-path';
import type { ComparedVersions, LoadEffects } from './load-effects';

/**
 * New files that an import may mean now, in place of the file that it meant: those that differ from it in their ending, and where a folder
 * stands for its index file. Every runner looks for endings in an order of its own, which its configuration may change.
 */
export function addFoundFirst(effects: LoadEffects, { base, head, changes }: ComparedVersions): void {
  const renamed = new Set(changes.modules.flatMap((pair) => (pair.base === null ? [] : (pair.head?.path ?? []))));
  const { program, snapshot } = base.loaded;
  const byName = new Map<string, string>();
  for (const { path } of head.loaded.program.modules) {
    if (program.moduleIndex(path) === undefined && !renamed.has(path)) byName.set(nameOf(path), path);
  }
  addPlainFirst(effects, { base, head });
  if (byName.size === 0) return;
  const byAlias = program.modules.filter((module) => byName.has(nameOf(module.path)));
  for (const { path, specifiers } of program.modules) {
    for (const specifier of specifiers) {
      const target = snapshot.resolve(path, specifier);
      const name = posix.basename(specifier.replace(/[?#].*$/s, ''));
      // Of an alias that only the runner knows, the last part of the path is known.
      const meant =
        target.kind === 'file' ? target : byAlias.find((module) => posix.basename(nameOf(module.path)) === name);
      const fresh = meant === undefined ? undefined : byName.get(nameOf(meant.path));
      if (fresh === undefined || target.kind === 'builtin' || name === posix.basename(meant?.path ?? '')) continue;
      effects.addLoading(path, fresh, `imports ${specifier}, which may mean it`);
    }
  }
}

/**
 * The same of files that are no source: what is called exactly as an import says comes before a file with an ending, and data of that name before
 * a folder. The recorded version has no such files: those that were there were imported.
 */
function addPlainFirst(effects: LoadEffects, { base, head }: Pick<ComparedVersions, 'base' | 'head'>): void {
  const others = new Set(head.loaded.snapshot.otherPaths());
  const { program, snapshot } = base.loaded;
  for (const { path, specifiers } of program.modules) {
    for (const specifier of specifiers) {
      const target = /^\.{1,2}\//.test(specifier) ? snapshot.resolve(path, specifier) : null;
      if (target?.kind !== 'file') continue;
      const asked = posix.join(posix.dirname(path), specifier.replace(/[?#].*$/s, ''));
      if (asked === target.path) continue;
      const isFolder = target.path.startsWith(`${asked}/`);
      const places = [asked, ...(isFolder ? [`${asked}.json`, `${asked}.node`] : [])];
      const fresh = places.find((place) => others.has(place) && !effects.hasImported(path, place));
      if (fresh !== undefined) effects.addLoading(path, fresh, `imports ${specifier}, which may mean it`);
    }
  }
}

/** What an import may call a file. */
function nameOf(path: string): string {
  return withoutSourceExtension(path).replace(/\/index$/, '');
}
