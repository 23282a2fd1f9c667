import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'tsdown';
import { repositoryRoot } from './repository-root';

/** Bundles entries of the sources as the package is built, so that processes start as fast as the installed tool. */
export async function bundle<Name extends string>(
  entries: Readonly<Record<Name, string>>,
): Promise<Record<Name, string>> {
  // Inside node_modules, so that what stays outside of the bundle is found.
  const outDir = join(repositoryRoot, 'node_modules', '.cache', 'wingbeat-bench');
  mkdirSync(outDir, { recursive: true });
  await build({
    cwd: repositoryRoot,
    config: false,
    entry: { ...entries },
    outDir,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: false,
    dts: false,
    sourcemap: true,
    logLevel: 'error',
    report: false,
  });
  const names = Object.keys(entries) as Name[];
  return Object.fromEntries(names.map((name) => [name, join(outDir, `${name}.js`)])) as Record<Name, string>;
}
