import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether there is a program of this name on a search path such as `PATH`. */
export function isOnPath(program: string, searchPath: string): boolean {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return searchPath.split(delimiter).some((folder) => folder !== '' && isProgram(join(folder, `${program}${suffix}`)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Most folders of the search path do not have it.
    return false;
  }
}
