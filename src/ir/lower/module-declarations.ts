import type { ModuleDeclaration, ModuleExportName, Node, Statement } from 'oxc-parser';
import { declaredIdentifiers } from '#syntax/declared-identifiers';
import type { ExportRecord } from '../cfg';
import type { Expr } from '../expression';
import { identifierTarget } from './assignments';
import type { FunctionScope } from './lowerer';
import { readIdentifier, useBinding } from './names';

type ImportEquals = Extract<Statement, { type: 'TSImportEqualsDeclaration' }>;
type Declaration = ModuleDeclaration | ImportEquals;

/** Imports and exports: records for linking; code only where the module runs something. */
export function lowerModuleDeclaration(f: FunctionScope, node: Declaration): void {
  const { module } = f;
  switch (node.type) {
    case 'ImportDeclaration':
      if (node.importKind !== 'type') module.specifiers.add(node.source.value);
      for (const specifier of node.specifiers) {
        const binding = module.scopes.variableOf(specifier.local);
        if (binding === undefined) continue;
        const isWritten = node.importKind === 'type' || ('importKind' in specifier && specifier.importKind === 'type');
        // What the module declares as a value can be imported as a type only, whether that is said or not.
        const isType = isWritten || module.bindings[binding]?.kind !== 'import';
        const imported =
          specifier.type === 'ImportSpecifier'
            ? exportName(specifier.imported)
            : specifier.type === 'ImportDefaultSpecifier'
              ? 'default'
              : '*';
        (isType ? module.typeImports : module.imports).push({ binding, source: node.source.value, imported });
      }
      return;
    case 'ExportNamedDeclaration':
      exportNamed(f, node);
      return;
    case 'ExportDefaultDeclaration':
      exportDefault(f, node);
      return;
    case 'ExportAllDeclaration':
      exportAll(f, node);
      return;
    case 'TSExportAssignment': {
      const object: Expr = { kind: 'global', name: 'module' };
      const value = f.lower.expr(f, node.expression);
      if (node.expression.type === 'Identifier') exportType(f, node.expression, '=');
      f.builder.assign({ kind: 'member', object, key: { kind: 'name', name: 'exports' } }, value, node);
      return;
    }
    case 'TSImportEqualsDeclaration':
      importEquals(f, node);
      return;
    case 'TSNamespaceExportDeclaration':
  }
}

function exportAll(
  { module }: FunctionScope,
  node: Extract<ModuleDeclaration, { type: 'ExportAllDeclaration' }>,
): void {
  const isType = node.exportKind === 'type';
  const source = node.source.value;
  if (!isType) module.specifiers.add(source);
  const exports = isType ? module.typeExports : module.exports;
  if (node.exported === null) exports.push({ kind: 'star', source });
  else exports.push({ kind: 'from', exported: exportName(node.exported), source, imported: '*' });
}

function exportNamed(f: FunctionScope, node: Extract<ModuleDeclaration, { type: 'ExportNamedDeclaration' }>): void {
  const { module } = f;
  const { declaration } = node;
  if (declaration?.type === 'TSInterfaceDeclaration' || declaration?.type === 'TSTypeAliasDeclaration') {
    if (f.kind === 'module') exportType(f, declaration.id, declaration.id.name);
    return;
  }
  if (declaration !== null) {
    if (node.exportKind === 'type') return;
    f.lower.statement(f, declaration, []);
    if (f.kind !== 'module') return;
    for (const id of declaredIdentifiers(declaration)) {
      const binding = module.scopes.variableOf(id) ?? module.namespaceRoots.get(id.name);
      if (binding === undefined || module.exports.some((known) => isExportOf(known, id.name))) continue;
      module.exports.push({ kind: 'local', exported: id.name, binding });
    }
    return;
  }
  if (node.source !== null && node.exportKind !== 'type') module.specifiers.add(node.source.value);
  for (const specifier of node.specifiers) {
    const isType = node.exportKind === 'type' || specifier.exportKind === 'type';
    const exports = isType ? module.typeExports : module.exports;
    const exported = exportName(specifier.exported);
    const local = exportName(specifier.local);
    if (node.source !== null) {
      exports.push({ kind: 'from', exported, source: node.source.value, imported: local });
      continue;
    }
    const binding = module.scopes.variableOf(specifier.local);
    if (binding !== undefined) exports.push({ kind: 'local', exported, binding });
  }
}

