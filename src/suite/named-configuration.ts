import { posix } from 'node:path';

/** A text that may name files which tell how tests are run: a command, or configuration. */
export interface NamingText {
  readonly text: string;
  /** Where the files that it names may lie. */
  readonly folders: readonly string[];
}

/**
 * Files that a command names: configuration of another name or in another folder, variables (`--env-file`), settings of compilers. Code counts where it is
 * the value of an option or variable; otherwise it is what the command runs.
 */
export function namedByCommand({ text, folders }: NamingText, isFile: (path: string) => boolean): string[] {
  const words = text.split(/[\s"';&|()]+/);
  const named = words.flatMap((word, i) => {
    const [name = '', value] = word.split('=');
    if (value !== undefined) return [value];
    return words[i - 1]?.startsWith('-') === true || !code.test(name) ? [name] : [];
  });
  return found(named, folders, isFile);
}

const code = /\.[cm]?[jt]sx?$/;

/** Settings that configuration names, as `tsconfig: 'config/tsconfig.test.json'` does. Code that it names is seen when it runs. */
export function namedByConfiguration({ text, folders }: NamingText, isFile: (path: string) => boolean): string[] {
  return found(text.match(settings) ?? [], folders, isFile);
}

/** The parts of a script of package.json that run tests. */
export function testingCommands(script: string): string[] {
  return script.split(/&&|\|\||;/).filter((part) => testing.test(part));
}

const testing = /(?:^|[\s/'"])(?:vitest|jest|_?mocha|tap|borp|--test)(?=[\s'"]|$)/;

const settings = /[\w@./<>-]*(?:\.(?:jsonc?|json5|ya?ml|toml|opts)|\.env(?:\.\w+)*)(?![\w.])/g;

function found(words: readonly string[], folders: readonly string[], isFile: (path: string) => boolean): string[] {
  const paths = words.flatMap((word) => {
    const name = word.replace(/^<rootDir>\/?/, '');
    if (name === '' || manifests.has(posix.basename(name))) return [];
    return folders.map((folder) => posix.normalize(posix.join(folder, name))).filter((path) => isFile(path));
  });
  return [...new Set(paths)];
}

/** What decides in these is compared by itself. */
const manifests = new Set(['package.json', 'package-lock.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']);
