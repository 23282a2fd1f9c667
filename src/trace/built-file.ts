import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MagicString } from 'magic-string';
import { ResolverFactory } from 'oxc-resolver';
import { transformSync } from 'oxc-transform';
import { parseModule } from '#syntax/parse';

/** Programs that other processes load from a file; a build has them beside this one. */
const sources = {
  'trace-register': 'trace/register/preload.ts',
  'trace-recorder': 'trace/register/main.ts',
  'trace-calls': 'trace/recorded-call.ts',
  'trace-loader': 'trace/register/loader.ts',
  'trace-instrumenter': 'trace/register/instrumenter.ts',
} as const;

export type BuiltFile = keyof typeof sources;

/** The path of such a program: a module, or one that can be required. When wingbeat runs from its sources, it is compiled into a temporary folder first. */
export function builtFile(name: BuiltFile, kind: 'module' | 'required' = 'module'): string {
  const file = `${name}.${kind === 'module' ? 'js' : 'cjs'}`;
  const built = fileURLToPath(new URL(`./${file}`, import.meta.url));
  return existsSync(built) ? built : join(compiledFolder(), file);
}

const sourceFolder = fileURLToPath(new URL('..', import.meta.url));

/** Named for all that is in it, so that a changed source makes another. */
function compiledFolder(): string {
  const files = new Map<string, string>();
  for (const source of Object.values(sources)) addFile(join(sourceFolder, source), files);
  const hash = createHash('sha256')
    .update(JSON.stringify([...files, requiring('')]))
    .digest('hex')
    .slice(0, 16);
  const folder = join(tmpdir(), `wingbeat-trace-${hash}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  for (const [path, text] of files) write(join(draft, path), text);
  for (const [name, source] of Object.entries(sources)) {
    write(join(draft, `${name}.js`), `export * from './${source.replace(/\.ts$/, '.js')}';\n`);
    write(join(draft, `${name}.cjs`), requiring(`./${name}.js`));
  }
  write(join(draft, 'package.json'), '{"type":"module"}\n');
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another process was faster.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Node warns of modules that are required. */
function requiring(module: string): string {
  const quiet = 'const { emitWarning } = process; process.emitWarning = () => {};';
  return `${quiet} module.exports = require('${module}'); process.emitWarning = emitWarning;\n`;
}

function addFile(file: string, files: Map<string, string>): void {
  const path = compiledName(file);
  if (files.has(path)) return;
  const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), {
    lang: 'ts',
    typescript: { onlyRemoveTypeImports: true },
  });
  const { tree } = parseModule('compiled.mjs', code);
  if (tree === null || errors.length > 0) throw new Error(`${file} cannot be compiled`);
  const text = new MagicString(code);
  files.set(path, code);
  for (const statement of tree.body) {
    const source = 'source' in statement ? statement.source : null;
    if (source === null || source.value.startsWith('node:')) continue;
    const target = targetOf(source.value, file);
    text.overwrite(source.start, source.end, JSON.stringify(specifierOf(target, path)));
    if (target.startsWith(sourceFolder)) addFile(target, files);
  }
  files.set(path, text.toString());
}

const resolver = new ResolverFactory({ conditionNames: ['node', 'import'] });

function targetOf(specifier: string, from: string): string {
  if (specifier.startsWith('#')) return join(sourceFolder, `${specifier.slice(1)}.ts`);
  if (specifier.startsWith('.')) return `${resolve(dirname(from), specifier)}.ts`;
  const found = resolver.sync(dirname(from), specifier).path;
  if (found === undefined) throw new Error(`${specifier} is not installed`);
  return found;
}

function specifierOf(target: string, from: string): string {
  if (!target.startsWith(sourceFolder)) return pathToFileURL(target).href;
  const path = relative(dirname(from), compiledName(target)).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

function compiledName(file: string): string {
  return relative(sourceFolder, file).replace(/\.ts$/, '.js');
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
