import { sourceExtensions } from './source-path';

type Paths = Pick<ReadonlySet<string>, 'has'>;

/** What a path in an import means among the files of a snapshot, since a revision is not on disk to be asked. */
export function probePath(target: string, sources: Paths): string | undefined {
  return isFolderOnly(target)
    ? probeFolder(target, sources)
    : (probeFile(target, sources) ?? probeFolder(target, sources));
}

/** Exactly as written, then the TypeScript file behind the name of its output, then with an extension added. */
export function probeFile(target: string, sources: Paths): string | undefined {
  if (sources.has(target)) return target;
  const output = /\.[cm]?jsx?$/.exec(target)?.[0] ?? '';
  const stem = target.slice(0, target.length - output.length);
  const candidates = [
    ...(outputSources[output] ?? []).map((extension) => stem + extension),
    ...sourceExtensions.map((extension) => target + extension),
  ];
  return candidates.find((candidate) => sources.has(candidate));
}

function probeFolder(target: string, sources: Paths): string | undefined {
  const folder = target.replace(/(?:^\.)?\/*$/, '');
  const index = folder === '' ? 'index' : `${folder}/index`;
  return sourceExtensions.map((extension) => index + extension).find((candidate) => sources.has(candidate));
}

/** From the extension of a compiled file to those it may be compiled from. */
const outputSources: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx'],
  '.jsx': ['.tsx', '.ts'],
  '.mjs': ['.mts', '.ts'],
  '.cjs': ['.cts', '.ts'],
};

function isFolderOnly(target: string): boolean {
  return target === '' || target === '.' || target.endsWith('/');
}
