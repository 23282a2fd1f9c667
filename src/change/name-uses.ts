import { visitorKeys, type Node } from 'oxc-parser';
import type { ModuleIr } from '#ir/cfg';
import { analyzeScopes } from '#syntax/scopes';

/** Per binding of a module, in the order of `ModuleIr.bindings`; bindings that lowering made up have no uses. */
export function nameUses(module: ModuleIr): readonly (readonly NameUse[])[] {
  const tree = module.functions[0]!.origin;
  if (tree.type !== 'Program') return [];
  const { variables } = analyzeScopes(tree);
  return variables.map((variable) => {
    const declared = new Set<unknown>(variable.identifiers);
    const uses = new Map<number, NameUse>();
    const add = (identifier: { range?: readonly [number, number] }, isDeclaration: boolean): void => {
      if (identifier.range === undefined) return;
      const [start] = identifier.range;
      uses.set(start, { start, end: start + variable.name.length, isDeclaration });
    };
    for (const reference of variable.references)
      if (!declared.has(reference.identifier)) add(reference.identifier, false);
    for (const identifier of variable.identifiers) add(identifier, true);
    return Array.from(uses.values());
  });
}

/** Where the name of a variable stands in the text, and what must be written there for another name. */
export interface NameUse {
  readonly start: number;
  readonly end: number;
  readonly isDeclaration: boolean;
}

/** How a name is written where one word stands for two: `{ a }` for `{ a: a }`, `export { a }` for `export { a as a }`. */
export interface NameStyles {
  /** By the offset of the name. */
  readonly shorthand: ReadonlySet<number>;
  readonly exported: ReadonlySet<number>;
  readonly imported: ReadonlySet<number>;
  /** From the name of an opening tag to that of its closing tag. */
  readonly closing: ReadonlyMap<number, number>;
}

export function nameStyles(module: ModuleIr): NameStyles {
  const shorthand = new Set<number>();
  const exported = new Set<number>();
  const imported = new Set<number>();
  const closing = new Map<number, number>();
  const pending: Node[] = [module.functions[0]!.origin];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'Property' && node.shorthand) shorthand.add(node.key.start);
    else if (node.type === 'ExportSpecifier' && node.local.start === node.exported.start)
      exported.add(node.local.start);
    else if (node.type === 'ImportSpecifier' && node.imported.start === node.local.start)
      imported.add(node.local.start);
    else if (node.type === 'JSXElement' && node.closingElement !== null) {
      closing.set(node.openingElement.name.start, node.closingElement.name.start);
    }
    pushChildren(node, pending);
  }
  return { shorthand, exported, imported, closing };
}

function pushChildren(node: Node, pending: Node[]): void {
  const record = node as unknown as Readonly<Record<string, Node | readonly (Node | null)[] | null | undefined>>;
  for (const field of visitorKeys[node.type] ?? []) {
    const value = record[field];
    if (value === null || value === undefined) continue;
    if (!('length' in value)) pending.push(value);
    else for (const item of value) if (item !== null) pending.push(item);
  }
}
