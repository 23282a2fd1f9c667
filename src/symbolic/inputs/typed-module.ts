import type { Node, Program } from 'oxc-parser';
import type { ModuleIr } from '#ir/cfg';
import { analyzeScopes, type ScopeTable, type Variable } from '#syntax/scopes';
import { parseModule } from '#syntax/parse';
import { once } from './declared-type';
import { docTypedefsOf, type DocTypedef } from './doc-typedefs';
import { exportTableOf, type ExportTable } from './export-table';

/** A module as types see it: its tree, what each name means, what it exports. */
export interface TypedModule {
  readonly path: string;
  readonly text: string;
  readonly tree: Program;
  readonly scopes: ScopeTable;
  readonly ir: ModuleIr;
  readonly isJavaScript: boolean;
  readonly exports: () => ExportTable;
  /** Types declared in doc comments, by name. */
  readonly typedefs: () => ReadonlyMap<string, DocTypedef>;
  readonly topLevel: () => ReadonlyMap<string, Variable>;
  /** Of a type written in a doc comment: the module with the comment, and where the comment stands in it. */
  readonly host: { readonly module: TypedModule; readonly start: number; readonly end: number } | null;
}

const known = new WeakMap<ModuleIr, TypedModule>();

/** Tables are made once per module: they depend on nothing else. */
export function typedModule(ir: ModuleIr): TypedModule {
  let module = known.get(ir);
  if (module === undefined) {
    const tree = ir.functions[0]?.origin;
    if (tree?.type !== 'Program') throw new Error('invariant: the first function of a module is its body');
    known.set(ir, (module = makeModule(ir, ir.text, tree, null)));
  }
  return module;
}

/** Declarations that stand in a doc comment; null where they cannot be parsed. */
export function docModule(text: string, host: NonNullable<TypedModule['host']>): TypedModule | null {
  const { tree } = parseModule('comment.ts', text);
  return tree === null ? null : makeModule(host.module.ir, text, tree, host);
}

function makeModule(ir: ModuleIr, text: string, tree: Program, host: TypedModule['host']): TypedModule {
  const scopes = analyzeScopes(tree);
  const isJavaScript = /\.[cm]?jsx?$/.test(ir.path);
  return {
    path: ir.path,
    text,
    tree,
    scopes,
    ir,
    isJavaScript,
    exports: once(() => exportTableOf(tree)),
    typedefs: once(() => (isJavaScript && host === null ? docTypedefsOf(text) : new Map<string, DocTypedef>())),
    topLevel: once(() => topLevelNames(scopes)),
    host,
  };
}

function topLevelNames(scopes: ScopeTable): ReadonlyMap<string, Variable> {
  const names = new Map<string, Variable>();
  for (const variable of scopes.variables) {
    const scope = variable.scope.type as string;
    if (scope === 'module' || scope === 'global') names.set(variable.name, variable);
  }
  return names;
}

export function variableAt(module: TypedModule, identifier: Node): Variable | undefined {
  const index = module.scopes.variableOf(identifier);
  return index === undefined ? undefined : module.scopes.variables[index];
}

/** The syntax nodes that declare a variable. The scope manager types them by its own parser's tree. */
export function declarationsOf(variable: Variable): readonly Node[] {
  return variable.defs.map((definition) => definition.node as unknown as Node);
}
