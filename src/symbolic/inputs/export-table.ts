import type { Expression, ModuleExportName, Node, Program, Statement } from 'oxc-parser';

/** What a module exports, types among it. */
export interface ExportTable {
  readonly names: ReadonlyMap<string, ExportTarget>;
  /** Modules of `export *`. */
  readonly stars: readonly string[];
  /** `export =` or `module.exports =`. */
  readonly whole: Expression | null;
}

export type ExportTarget =
  /** A declaration of the module, by an identifier that means it. */
  | { readonly kind: 'local'; readonly identifier: Node }
  /** `*` for the namespace of the module. */
  | { readonly kind: 'from'; readonly source: string; readonly name: string }
  /** A value without a name, e.g. of `export default`. */
  | { readonly kind: 'node'; readonly node: Node };

export function exportTableOf(tree: Program): ExportTable {
  const names = new Map<string, ExportTarget>();
  const stars: string[] = [];
  let whole: Expression | null = null;
  for (const statement of tree.body) {
    if (statement.type === 'ExportAllDeclaration') {
      if (statement.exported === null) stars.push(statement.source.value);
      else names.set(nameOf(statement.exported), { kind: 'from', source: statement.source.value, name: '*' });
    } else if (statement.type === 'TSExportAssignment') whole = statement.expression;
    else if (statement.type === 'ExpressionStatement') {
      const assigned = commonJsExport(statement.expression);
      if (assigned === null) continue;
      if (assigned.name === null) whole = assigned.value;
      else names.set(assigned.name, targetOf(assigned.value));
    } else {
      for (const [name, target] of exportedBy(statement)) names.set(name, target);
    }
  }
  if (whole?.type === 'ObjectExpression') {
    for (const property of whole.properties) {
      if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier') continue;
      names.set(property.key.name, targetOf(property.value));
    }
  }
  return { names, stars, whole };
}

function exportedBy(statement: Statement): readonly (readonly [string, ExportTarget])[] {
  switch (statement.type) {
    case 'ExportDefaultDeclaration': {
      const { declaration } = statement;
      const id = 'id' in declaration ? declaration.id : null;
      if (id !== null && id !== undefined) return [['default', { kind: 'local', identifier: id }]];
      return [['default', targetOf(declaration)]];
    }
    case 'ExportNamedDeclaration': {
      if (statement.declaration !== null) return declaredBy(statement.declaration).map((id) => [id.name, local(id)]);
      const { source } = statement;
      return statement.specifiers.map((specifier) => [
        nameOf(specifier.exported),
        source === null
          ? { kind: 'local', identifier: specifier.local }
          : { kind: 'from', source: source.value, name: nameOf(specifier.local) },
      ]);
    }
    case 'TSImportEqualsDeclaration':
      return [];
    default:
      return [];
  }
}

function local(identifier: Node): ExportTarget {
  return { kind: 'local', identifier };
}

function targetOf(node: Node): ExportTarget {
  return node.type === 'Identifier' ? local(node) : { kind: 'node', node };
}

/** `module.exports = value`, `exports.name = value`, `module.exports.name = value`. */
function commonJsExport(node: Expression): { readonly name: string | null; readonly value: Expression } | null {
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return null;
  const { object, property, computed } = node.left;
  if (computed || property.type !== 'Identifier') return null;
  if (isIdentifier(object, 'module') && property.name === 'exports') return { name: null, value: node.right };
  const ofExports =
    isIdentifier(object, 'exports') ||
    (object.type === 'MemberExpression' &&
      isIdentifier(object.object, 'module') &&
      isIdentifier(object.property, 'exports'));
  return ofExports ? { name: property.name, value: node.right } : null;
}

function isIdentifier(node: Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

/** Identifiers that a declaration binds, also of types and simple variables. */
export function declaredBy(node: Node): readonly (Node & { name: string })[] {
  switch (node.type) {
    case 'VariableDeclaration':
      return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id] : []));
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSEnumDeclaration':
    case 'TSImportEqualsDeclaration':
      return node.id === null ? [] : [node.id];
    case 'TSModuleDeclaration':
      return node.id.type === 'Identifier' ? [node.id] : [];
    default:
      return [];
  }
}

function nameOf(node: ModuleExportName): string {
  return node.type === 'Literal' ? node.value : node.name;
}
