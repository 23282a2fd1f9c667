import type { Node } from 'oxc-parser';

/** The identifiers that a declaration binds. */
export function declaredIdentifiers(node: Node): (Node & { name: string })[] {
  switch (node.type) {
    case 'Identifier':
      return [node];
    case 'VariableDeclaration':
      return node.declarations.flatMap((d) => declaredIdentifiers(d.id));
    case 'ObjectPattern':
      return node.properties.flatMap((p) => declaredIdentifiers(p.type === 'RestElement' ? p.argument : p.value));
    case 'ArrayPattern':
      return node.elements.flatMap((e) => (e === null ? [] : declaredIdentifiers(e)));
    case 'RestElement':
      return declaredIdentifiers(node.argument);
    case 'AssignmentPattern':
      return declaredIdentifiers(node.left);
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return node.id === null ? [] : [node.id];
    case 'TSEnumDeclaration':
    case 'TSImportEqualsDeclaration':
      return [node.id];
    case 'TSModuleDeclaration': {
      let id: Node = node.id;
      while (id.type === 'TSQualifiedName') id = id.left;
      return id.type === 'Identifier' ? [id] : [];
    }
    default:
      return [];
  }
}
