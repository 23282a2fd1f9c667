import type { ExportRecord, ModuleIr } from '#ir/cfg';
import type { Machine } from './machine';

/** The names that an ES module exports, in the order in which its namespace object has them. */
export function exportedNames(machine: Machine, path: string): readonly string[] {
  const names = namesOf(machine, path, new Set());
  return [...names].toSorted((a, b) => (a < b ? -1 : 1));
}

function namesOf(machine: Machine, path: string, seen: ReadonlySet<string>): ReadonlySet<string> {
  const { source } = machine.world;
  const module = source.module(path);
  if (module === null || seen.has(path)) return new Set();
  if (module.format === 'commonjs') return machine.unsupported(`the names that CommonJS module ${path} exports`);
  const own = module.exports.flatMap((record) =>
    record.kind !== 'star' && isValue(machine, module, record) ? [record.exported] : [],
  );
  const names = new Set(own);
  const others = new Set<string>();
  for (const star of module.exports) {
    if (star.kind !== 'star') continue;
    const target = source.resolve(path, star.source);
    if (target === null) return machine.unsupported(`the names that ${star.source} exports`);
    for (const name of namesOf(machine, target, new Set([...seen, path]))) {
      if (name === 'default' || names.has(name)) continue;
      // Two modules may mean the same by it, or the name is left out.
      if (others.has(name)) return machine.unsupported(`${name}, which several modules export to ${path}`);
      others.add(name);
    }
  }
  return new Set([...names, ...others]);
}

/** Types may be exported like values, and leave nothing behind. */
function isValue(machine: Machine, module: ModuleIr, record: Exclude<ExportRecord, { kind: 'star' }>): boolean {
  if (record.kind === 'from') return isThere(machine, module.path, record.source, record.imported);
  const binding = module.bindings[record.binding];
  if (binding?.kind !== 'import') return binding?.kind !== 'type';
  const found = module.imports.find((each) => each.binding === record.binding);
  return found !== undefined && isThere(machine, module.path, found.source, found.imported);
}

function isThere(machine: Machine, from: string, specifier: string, name: string): boolean {
  if (name === '*' || name === '=') return true;
  const path = machine.world.source.resolve(from, specifier);
  return path === null || machine.world.language.exported(machine, path, name) !== null;
}
