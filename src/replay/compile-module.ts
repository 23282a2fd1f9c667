import { MagicString } from 'magic-string';
import { parseSync, type ImportSpecifier, type Node, type Program } from 'oxc-parser';
import { moduleRunnerTransformSync, transformSync, type TransformOptions } from 'oxc-transform';
import { hasExportAssignment, requiredByImports } from '#syntax/module-syntax';
import { parseModule } from '#syntax/parse';
import { childNodes } from './child-nodes';
import type { CompilerOptions } from './compiler-options';
import { namespaceProperties, type NamespaceProperties } from './namespace-properties';
import type { Insertion } from './place-probe';
import { handle } from './protocol';

/** Source of the project → code that the child can run again and again, each time as a fresh module. */
export type CompiledModule =
  | {
      readonly kind: 'compiled';
      readonly code: string;
      readonly format: 'esm' | 'commonjs';
      readonly interop: 'esm' | 'commonjs';
      readonly awaits: boolean;
      readonly specifiers: readonly string[];
      readonly required: readonly string[];
    }
  /** `isOurs`: what it says of the module is that it cannot be compiled here; its own tools may well do that. */
  | { readonly kind: 'broken'; readonly reason: string; readonly isOurs?: true };

export interface ModuleSource {
  readonly path: string;
  readonly text: string;
  /** The `type` of the package around it. */
  readonly packageType: 'module' | 'commonjs';
  readonly options: CompilerOptions;
  readonly insertions: readonly Insertion[];
  /** Let inputs be evaluated among the names of this module. */
  readonly openScope: boolean;
}

export function compileModule(source: ModuleSource): CompiledModule {
  const { path } = source;
  const parsed = parseModule(path, source.text);
  if (parsed.tree === null) return broken(parsed.problems[0]?.message ?? `${path} cannot be read`);
  const isAssigned = hasExportAssignment(parsed.tree);
  const asEsm = parsed.format === 'esm' || (isEsmByName(source) && !isAssigned);
  const awaits = asEsm || (isAssigned && parsed.tree.body.some(({ type }) => type === 'ImportDeclaration'));
  const interop = isAssigned || isCommonJsByName(source) ? 'commonjs' : 'esm';
  const properties = namespaceProperties(parsed.tree);
  if ('hidden' in properties) return ours(`${path}: the namespace ${properties.hidden} is hidden where it is used`);
  if (!source.options.experimentalDecorators && hasDecorators(parsed.tree, source.text)) {
    return ours(`${path} has decorators, which are compiled only with experimentalDecorators`);
  }
  const stripped = transformSync(path, withProbes(source, parsed.tree, properties), {
    ...transformOptions(source),
    lang: languageOf(path),
    sourceType: awaits ? 'module' : 'commonjs',
  });
  const problem = stripped.errors.find(({ severity }) => severity === 'Error');
  if (problem !== undefined) return broken(`${path}: ${problem.message}`);
  if (!awaits) {
    const strict = isTyped(path) ? '"use strict";' : '';
    const body = withOwnImports(stripped.code);
    const code = `(function (${commonJsNames}, ${ownNames}, ${dynamicImport}) {${strict}${body}\n})`;
    const specifiers = requiredIn(stripped.code);
    return {
      kind: 'compiled',
      code,
      format: 'commonjs',
      interop: 'commonjs',
      awaits,
      specifiers,
      required: specifiers,
    };
  }
  const linked = moduleRunnerTransformSync(path, stripped.code);
  const failed = linked.errors.find(({ severity }) => severity === 'Error');
  if (failed !== undefined) return broken(`${path}: ${failed.message}`);
  const required = requiredByImports(parsed.tree);
  const further = interop === 'commonjs' ? [commonJsNames] : required.length > 0 ? [requireAlone] : [];
  const names = [...runnerNames, ownNames, ...further].join(', ');
  return {
    kind: 'compiled',
    code: `(function (${names}) {"use strict"; return (async () => {${linked.code}\n})(); })`,
    format: asEsm ? 'esm' : 'commonjs',
    interop,
    awaits,
    specifiers: [...new Set([...linked.deps, ...linked.dynamicDeps, ...requiredIn(linked.code)])],
    required,
  };
}

const dynamicImport = '__vite_ssr_dynamic_import__';

/** The parameters of compiled code, in this order; `child/module-graph.ts` gives them. */
const runnerNames = [
  '__vite_ssr_import__',
  dynamicImport,
  '__vite_ssr_exports__',
  '__vite_ssr_exportAll__',
  '__vite_ssr_import_meta__',
];
const ownNames = `${handle}, babelHelpers`;
const commonJsNames = 'exports, require, module, __filename, __dirname';
/** In ES modules, `import x = require('y')` is compiled to a call of one that is made for it. */
const requireAlone = '__wingbeat_exports, require';

