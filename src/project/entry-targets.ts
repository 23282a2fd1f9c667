import { isRecord, type PackageManifest } from './package-manifests';

/** How a file asks for a module: packages may give each something else. */
export type ImportWay = 'import' | 'require';

/**
 * The files, relative to the package, that its manifest gives out under a subpath (`.` or `./x`), first choice first. All
 * conditions count: whichever of them applies, what is wanted is the source behind it. Those of the other way come last.
 */
export function entryTargets(manifest: PackageManifest, subpath: string, way: ImportWay): readonly string[] {
  const { exports, ...fields } = manifest.fields;
  const exported = exports === undefined ? [] : exportedTargets(exports, subpath, way);
  const mains = subpath === '.' ? mainFields[way].map((field) => fields[field]) : [];
  return [...exported, ...mains].filter((target) => typeof target === 'string');
}

/** The files that the manifest of a folder means when the folder is asked for by its path: `exports` are for who asks by name. */
export function mainTargets({ fields }: PackageManifest): readonly string[] {
  return mainFields.require.map((field) => fields[field]).filter((target) => typeof target === 'string');
}

const mainFields: Readonly<Record<ImportWay, readonly string[]>> = {
  import: ['source', 'module', 'main', 'types'],
  require: ['source', 'main', 'module', 'types'],
};

function exportedTargets(exports: unknown, subpath: string, way: ImportWay): readonly string[] {
  const hasSubpaths = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
  if (!hasSubpaths) return subpath === '.' ? inOrder(exports, way) : [];
  const exact = exports[subpath];
  if (exact !== undefined) return inOrder(exact, way);
  for (const [key, value] of Object.entries(exports).toSorted(byLongestPrefix)) {
    const wildcard = matchWildcard(key, subpath);
    if (wildcard !== undefined) return inOrder(value, way).map((target) => target.replaceAll('*', () => wildcard));
  }
  return [];
}

/** Targets of all conditions, in their order, but those of the other way last. */
function inOrder(value: unknown, way: ImportWay): readonly string[] {
  const other = way === 'import' ? 'require' : 'import';
  return [...new Set([...leaves(value, other), ...leaves(value, null)])];
}

function leaves(value: unknown, without: ImportWay | null): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((each) => leaves(each, without));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([condition, each]) => (condition === without ? [] : leaves(each, without)));
}

function byLongestPrefix([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return b.indexOf('*') - a.indexOf('*');
}

function matchWildcard(key: string, subpath: string): string | undefined {
  const star = key.indexOf('*');
  if (star < 0) return undefined;
  const [prefix, suffix] = [key.slice(0, star), key.slice(star + 1)];
  const fits = subpath.length > prefix.length + suffix.length && subpath.startsWith(prefix) && subpath.endsWith(suffix);
  return fits ? subpath.slice(prefix.length, subpath.length - suffix.length) : undefined;
}
