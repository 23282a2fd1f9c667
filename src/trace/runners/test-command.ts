import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A command that runs tests, as its script or the user says it, down to the program that does it. */
export interface TestCommand {
  readonly words: readonly string[];
  /** Variables that are set in front of it. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Follows `npm test`, `pnpm run unit`, `yarn test` and the like through the scripts of `package.json` to the commands
 * that they end in, without a shell. Null stands for the script `test`.
 */
export function testCommands(root: string, command: readonly string[] | null): readonly TestCommand[] {
  const { scripts } = readManifest(root);
  const start = command ?? (scripts['test'] === undefined ? [] : ['npm', 'test']);
  return follow([...start], {}, scripts, new Set());
}

/** Names of packages that a project says it needs. */
export function dependenciesOf(root: string): ReadonlySet<string> {
  return readManifest(root).dependencies;
}

/** `PATH` with the programs of installed packages first, as scripts have it. */
export function pathWithPrograms(root: string): string {
  const folders: string[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    const programs = join(folder, 'node_modules', '.bin');
    if (existsSync(programs)) folders.push(programs);
    if (dirname(folder) === folder) break;
  }
  const separator = process.platform === 'win32' ? ';' : ':';
  return [...folders, process.env['PATH'] ?? ''].join(separator);
}

function follow(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  scripts: Readonly<Record<string, string>>,
  seen: ReadonlySet<string>,
): readonly TestCommand[] {
  const plain = withoutPrefixes(words);
  const called = scriptCalled(plain.words);
  const script = called === null ? undefined : scripts[called.name];
  const set = { ...env, ...plain.env };
  if (called === null || script === undefined || seen.has(called.name)) {
    return plain.words.length === 0 ? [] : [{ words: plain.words, env: set }];
  }
  const parts = splitScript(script);
  return parts.flatMap((part, i) => {
    const rest = i === parts.length - 1 ? called.rest : [];
    return follow([...part, ...rest], set, scripts, new Set([...seen, called.name]));
  });
}

/** `cross-env A=1 B=2 npx c8 mocha` is `mocha` with two variables set. */
function withoutPrefixes(words: readonly string[]): { words: readonly string[]; env: Record<string, string> } {
  const env: Record<string, string> = {};
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    const assigned = /^([A-Za-z_]\w*)=(.*)$/s.exec(word);
    if (assigned !== null) env[assigned[1] ?? ''] = assigned[2] ?? '';
    else if (word === 'npx' || word === 'cross-env' || word === 'exec' || word === 'c8' || word === 'nyc') continue;
    else break;
  }
  return { words: words.slice(at), env };
}

function scriptCalled([program = '', ...rest]: readonly string[]): { name: string; rest: readonly string[] } | null {
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(program)) return null;
  const words = rest.filter((word) => word !== '--silent' && word !== '-s');
  const [verb = '', ...more] = words;
  const isRun = verb === 'run' || verb === 'run-script';
  const name = isRun ? more[0] : verb === 't' || verb === 'tst' ? 'test' : verb;
  if (name === undefined || name === '' || name.startsWith('-')) return null;
  const passed = isRun ? more.slice(1) : more;
  return { name, rest: passed[0] === '--' ? passed.slice(1) : passed };
}

/** The commands of a script that are run one after the other, in words. */
function splitScript(script: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const [token] of script.matchAll(/&&|\|\||;|(?:[^\s"'&|;]|"[^"]*"|'[^']*'|[&|](?![&|]))+/g)) {
    if (token === '&&' || token === '||' || token === ';') commands.push([]);
    else commands.at(-1)?.push(token.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
  }
  return commands;
}

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: ReadonlySet<string>;
}

function readManifest(root: string): Manifest {
  const file = join(root, 'package.json');
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const part = (name: string): Readonly<Record<string, string>> => {
    const value: unknown = typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, name) : null;
    return typeof value === 'object' && value !== null ? (value as Record<string, string>) : {};
  };
  const dependencies = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((name) =>
    Object.keys(part(name)),
  );
  return { scripts: part('scripts'), dependencies: new Set(dependencies) };
}
