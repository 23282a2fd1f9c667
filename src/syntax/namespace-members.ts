import type { Node, Program } from 'oxc-parser';
import { declaredIdentifiers } from './declared-identifiers';
import type { ScopeTable, Variable } from './scopes';

type Namespace = Extract<Node, { type: 'TSModuleDeclaration' }>;
type Enum = Extract<Node, { type: 'TSEnumDeclaration' }>;

/** A declaration of a namespace or an enum. `namespace A.B {…}` is two: B, and around it A, with `outer` of 1. */
export interface MemberBlock {
  readonly node: Namespace | Enum;
  readonly outer: number;
  /** The name of the namespace or enum itself. */
  readonly name: string;
  /** Where it is, from the top of the module; null where nobody outside of the block around it can name it. */
  readonly path: readonly string[] | null;
}

/** A bare name that means a property: `count` inside of `namespace N { export let count = 0; }` is `N.count`. */
export interface NamespaceMember {
  readonly block: MemberBlock;
  readonly name: string;
  /** Where the name is declared, and not used. */
  readonly declares: boolean;
}

export interface NamespaceMembers {
  /** What an identifier means, by its offset. */
  readonly at: ReadonlyMap<number, NamespaceMember>;
  /** Whether a declaration goes on with an object that one before it makes. */
  continues(block: Pick<MemberBlock, 'node' | 'outer'>): boolean;
}

interface Group {
  readonly key: string;
  readonly blocks: Block[];
  /** What any of its blocks gives it. */
  readonly names: Set<string>;
}

interface Block extends MemberBlock {
  readonly group: Group;
  /** What this block exports that lives in the object alone: variables and members, no functions, classes or namespaces. */
  readonly variables: ReadonlySet<string>;
}

/**
 * As the compiler of TypeScript has it: a variable that a namespace exports is a property of the namespace, in all blocks that
 * make it, and so is all that other blocks of the same namespace or enum export.
 */
export function namespaceMembers(tree: Program, scopes: ScopeTable): NamespaceMembers {
  const blocks = new Collector(scopes).collect(tree);
  const at = new Map<number, NamespaceMember>();
  if (blocks.length === 0) return { at, continues: () => false };
  for (const variable of scopes.variables) {
    const declared = new Set(variable.defs.map(({ name }) => name.range[0]));
    for (const offset of declared) note(at, blocks, variable, variable.name, offset, true);
    for (const { identifier, isValueReference } of variable.references) {
      const offset = identifier.range[0];
      if (isValueReference && !declared.has(offset)) note(at, blocks, variable, variable.name, offset, false);
    }
  }
  for (const { identifier } of scopes.unresolved) {
    if (identifier.type === 'Identifier') note(at, blocks, null, identifier.name, identifier.range[0], false);
  }
  const later = new Set(blocks.filter((block) => block.group.blocks[0] !== block).map(keyOfBlock));
  return { at, continues: (block) => later.has(keyOfBlock(block)) };
}

export function keyOfBlock({ node, outer }: Pick<MemberBlock, 'node' | 'outer'>): string {
  return `${node.start}:${outer}`;
}

function note(
  at: Map<number, NamespaceMember>,
  blocks: readonly Block[],
  variable: Variable | null,
  name: string,
  offset: number,
  declares: boolean,
): void {
  for (const block of blocks) {
    if (!isInside(offset, block.node)) continue;
    const isOwn = variable !== null && isInside(variable.scope.block.range[0], block.node);
    if (isOwn && (variable.scope.block as unknown) !== block.node) return;
    const isMember = isOwn ? block.variables.has(name) : !declares && block.group.names.has(name);
    if (isMember) at.set(offset, { block, name, declares });
    // What a block declares itself hides what is around it.
    if (isMember || (isOwn && block.outer === 0)) return;
  }
}

function isInside(offset: number, { start, end }: Node): boolean {
  return offset >= start && offset < end;
}

