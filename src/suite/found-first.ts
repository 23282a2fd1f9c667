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
  if (byName.size === 0) return;
  for (const { path, specifiers } of program.modules) {
    for (const specifier of specifiers) {
      const target = snapshot.resolve(path, specifier);
      if (target.kind !== 'file') continue;
      const fresh = byName.get(nameOf(target.path));
      const isWhole = posix.basename(specifier.replace(/[?#].*$/s, '')) === posix.basename(target.path);
      if (fresh === undefined || isWhole) continue;
      effects.addLoading(path, fresh, `imports ${specifier}, which may mean it`);
    }
  }
}

/** What an import may call a file. */
function nameOf(path: string): string {
  return withoutSourceExtension(path).replace(/\/index$/, '');
}
