import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedModule, Recording } from '#trace/recording';
import { isMadeUp } from './built-code';
import { builtFrom, isOfProject, readMap, readText, type BuiltSource, type ReadMap } from './built-from';
import { Evidence } from './evidence';
import type { KeptRecording } from './kept-recording';
import { filesKnownAsWhole } from './known-as-whole';
import type { Links } from './links';

/**
 * Code that was built, with what it was made from as far as anything tells: the sources and packages that its map names, and where there is no
 * map, or it leads to nothing that is known, sources whose lasting names it holds, with all that these import. Nobody need ask again when the
 * sources have become others.
 */
export function withOrigins(
  root: string,
  recording: Recording,
  links: Links,
  otherPaths: () => readonly string[],
): Recording {
  if (recording.modules.every(({ path }) => links.isSource(path))) return recording;
  const origins = new Origins(root, links, new Evidence(root, links, recording));
  const constants = declaredConstants(root, otherPaths());
  const modules = recording.modules.map((module) => {
    if (links.isSource(module.path)) return module;
    const made = withOrigin(root, module, links, origins);
    return { ...made, files: [...new Set([...made.files, ...constants])] };
  });
  return { ...recording, modules };
}

/** Declarations with constants that compilers put into whatever names them, without an import. */
function declaredConstants(root: string, otherPaths: readonly string[]): string[] {
  return otherPaths.filter((path) => /\.d\.[cm]?ts$/.test(path) && /\bconst\s+enum\b/.test(readText(join(root, path))));
}

function withOrigin(root: string, module: RecordedModule, links: Links, origins: Origins): RecordedModule {
  const text = readText(join(root, module.path));
  const map = readMap(root, module.path, text);
  const sources = origins.of(module.path, text);
  const bundled = [...sources.flatMap((path) => links.packages(path)), ...(map === null ? [] : packagesNamed(map))];
  const packages = [...new Set([...module.packages, ...bundled])];
  return module.build === undefined ? { ...module, packages, madeFrom: sources } : { ...module, packages };
}

/** Where maps lead, and where these end, evidence. */
class Origins {
  constructor(
    private readonly root: string,
    private readonly links: Links,
    private readonly evidence: Evidence,
  ) {}

  /** All that code was made from, with what that imports: a constant of it may be all that is left. */
  of(path: string, text: string, seen: ReadonlySet<string> = new Set()): readonly string[] {
    const map = readMap(this.root, path, text);
    const named = map === null ? [] : builtFrom(this.root, path, text);
    const sources = named.flatMap((source) => (this.links.isSource(source.path) ? [source.path] : []));
    const others = named.filter((source) => !this.links.isSource(source.path));
    const through = others.flatMap((source) => this.through(source, new Set([...seen, path])));
    const led = [...this.evidence.withImports(sources), ...through];
    const isKnown = led.some((each) => this.links.isSource(each)) || (map !== null && isOfNoCode(map));
    return [...new Set(isKnown ? led : [...led, ...this.evident(path, text)])];
  }

  /** Data, or code that was itself made from something, and may be gone since. */
  private through({ path, content }: BuiltSource, seen: ReadonlySet<string>): readonly string[] {
    const isThere = existsSync(join(this.root, path));
    if (isMadeUp(path)) return isThere ? [path] : [];
    if (seen.has(path)) return [];
    const text = isThere ? readText(join(this.root, path)) : (content ?? '');
    return [...(isThere ? [path] : []), ...this.of(path, text, seen)];
  }

  private evident(path: string, text: string): readonly string[] {
    const found = this.evidence.of(path, text);
    return this.evidence.withAllImports(found.length > 0 ? found : this.evidence.entriesOf(path));
  }
}

/** Is it of packages alone, or of what is no code? */
function isOfNoCode({ sources, placeOf }: ReadMap): boolean {
  const places = sources.map((_, i) => placeOf(i)).filter((place) => !isMadeUp(place));
  return sources.length > 0 && !places.some(isOfProject);
}

/** Code that was built and has no map that leads anywhere, with one of the sources that it was made from, if that is known. */
export function buildsWithoutMap(root: string, { modules }: Recording): UnmappedBuild[] {
  return modules.flatMap(({ path, madeFrom }) => {
    if (madeFrom === undefined || isMapped(root, path)) return [];
    const [source = null] = madeFrom;
    return [{ built: path, source }];
  });
}

function isMapped(root: string, path: string): boolean {
  const text = readText(join(root, path));
  const map = readMap(root, path, text);
  if (map === null) return false;
  return isOfNoCode(map) || builtFrom(root, path, text).some((source) => existsSync(join(root, source.path)));
}

export interface UnmappedBuild {
  readonly built: string;
  readonly source: string | null;
}

/** Sources of which it is known what they are made into, and not which of their functions run. */
export function sourcesKnownAsWhole({ recording, texts }: KeptRecording): ReadonlySet<string> {
  const built = recording.modules.flatMap(({ madeFrom = [] }) => madeFrom);
  return new Set([...built, ...filesKnownAsWhole(recording, texts)]);
}

/** Packages of which a map names files. */
function packagesNamed({ sources }: ReadMap): string[] {
  return sources.flatMap((source) => {
    const inner = source.split('node_modules/').at(-1) ?? '';
    const [first = '', second = ''] = inner === source ? [] : inner.split('/');
    return first === '' || first.startsWith('.') ? [] : [first.startsWith('@') ? `${first}/${second}` : first];
  });
}
