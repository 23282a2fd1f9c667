import { posix } from 'node:path';

/** What a lock file says of a package: the versions that are installed of it, and the names of what these need. */
export interface LockedPackage {
  readonly versions: Set<string>;
  readonly needs: Set<string>;
}

export type LockedPackages = ReadonlyMap<string, LockedPackage>;

export const lockNames = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
] as const;

/** Null for a lock file that cannot be read. */
export function lockedPackages(path: string, text: string): LockedPackages | null {
  switch (posix.basename(path)) {
    case 'package-lock.json':
    case 'npm-shrinkwrap.json':
      return fromNpm(text);
    case 'yarn.lock':
      return fromYarn(text);
    case 'pnpm-lock.yaml':
      return fromPnpm(text);
    default:
      return null;
  }
}

class Collected extends Map<string, LockedPackage> {
  add(name: string, version: string, needs: Iterable<string>): void {
    let known = this.get(name);
    if (known === undefined) this.set(name, (known = { versions: new Set(), needs: new Set() }));
    known.versions.add(version);
    for (const needed of needs) known.needs.add(needed);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function fromNpm(text: string): LockedPackages | null {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isFields(whole)) return null;
  const found = new Collected();
  for (const [place, entry] of entriesOf(whole['packages'])) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (place.includes('node_modules/')) found.add(name, versionOf(entry), needsOf(entry));
  }
  // The first version of the format nests packages in those that need them.
  const nested = [...entriesOf(whole['dependencies'])];
  for (const [name, entry] of nested) {
    found.add(name, versionOf(entry), [...entriesNames(entry['requires']), ...entriesNames(entry['dependencies'])]);
    nested.push(...entriesOf(entry['dependencies']));
  }
  return found;
}

/** What is installed is the same when version, place and check sum are. */
function versionOf(entry: Fields): string {
  return [entry['version'], entry['resolved'], entry['integrity']].map((part) => String(part ?? '')).join(' ');
}

function needsOf(entry: Fields): string[] {
  return ['dependencies', 'optionalDependencies', 'peerDependencies'].flatMap((kind) => entriesNames(entry[kind]));
}

function entriesNames(value: unknown): string[] {
  return isFields(value) ? Object.keys(value) : [];
}

function entriesOf(value: unknown): [string, Fields][] {
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, entry]): [string, Fields][] => (isFields(entry) ? [[name, entry]] : []));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** Blocks of lines: a line with all that a package is asked for as, and indented ones with what it is. */
function fromYarn(text: string): LockedPackages {
  const found = new Collected();
  for (const block of text.split(/\n(?=\S)/)) {
    const name = /^["']?((?:@[^@/\s]+\/)?[^@/\s"']+)@/.exec(block)?.[1];
    if (name === undefined) continue;
    const own = block
      .split('\n')
      .filter((line) => /^ {2}(?:version|resolved|resolution|integrity|checksum)\b/.test(line));
    const needs = [...block.matchAll(/^ {4}["']?((?:@[^@/\s]+\/)?[^@/\s"':]+)["']?[:\s]/gm)].map(
      (match) => match[1] ?? '',
    );
    found.add(name, own.join('\n'), needs);
  }
  return found;
}

/** Names of packages are keys that are indented by two, with what each is and needs below. */
function fromPnpm(text: string): LockedPackages {
  const found = new Collected();
  for (const block of text.split(/\n(?= {2}\S)/)) {
    const key = /^ {2}["']?\/?((?:@[^@/\s]+\/)?[^@/\s"'(:]+)[@/](\d[^\s"':]*)/.exec(block);
    if (key === null) continue;
    const sum = /\b(?:integrity|tarball|commit): ?[^\s,}]+/.exec(block)?.[0] ?? '';
    const needs = [...block.matchAll(/^ {6}["']?((?:@[^@/\s]+\/)?[^@/\s"':]+)["']?: /gm)].map(
      (match) => match[1] ?? '',
    );
    found.add(key[1] ?? '', `${key[2] ?? ''} ${sum}`, needs);
  }
  return found;
}
