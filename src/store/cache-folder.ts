import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where a project's cache lives: with its installed packages, else in the user's cache folder. */
export function cacheFolder(root: string): string {
  const packages = join(root, 'node_modules');
  if (existsSync(packages)) return join(packages, '.cache', 'wingbeat');
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'wingbeat', name);
}
