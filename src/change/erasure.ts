import type { Node } from 'oxc-parser';

/** Does a statement, class element, specifier or parameter vanish when types are stripped? */
export function isErased(node: Node): boolean {
  switch (node.type) {
    case 'EmptyStatement':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSDeclareFunction':
    case 'TSAbstractMethodDefinition':
    case 'TSAbstractPropertyDefinition':
    case 'TSAbstractAccessorProperty':
    case 'TSIndexSignature':
    case 'TSNamespaceExportDeclaration':
      return true;
    case 'VariableDeclaration':
    case 'TSEnumDeclaration':
    case 'PropertyDefinition':
      return node.declare === true;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return node.declare === true || node.body === null;
    case 'ClassDeclaration':
    case 'ClassExpression':
      return node.declare === true;
    case 'MethodDefinition':
      return node.value.body === null;
    case 'TSModuleDeclaration':
      return node.declare || node.body === null || node.body.body.every(isErased);
    case 'TSImportEqualsDeclaration':
      return node.importKind === 'type';
    case 'ImportDeclaration':
      // `import { type T } from 'x'` still runs 'x' where module syntax is kept verbatim.
      return node.importKind === 'type';
    case 'ImportSpecifier':
      return node.importKind === 'type';
    case 'ExportSpecifier':
      return node.exportKind === 'type';
    case 'ExportAllDeclaration':
      return node.exportKind === 'type';
    case 'ExportNamedDeclaration':
      if (node.exportKind === 'type') return true;
      if (node.declaration !== null) return isErased(node.declaration);
      return node.source === null && node.specifiers.length > 0 && node.specifiers.every(isErased);
    case 'ExportDefaultDeclaration':
      return isErased(node.declaration);
    case 'Identifier':
      return node.name === 'this'; // a declared receiver
    case 'JSXExpressionContainer':
      return node.expression.type === 'JSXEmptyExpression';
    case 'JSXText':
      return jsxText(node.value) === '';
    default:
      return false;
  }
}

/** The expression inside casts, non-null assertions and type arguments. */
export function withoutTypes(node: Node): Node {
  let current = node;
  for (;;) {
    switch (current.type) {
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSTypeAssertion':
      case 'TSNonNullExpression':
      case 'TSInstantiationExpression':
      case 'ParenthesizedExpression':
        current = current.expression;
        break;
      default:
        return current;
    }
  }
}

/** What React and its kin make of the text between tags: indentation and line breaks beside it do not count. */
export function jsxText(value: string): string {
  const lines = value.split(/\r\n|\n|\r/);
  if (lines.length === 1) return value;
  const last = lines.length - 1;
  return lines
    .map((line, i) => {
      const left = i === 0 ? line : line.replace(/^[ \t]+/, '');
      return i === last ? left : left.replace(/[ \t]+$/, '');
    })
    .filter((line) => line !== '')
    .join(' ');
}

/** Child fields that only the type checker reads. */
export const typeFields: ReadonlySet<string> = new Set([
  'typeAnnotation',
  'typeParameters',
  'typeArguments',
  'returnType',
  'superTypeArguments',
  'implements',
]);
