import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './repository-root';

export interface CorpusPackage {
  /** As it is known on the registry. */
  readonly name: string;
  readonly folder: string;
  /** Its whole folder takes minutes or gigabytes: tests look at its largest files only. */
  readonly isBig: boolean;
}

/** Real packages, whole: modules and bundles, sources and minified files, of all ages and styles. */
export const corpusPackages: readonly CorpusPackage[] = [
  installed('semver'),
  installed('picomatch'),
  installed('acorn'),
  installed('express'),
  installed('lodash'),
  installed('rxjs'),
  installed('date-fns'),
  installed('react-dom'),
  { ...installed('zod'), isBig: true },
  { ...installed('prettier'), isBig: true },
  { ...installed('three'), isBig: true },
  { ...installed('effect'), isBig: true },
  // The compiler itself; `typescript` is a thin wrapper around it.
  { ...installed('@typescript/old'), name: 'typescript', isBig: true },
];

export function packageNamed(name: string): CorpusPackage {
  const found = corpusPackages.find((p) => p.name === name);
  if (found === undefined) throw new Error(`no package "${name}" in the corpus`);
  return found;
}

export function versionOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

function installed(name: string): CorpusPackage {
  return { name, folder: join(repositoryRoot, 'node_modules', name), isBig: false };
}
