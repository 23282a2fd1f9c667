import { resolve, join } from 'node:path';

/** Where the recordings of a project live: in a folder of the project that git ignores, or where the user says. */
export function recordFolder(root: string, env: Readonly<Record<string, string | undefined>>): string {
  const told = env['WINGBEAT_STORE'];
  return told === undefined || told === '' ? join(root, '.wingbeat') : resolve(root, told);
}
