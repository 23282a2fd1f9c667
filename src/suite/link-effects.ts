import type { NodeId } from '#core/ids';
import type { ModuleFacts } from '#ir/facts';
import { isQuiet } from './quiet-nodes';
import { ImportOrigins } from './import-origins';
import type { ComparedVersions, LoadEffects } from './load-effects';
import { nodesUsing } from './property-reads';
import type { Version } from './versions';

/**
 * Imports that mean something else now, whatever the reason: another source, a file that passes on other names, one that is
 * found under a name before another. And modules that are loaded now, or no longer, if loading them does anything.
 */
export function addLinkEffects(effects: LoadEffects, { base, head, changes }: ComparedVersions): void {
  const headName = new Map(
    changes.modules.flatMap((pair) =>
      pair.base === null || pair.head === null ? [] : [[pair.base.path, pair.head.path]],
    ),
  );
  const sameName = (path: string): string => headName.get(path) ?? path;
  const before = new ImportOrigins(base.loaded, sameName);
  const after = new ImportOrigins(head.loaded, (path) => path);
  const { program } = head.loaded;
  for (const old of base.loaded.program.modules) {
    const m = program.moduleIndex(sameName(old.path));
    const module = program.modules[m ?? -1];
    if (m === undefined || module === undefined) continue;
    const names = new Map(old.imports.map((i) => [nameOf(old, i.binding), i]));
    for (const { binding, source, imported } of module.imports) {
      const was = names.get(nameOf(module, binding));
      if (was === undefined) continue;
      const origin = after.of(module.path, source, imported);
      if (origin === before.of(old.path, was.source, was.imported)) continue;
      const subject = `${nameOf(module, binding)} in ${module.path}`;
      if (origin === null) effects.addLoading(old.path, subject, 'imports what is not exported any more');
      else
        effects.addUses(
          'head',
          nodesUsing(program, m, new Set([binding])),
          subject,
          'uses a name that means something else',
        );
    }
    addLoads(effects, base, head, old, difference(before.loads(old), after.loads(module)));
  }
  for (const { kind, base: path, description } of changes.moduleChanges) {
    if (kind === 'format' || kind === 'evaluation-order') effects.addLoading(path, path, description);
  }
}

interface Loads {
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

function difference(before: readonly string[], after: readonly string[]): Loads {
  return { gone: before.filter((path) => !after.includes(path)), come: after.filter((path) => !before.includes(path)) };
}

function addLoads(
  effects: LoadEffects,
  base: Version,
  head: Version,
  module: ModuleFacts,
  { gone, come }: Loads,
): void {
  const loud = [
    ...gone.filter((path) => !loadsQuietly(base, path, new Set())),
    ...come.filter((path) => !loadsQuietly(head, path, new Set())),
  ];
  for (const path of loud) effects.addLoading(module.path, path, 'is loaded by other files than before');
}

/** Does loading a module do nothing but define things, also in what it imports? What is not of the program may do anything. */
function loadsQuietly(version: Version, path: string, seen: Set<string>): boolean {
  if (seen.has(path) || path.startsWith('builtin ')) return true;
  seen.add(path);
  const { loaded } = version;
  const { program } = loaded;
  const m = program.moduleIndex(path);
  const module = program.modules[m ?? -1];
  if (m === undefined || module === undefined) return false;
  const { first, count } = program.nodesOf(program.functionAt(m, 0));
  for (let i = 0; i < count; i++) if (!isQuiet(version, (first + i) as NodeId)) return false;
  return module.specifiers.every((specifier) => {
    const found = loaded.snapshot.resolve(path, specifier);
    return found.kind === 'builtin' || (found.kind === 'file' && loadsQuietly(version, found.path, seen));
  });
}

function nameOf(module: ModuleFacts, binding: number): string {
  return module.strings[module.bindings.name[binding] ?? -1] ?? '';
}
