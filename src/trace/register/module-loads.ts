import { existsSync, readFileSync, realpathSync } from 'node:fs';
import Module, { isBuiltin } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { isInComment } from './comment-lines';
import { PackageModules } from './package-modules';

/**
 * When this process may load ECMAScript modules. Hooks for them run in a thread of their own, which takes longer to start
 * than many a test file takes to run, so they are set when the first module may come: when the program is one, was
 * started with one, or has code that can import one.
 */
export class ModuleLoads {
  #start: (() => void) | null;
  #haveBegun = false;
  readonly #packages = new PackageModules({ isModule, mayImport });

  constructor(start: () => void) {
    this.#start = start;
  }

  /** Does something by which no module of the project is loaded, whatever code comes with it. */
  without<T>(body: () => T): T {
    const start = this.#start;
    this.#start = null;
    try {
      return body();
    } finally {
      this.#start = start;
    }
  }

  /** One may be loaded from here on. */
  expect(): void {
    const start = this.#start;
    if (start === null) return;
    this.#start = null;
    this.#haveBegun = true;
    start();
  }

  /** Whether hooks are set. */
  get haveBegun(): boolean {
    return this.#haveBegun;
  }

  /** The program of this process comes next. */
  expectFromStart(): void {
    if (!isMainThread || startsWithModule(process.argv[1])) this.expect();
  }

  /** What is preloaded comes next, and then a program that is known to load none of the project by itself. */
  expectFromOptions(): void {
    if (moduleOptions.test(optionsOfNode())) this.expect();
  }

  /** Code that is about to be compiled; returns it, perhaps with a look at what it imports. */
  expectFrom(code: string, file: string): string {
    if (this.#start === null || !mayImport(code)) return code;
    const watched = mochaImport.test(file) ? withWatchedImport(code) : code;
    if (watched === code) this.expect();
    return watched;
  }

  /** Something is about to be imported, by a file's address or its path; returns it. */
  expectFor(specifier: unknown): unknown {
    if (this.#start === null) return specifier;
    const path = pathOf(String(specifier));
    if (path === null || isModule(path)) this.expect();
    return specifier;
  }

  /** Vitest is about to import something that its server does not hand out. */
  expectNative(id: unknown): void {
    if (this.#start === null || isBuiltin(String(id))) return;
    const path = pathOf(String(id));
    if (path === null || !(vitestEntry.test(path) || this.#packages.has(path))) this.expectFor(id);
  }
}

/** By these, tests get at vitest; they import nothing of the project. */
const vitestEntry = /[\\/]node_modules[\\/]vitest[\\/]dist[\\/](?:index|runners|spy|suite)\.js$/;

/** Whether this process runs no test itself, but starts one for each file that does. */
export function startsTestsOfNode(): boolean {
  return process.execArgv.includes('--test') && !/-isolation[= ]none/.test(optionsOfNode());
}

function optionsOfNode(): string {
  return wordsOfOptions().join(' ');
}

export function wordsOfOptions(): string[] {
  return [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/)];
}

/** By these, Node loads modules before the program. */
const moduleOptions = /(?:^|\s)--(?:import|loader|experimental-loader)(?:[\s=]|$)/;

function startsWithModule(program: string | undefined): boolean {
  const { execArgv } = process;
  if (execArgv.includes('--test') || moduleOptions.test(optionsOfNode())) return true;
  // Text, or what is typed in.
  if (program === undefined || execArgv.some((option) => /^(?:-\w*[ep]\w*|--eval|--print)$/.test(option))) return true;
  // All that it loads of the project goes through a module that is watched.
  if (mochaProgram.test(real(program))) return false;
  const found = resolved(program);
  return found === null || isModule(found);
}

const mochaProgram = /[\\/]node_modules[\\/]mocha[\\/]bin[\\/]_?mocha(?:\.js)?$/;
const mochaImport = /[\\/]mocha[\\/]lib[\\/]nodejs[\\/]esm-utils\.c?js$/;

/** The code as it is, unless this finds all that it imports. */
function withWatchedImport(code: string): string {
  const imports = /(?<==>\s*)import\((\w+)\);/g;
  return mayImport(code.replaceAll(imports, '')) ? code : code.replaceAll(imports, 'import(__wingbeat__.imports($1));');
}

/** Whether a text has an `import()` other than in comments that tell types. Rather yes than no. */
function mayImport(code: string): boolean {
  if (!code.includes('import')) return false;
  for (const { index } of code.matchAll(/\bimport\s*(?:\.\s*\w+\s*)?[(/]/g)) {
    const line = code.slice(code.lastIndexOf('\n', index) + 1, index);
    // What the comment's line has after its end may be code.
    if (!/^\s*(?:\/\/|(?:\/\*)?\*+ @)/.test(line) || line.includes('*/')) return true;
  }
  return false;
}

/** Whether Node takes a file for a module. Rather yes than no. */
function isModule(file: string): boolean {
  const end = extname(file);
  if (end === '.cjs') return false;
  if (end !== '.js' && end !== '') return true;
  const type = packageType(dirname(file));
  if (type !== undefined) return type !== 'commonjs';
  // Without a word on it, the text decides.
  try {
    const code = readFileSync(file, 'utf8');
    const words = code.matchAll(/(?<![.\w$])(?:import|export|await)(?![\w$])/g);
    return [...words].some(({ index }) => !isInComment(code, index));
  } catch {
    return true;
  }
}

/** What the next manifest says. */
function packageType(folder: string): unknown {
  for (let at = folder; ; at = dirname(at)) {
    const manifest = join(at, 'package.json');
    if (existsSync(manifest)) {
      try {
        const { type } = JSON.parse(readFileSync(manifest, 'utf8')) as { type?: unknown };
        return type;
      } catch {
        return 'module';
      }
    }
    if (at === dirname(at)) return undefined;
  }
}

/** The file that Node loads for a path, which may lack the extension; null where there is none. */
export function resolved(program: string): string | null {
  const { _findPath: find } = Module as unknown as { _findPath?(path: string, paths: null, isMain: boolean): unknown };
  const found = find?.(resolve(program), null, true);
  return typeof found === 'string' ? found : null;
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function pathOf(specifier: string): string | null {
  try {
    return specifier.startsWith('file:') ? fileURLToPath(specifier) : specifier.startsWith('/') ? specifier : null;
  } catch {
    return null;
  }
}