function transformOptions({ options, text }: ModuleSource): TransformOptions {
  const { experimentalDecorators, emitDecoratorMetadata, defineFields, jsx, honoursPragma } = options;
  const isClassic = honoursPragma && /\/\*(?:(?!\*\/)[^])*?@jsx\s/.test(text) && !/@jsxRuntime\s+automatic/.test(text);
  return {
    // What this engine does not know, e.g. `using`, is written out.
    target: `node${process.versions.node}`,
    decorator: { legacy: experimentalDecorators, emitDecoratorMetadata },
    helpers: { mode: 'External' as NonNullable<NonNullable<TransformOptions['helpers']>['mode']> },
    jsx: { ...classicOf(jsx, isClassic), throwIfNamespace: false },
    assumptions: { setPublicClassFields: !defineFields },
    typescript: { removeClassFieldsWithoutInitializer: !defineFields },
  };
}

/** A runtime takes no name of a function, and complains of one. */
function classicOf(
  { importSource, runtime, ...pragmas }: CompilerOptions['jsx'],
  isClassic: boolean,
): NonNullable<Exclude<TransformOptions['jsx'], 'preserve'>> {
  return isClassic || runtime === 'classic' ? { runtime: 'classic', ...pragmas } : { runtime, importSource };
}

function withProbes(
  { text, insertions, openScope }: ModuleSource,
  tree: Program,
  { prefixes, after }: NamespaceProperties,
): string {
  const edited = new MagicString(text);
  // Only the first line of a file may begin so.
  if (text.startsWith('#!')) edited.overwrite(0, 2, '//');
  // Before what is already there at the same place, so that probes around the same node nest.
  for (const { at, text: inserted } of insertions) edited.appendLeft(at, inserted);
  for (const { at, text: prefix } of prefixes) edited.prependRight(at, prefix);
  edited.append(after);
  for (const { start } of importsOfNamespaces(tree)) edited.appendLeft(start, 'type ');
  if (openScope) edited.append(`\n;${handle}.scope((source) => eval(source));`);
  return edited.toString();
}

/** Names that the module declares a namespace of are imported as types; the transformer takes them for the namespace. */
function importsOfNamespaces({ body }: Program): readonly ImportSpecifier[] {
  const names = new Set(body.flatMap(namespaceNames));
  if (names.size === 0) return [];
  return body.flatMap((node) =>
    node.type === 'ImportDeclaration' && node.importKind !== 'type'
      ? node.specifiers.filter((each) => each.type === 'ImportSpecifier').filter((each) => isPlain(each, names))
      : [],
  );
}

function isPlain({ importKind, local }: ImportSpecifier, names: ReadonlySet<string>): boolean {
  return importKind !== 'type' && names.has(local.name);
}

function namespaceNames(node: Program['body'][number]): readonly string[] {
  const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
  return declared?.type === 'TSModuleDeclaration' && declared.id.type === 'Identifier' ? [declared.id.name] : [];
}

/** `import()` in CommonJS goes our way too. */
function withOwnImports(code: string): string {
  if (!/\bimport\s*\(/.test(code)) return code;
  const { module } = parseSync('module.cjs', code, { lang: 'js', sourceType: 'commonjs' });
  const edited = new MagicString(code);
  for (const { start } of module.dynamicImports) edited.overwrite(start, start + 'import'.length, dynamicImport);
  return edited.toString();
}

function broken(reason: string): CompiledModule {
  return { kind: 'broken', reason };
}

function ours(reason: string): CompiledModule {
  return { kind: 'broken', reason, isOurs: true };
}

/** The engine does not know them, and the transformer compiles those of the older proposal alone. */
function hasDecorators(tree: Program, text: string): boolean {
  if (!text.includes('@')) return false;
  const waiting: Node[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'Decorator') return true;
    waiting.push(...childNodes(node));
  }
  return false;
}

function isTyped(path: string): boolean {
  return /\.[cm]?tsx?$/.test(path);
}

function languageOf(path: string): NonNullable<TransformOptions['lang']> {
  if (!isTyped(path)) return 'jsx';
  return path.endsWith('.tsx') ? 'tsx' : 'ts';
}

function isEsmByName({ path, packageType }: ModuleSource): boolean {
  return /\.m[jt]s$/.test(path) || (packageType === 'module' && !/\.(?:c[jt]s|json)$/.test(path));
}

/** Compiled to CommonJS by its own project, although it is written with `import`. */
function isCommonJsByName({ path, packageType }: ModuleSource): boolean {
  return /\.(?:c[jt]s|json)$/.test(path) || (packageType === 'commonjs' && !/\.m[jt]s$/.test(path));
}

/** Too many are harmless: they are resolved, and loaded only when the code asks. */
function requiredIn(code: string): string[] {
  const found = code.matchAll(/\b(?:require|import)\s*\(\s*(["'])((?:(?!\1)[^\\\n])+)\1\s*[,)]/g);
  return [...new Set([...found].map((match) => match[2] ?? ''))];
}
