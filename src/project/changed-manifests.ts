import { posix } from 'node:path';
import { folderOf } from './package-manifests';
import type { Snapshot } from './snapshot';

/** A package of the project that leads elsewhere when it is imported. */
export interface ChangedManifest {
  /** Of its package.json. */
  readonly path: string;
  /** Whether an import in a file goes by it: by the name of the package, or by its folder. */
  readonly isAskedBy: (from: string, specifier: string) => boolean;
}

/** `changed`: files that are not the same in both versions. */
export function changedManifests(base: Snapshot, head: Snapshot, changed: readonly string[]): ChangedManifest[] {
  return changed.flatMap((path): ChangedManifest[] => {
    if (posix.basename(path) !== 'package.json') return [];
    const [was, is] = [fieldsOf(base, path), fieldsOf(head, path)];
    if (entriesIn(was) === entriesIn(is)) return [];
    const names = [was['name'], is['name']].filter((name) => typeof name === 'string');
    const folder = folderOf(path);
    const isAskedBy = (from: string, specifier: string): boolean => {
      if (!/^\.{1,2}(?:\/|$)/.test(specifier)) {
        return names.some((name) => specifier === name || specifier.startsWith(`${name}/`));
      }
      return posix.relative(folder, posix.join(folderOf(from), specifier)) === '';
    };
    return [{ path, isAskedBy }];
  });
}

/** Which file an import of the package means. */
function entriesIn(fields: Fields): string {
  return JSON.stringify([fields['main'], fields['module'], fields['browser'], fields['exports']]);
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(snapshot: Snapshot, path: string): Fields {
  const text = snapshot.readOthers([path])[0]?.text ?? '{}';
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return { main: text };
  }
}
