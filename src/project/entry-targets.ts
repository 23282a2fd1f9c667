import { isRecord, type PackageManifest } from './package-manifests';

/**
 * The files, relative to the package, that its manifest gives out under a subpath (`.` or `./x`), first choice first. All
 * conditions count: whichever of them applies, what is wanted is the source behind it.
 */
export function entryTargets(manifest: PackageManifest, subpath: string): readonly string[] {
  const { exports, ...fields } = manifest.fields;
  const exported = exports === undefined ? [] : exportedTargets(exports, subpath);
  const mains = subpath === '.' ? mainFields.map((field) => fields[field]) : [];
  return [...exported, ...mains].filter((target) => typeof target === 'string');
}

const mainFields = ['source', 'module', 'main', 'types'];

function exportedTargets(exports: unknown, subpath: string): readonly string[] {
  const hasSubpaths = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
  if (!hasSubpaths) return subpath === '.' ? leaves(exports) : [];
  const exact = exports[subpath];
  if (exact !== undefined) return leaves(exact);
  for (const [key, value] of Object.entries(exports).toSorted(byLongestPrefix)) {
    const wildcard = matchWildcard(key, subpath);
    if (wildcard !== undefined) return leaves(value).map((target) => target.replaceAll('*', () => wildcard));
  }
  return [];
}

/** Targets of all conditions, in their order. */
function leaves(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(leaves);
  return isRecord(value) ? Object.values(value).flatMap(leaves) : [];
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