/** Blocks of one namespace export it each. */
function isExportOf(known: ExportRecord, name: string): boolean {
  return known.kind === 'local' && known.exported === name;
}

function exportType({ module }: FunctionScope, name: Node, exported: string): void {
  const binding = module.scopes.variableOf(name);
  if (binding !== undefined) module.typeExports.push({ kind: 'local', exported, binding });
}

function exportDefault(f: FunctionScope, node: Extract<ModuleDeclaration, { type: 'ExportDefaultDeclaration' }>): void {
  const { module } = f;
  const { declaration } = node;
  if (declaration.type === 'TSInterfaceDeclaration') {
    exportType(f, declaration.id, 'default');
    return;
  }
  const named = declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration';
  if (named && declaration.id !== null) {
    f.lower.statement(f, declaration, []);
    const binding = module.scopes.variableOf(declaration.id);
    if (binding !== undefined) module.exports.push({ kind: 'local', exported: 'default', binding });
    return;
  }
  if (declaration.type === 'TSDeclareFunction') return;
  const binding = module.bindings.length;
  module.bindings.push({
    index: binding,
    name: 'default',
    kind: 'default',
    owner: f.index,
    captured: true,
    constant: true,
    start: node.start,
    end: node.end,
    type: null,
    annotated: false,
    primitive: false,
  });
  module.declared.add(binding);
  module.exports.push({ kind: 'local', exported: 'default', binding });
  const target = { kind: 'var', binding, declare: true } as const;
  if (declaration.type === 'FunctionDeclaration') {
    const fn = f.lower.fn(f, { node: declaration, name: 'default', kind: 'function' });
    f.builder.assign(target, { kind: 'closure', fn }, node);
  } else if (declaration.type === 'ClassDeclaration') {
    f.builder.assign(target, f.lower.klass(f, declaration, 'default'), node);
  } else f.lower.exprTo(f, declaration, target, node, 'default');
}

function importEquals(f: FunctionScope, node: ImportEquals): void {
  const { module } = f;
  const binding = module.scopes.variableOf(node.id);
  if (node.importKind === 'type' || binding === undefined) return;
  const reference = node.moduleReference;
  if (reference.type === 'TSExternalModuleReference') {
    module.specifiers.add(reference.expression.value);
    module.imports.push({ binding, source: reference.expression.value, imported: '=' });
    return;
  }
  if (!isUsed(f, node, binding)) return;
  f.builder.assign(identifierTarget(f, node.id, true), entityName(f, reference), node);
  useBinding(f, binding);
}

/** A name that stands for types alone leaves nothing behind. */
function isUsed({ module }: FunctionScope, node: ImportEquals, binding: number): boolean {
  const { scopes, tree, namespaceMembers } = module;
  const isMember = namespaceMembers.at.get(node.id.start)?.declares === true;
  const isExported = tree.body.some((each) => each.type === 'ExportNamedDeclaration' && each.declaration === node);
  return isMember || isExported || scopes.variables[binding]?.references.some((each) => each.isValueReference) === true;
}

function entityName(f: FunctionScope, node: Node): Expr {
  if (node.type === 'TSQualifiedName') {
    return { kind: 'member', object: entityName(f, node.left), key: { kind: 'name', name: node.right.name } };
  }
  return node.type === 'Identifier' ? readIdentifier(f, node) : { kind: 'this' };
}

function exportName(node: ModuleExportName): string {
  return node.type === 'Literal' ? node.value : node.name;
}
