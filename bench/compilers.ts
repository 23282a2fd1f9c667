import { join } from 'node:path';
import { versionOf } from './corpus-packages';
import { repositoryRoot } from './repository-root';

/** A contender: a whole process that reads all sources of a folder with a `tsconfig.json`. */
export interface Compiler {
  readonly name: string;
  readonly command: readonly string[];
}

const packages = join(repositoryRoot, 'node_modules');

export const typescript6: Compiler = {
  name: `TypeScript ${versionOf(join(packages, '@typescript/old'))}`,
  command: [process.execPath, join(packages, 'typescript/bin/tsc6')],
};

export const typescript7: Compiler = {
  name: `TypeScript ${versionOf(join(packages, '@typescript/native'))} (native)`,
  command: [process.execPath, join(packages, '@typescript/native/bin/tsc')],
};
