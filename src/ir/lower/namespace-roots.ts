import type { Node, Program } from 'oxc-parser';
import type { ScopeTable } from '#syntax/scopes';
import type { MutableBinding } from './lowerer';

/**
 * `namespace A.B {…}` at the top of a module declares A, which scope analysis does not see: bindings are added. What scripts
 * declare is global, and other files go on with it.
 */
export function namespaceRoots(tree: Program, scopes: ScopeTable, bindings: MutableBinding[]): Map<string, number> {
  const roots = new Map<string, number>();
  const declared = new Set(scopes.declaredBy(tree).map((index) => scopes.variables[index]?.name));
  for (const statement of tree.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (node?.type !== 'TSModuleDeclaration' || node.id.type !== 'TSQualifiedName' || node.declare) continue;
    let first: Node = node.id;
    while (first.type === 'TSQualifiedName') first = first.left;
    if (first.type !== 'Identifier' || declared.has(first.name) || roots.has(first.name)) continue;
    roots.set(first.name, bindings.length);
    bindings.push(namespaceBinding(bindings.length, first.name, 0, first));
  }
  return roots;
}

export function namespaceBinding(
  index: number,
  name: string,
  owner: number,
  { start, end }: Pick<Node, 'start' | 'end'>,
): MutableBinding {
  return {
    index,
    name,
    kind: 'namespace',
    owner,
    captured: true,
    constant: true,
    start,
    end,
    type: null,
    annotated: false,
    primitive: false,
  };
}
