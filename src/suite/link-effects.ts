import type { ChangedLoads } from '#change/change-set';
import type { NodeId } from '#core/ids';
import type { ModuleFacts } from '#ir/facts';
import { isDataPath } from '#project/source-path';
import { isQuiet } from './quiet-nodes';
import { ImportOrigins } from './import-origins';
import type { ComparedVersions, LoadEffects } from './load-effects';
import { addNamespaceEffects } from './namespace-effects';
import { nodesUsing } from './property-reads';
import type { Version } from './versions';

/**
 * Imports that mean something else now, whatever the reason: another source, a file that passes on other names, one that is
 * found under a name before another. And modules that are loaded now, or no longer, if loading them does anything.
 */
export function addLinkEffects(effects: LoadEffects, compared: ComparedVersions): void {
  const { base, head, changes } = compared;
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
    const [had, has] = [before.loads(old), after.loads(module)];
    const loud = [...loudLoads(base, old, had, has, sameName), ...loudLoads(head, module, has, had, (path) => path)];
    for (const path of loud) effects.addLoading(old.path, path, 'is loaded by other files than before');
  }
  let isReordered = false;
  for (const { kind, base: path, head: now, description, loads } of changes.moduleChanges) {
    const isQuietly = kind === 'evaluation-order' && loads !== undefined && loadsQuietlyInAnyOrder(head, now, loads);
    isReordered ||= isQuietly;
    if (kind === 'format' || (kind === 'evaluation-order' && !isQuietly)) effects.addLoading(path, path, description);
  }
  addNamespaceEffects(effects, compared, { before, after, sameName, isReordered });
}

/** Modules that only define things may come in any order, unless one of them asks for another that waits for it. */
function loadsQuietlyInAnyOrder(version: Version, path: string, { specifiers, before }: ChangedLoads): boolean {
  const { snapshot } = version.loaded;
  const filesOf = (sources: readonly string[]): string[] =>
    sources.flatMap((source) => {
      const found = snapshot.resolve(path, source);
      return found.kind === 'file' ? [found.path] : [];
    });
  const moved = filesOf(specifiers);
  const seen = withImports(version, filesOf(before), path);
  const isAllOurs = moved.length === specifiers.length;
  return isAllOurs && moved.every((file) => loadsQuietly(version, file, seen)) && !hasCircle(version, [path, ...moved]);
}

/** Does one of some modules import itself, by way of others? */
function hasCircle({ loaded }: Version, paths: readonly string[]): boolean {
  const { program, snapshot } = loaded;
  const [open, done] = [new Set<string>(), new Set<string>()];
  // A module is on the stack twice: to go into what it imports, and to come out of that.
  const stack = [...paths];
  for (let path = stack.at(-1); path !== undefined; path = stack.at(-1)) {
    if (open.has(path) || done.has(path)) {
      stack.pop();
      open.delete(path);
      done.add(path);
      continue;
    }
    open.add(path);
    for (const specifier of program.modules[program.moduleIndex(path) ?? -1]?.specifiers ?? []) {
      const found = snapshot.resolve(path, specifier);
      if (found.kind !== 'file' || done.has(found.path)) continue;
      if (open.has(found.path)) return true;
      stack.push(found.path);
    }
  }
  return false;
}

/** Files that a module loads in one version and not in the other, where loading them does something. */
function loudLoads(
  version: Version,
  module: ModuleFacts,
  own: readonly string[],
  other: readonly string[],
  sameName: (path: string) => string,
): string[] {
  return own.filter((path) => {
    if (other.includes(path)) return false;
    const first = staticImports(version, module);
    const at = first.findIndex((loaded) => sameName(loaded) === path);
    const kept = first.slice(0, Math.max(0, at)).filter((loaded) => other.includes(sameName(loaded)));
    return !loadsQuietly(version, path, withImports(version, kept, module.path));
  });
}

/**
 * Files with all that they import: these are loaded in any case by the time that what stands behind them is. What comes to one of them is asked
 * about by itself. Of a circle through the importer, what stands behind is not loaded yet.
 */
function withImports(version: Version, paths: readonly string[], importer: string): Set<string> {
  const found = new Set(paths);
  const { program } = version.loaded;
  for (const path of found) {
    const module = path === importer ? undefined : program.modules[program.moduleIndex(path) ?? -1];
    if (module !== undefined) for (const next of staticImports(version, module)) found.add(next);
  }
  return found;
}

/** Files that a module imports by declarations, in their order: those are loaded whenever it is. */
function staticImports({ loaded }: Version, module: ModuleFacts): string[] {
  const declared = new Set([
    ...module.imports.map(({ source }) => source),
    ...module.exports.flatMap((entry) => ('source' in entry ? [entry.source] : [])),
  ]);
  return module.specifiers.flatMap((specifier) => {
    const target = declared.has(specifier) ? loaded.snapshot.resolve(module.path, specifier) : null;
    return target?.kind === 'file' ? [target.path] : [];
  });
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
    if (found.kind === 'file') return loadsQuietly(version, found.path, seen);
    return found.kind === 'builtin' || (found.kind === 'external' && isDataPath(found.name));
  });
}

function nameOf(module: ModuleFacts, binding: number): string {
  return module.strings[module.bindings.name[binding] ?? -1] ?? '';
}
