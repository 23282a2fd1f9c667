import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig } from 'tsdown';
import { bundled, withoutLibraries } from '../tsdown.config';
import { repositoryRoot } from './repository-root';

/**
 * Bundles entries of the sources as the package is built, so that processes start as fast as the installed tool.
 * The bundle is frozen: edits of the sources during a run do not change what is measured. It is gone when the run ends.
 */
export async function bundle<Name extends string>(
  entries: Readonly<Record<Name, string>>,
  /** Programs of other processes and threads, which share no file with the rest. */
  alone: Readonly<Record<string, string>> = {},
): Promise<Record<Name, string>> {
  // Inside node_modules, so that what stays outside of the bundle is found.
  const cache = join(repositoryRoot, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'wingbeat-bench-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const shared: InlineConfig = {
    cwd: repositoryRoot,
    config: false,
    outDir,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: false,
    deps: { alwaysBundle: bundled },
    plugins: [withoutLibraries],
    dts: false,
    logLevel: 'error',
    report: false,
  };
  await build({ ...shared, entry: { ...entries } });
  for (const [name, entry] of Object.entries(alone)) await build({ ...shared, entry: { [name]: entry }, clean: false });
  const names = Object.keys(entries) as Name[];
  return Object.fromEntries(names.map((name) => [name, join(outDir, `${name}.js`)])) as Record<Name, string>;
}
