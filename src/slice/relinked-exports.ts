import type { ChangeSet } from '#change/change-set';
import type { Program } from '#ir/program';
import type { Snapshot } from '#project/snapshot';

/** Which file a specifier means. */
export type Files = Pick<Snapshot, 'resolve'>;

/** Bindings of imports, by module, whose name stands for something else because a module passes something else on. */
export function relinkedByExports(
  { modules }: Program,
  { moduleChanges }: ChangeSet,
  files: Files,
): ReadonlyMap<number, ReadonlySet<number>> {
  const waiting = moduleChanges.flatMap(({ head, exported }) => (exported === undefined ? [] : [{ head, exported }]));
  const found = new Map<number, Set<number>>();
  if (waiting.length === 0) return found;
  const users = usersOf(modules, files);
  const seen = new Set<string>();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const step = `${at.head}\0${at.exported}`;
    if (seen.has(step)) continue;
    seen.add(step);
    const { exported } = at;
    const isMeant = (name: string): boolean => exported === '*' || name === '*' || name === '=' || name === exported;
    for (const { module, source } of users.get(at.head) ?? []) {
      const { path, imports, exports } = modules[module]!;
      const relinked = imports.filter((record) => record.source === source && isMeant(record.imported));
      const bindings = new Set(relinked.map(({ binding }) => binding));
      found.set(module, new Set([...(found.get(module) ?? []), ...bindings]));
      for (const record of exports) {
        if (record.kind === 'star') {
          if (record.source === source && exported !== 'default') waiting.push({ head: path, exported });
        } else if (record.kind === 'from' && record.source === source && isMeant(record.imported)) {
          waiting.push({ head: path, exported: record.exported });
        } else if (record.kind === 'local' && bindings.has(record.binding)) {
          waiting.push({ head: path, exported: record.exported });
        }
      }
    }
  }
  return found;
}

interface User {
  readonly module: number;
  readonly source: string;
}

/** By path: which modules name it, and how. */
function usersOf(modules: Program['modules'], files: Files): ReadonlyMap<string, readonly User[]> {
  const users = new Map<string, User[]>();
  modules.forEach(({ path, imports, exports }, module) => {
    const sources = [...imports, ...exports].flatMap((record) => ('source' in record ? [record.source] : []));
    for (const source of new Set(sources)) {
      const target = files.resolve(path, source);
      if (target.kind !== 'file') continue;
      const known = users.get(target.path) ?? [];
      users.set(target.path, known);
      known.push({ module, source });
    }
  });
  return users;
}
