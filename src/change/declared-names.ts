import type { Node } from 'oxc-parser';

/** The names that a declaration or pattern binds. */
export function declaredNames(node: Node): string[] {
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'VariableDeclaration':
      return node.declarations.flatMap(({ id }) => declaredNames(id));
    case 'ObjectPattern':
      return node.properties.flatMap((property) =>
        declaredNames(property.type === 'RestElement' ? property : property.value),
      );
    case 'ArrayPattern':
      return node.elements.flatMap((element) => (element === null ? [] : declaredNames(element)));
    case 'RestElement':
      return declaredNames(node.argument);
    case 'AssignmentPattern':
      return declaredNames(node.left);
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return node.id === null ? [] : [node.id.name];
    case 'TSEnumDeclaration':
    case 'TSImportEqualsDeclaration':
      return [node.id.name];
    default:
      return [];
  }
}