class Collector {
  readonly #groups = new Map<string, Group>();
  readonly #blocks: Block[] = [];

  constructor(private readonly scopes: ScopeTable) {}

  /** Innermost first. */
  collect(tree: Program): readonly Block[] {
    this.#statements(tree.body, null);
    // Enums may also stand inside of functions.
    for (const [index, { defs }] of this.scopes.variables.entries()) {
      for (const { node } of defs) {
        const declared = node as unknown as Node;
        if (declared.type === 'TSEnumDeclaration' && !this.#blocks.some((block) => block.node === declared)) {
          this.#enum(declared, `@${index}`, null);
        }
      }
    }
    return this.#blocks.toSorted((a, b) => b.node.start - a.node.start || a.outer - b.outer);
  }

  #statements(body: readonly Node[], around: Block | null): void {
    for (const statement of body) {
      const isExported = statement.type === 'ExportNamedDeclaration';
      const node = isExported ? statement.declaration : statement;
      if (node?.type === 'TSEnumDeclaration') {
        this.#enum(node, keyIn(around, node.id.name, isExported), pathIn(around, node.id.name, isExported));
      } else if (node?.type === 'TSModuleDeclaration') this.#namespace(node, around, isExported);
    }
  }

  #enum(node: Enum, key: string, path: readonly string[] | null): void {
    const names = node.body.members.flatMap(({ id, computed }) =>
      computed ? [] : id.type === 'Identifier' ? [id.name] : id.type === 'Literal' ? [String(id.value)] : [],
    );
    this.#block({ node, outer: 0, name: node.id.name, path, key, exported: names, variables: names });
  }

  #namespace(node: Namespace, around: Block | null, isExported: boolean): void {
    const { body } = node;
    if (node.global || body === null || node.id.type === 'Literal') return;
    const names = partsOf(node.id);
    let within = around;
    for (const [i, name] of names.entries()) {
      const outer = names.length - 1 - i;
      const isReachable = i > 0 || isExported;
      const exported = outer > 0 ? [names[i + 1] ?? ''] : body.body.flatMap(valuesExported).map((id) => id.name);
      const variables = outer > 0 ? [] : body.body.flatMap(variablesExported).map((id) => id.name);
      const key = keyIn(within, name, isReachable);
      const path = pathIn(within, name, isReachable);
      within = this.#block({ node, outer, name, path, key, exported, variables });
    }
    this.#statements(body.body, within);
  }

  #block(made: MemberBlock & { key: string; exported: readonly string[]; variables: readonly string[] }): Block {
    const { key, exported, variables, ...block } = made;
    const group = this.#groups.get(key) ?? { key, blocks: [], names: new Set<string>() };
    this.#groups.set(key, group);
    const added = { ...block, group, variables: new Set(variables) };
    group.blocks.push(added);
    for (const name of exported) group.names.add(name);
    this.#blocks.push(added);
    return added;
  }
}

/** Blocks of one name make one object where they are at the top, exported by blocks that do, or in one and the same block. */
function keyIn(around: Block | null, name: string, isExported: boolean): string {
  if (around === null) return name;
  return isExported ? `${around.group.key}.${name}` : `${around.node.start}:${name}`;
}

function pathIn(around: Block | null, name: string, isExported: boolean): readonly string[] | null {
  if (around === null) return [name];
  return isExported && around.path !== null ? [...around.path, name] : null;
}

function partsOf(id: Node): string[] {
  if (id.type === 'TSQualifiedName') return [...partsOf(id.left), id.right.name];
  return id.type === 'Identifier' ? [id.name] : [];
}

function variablesExported(statement: Node): (Node & { name: string })[] {
  const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
  const isVariable = node?.type === 'VariableDeclaration' || node?.type === 'TSImportEqualsDeclaration';
  return node !== null && isVariable ? declaredIdentifiers(node) : [];
}

function valuesExported(statement: Node): (Node & { name: string })[] {
  const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
  return node === null ? [] : declaredIdentifiers(node);
}
