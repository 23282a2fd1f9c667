import type { Node, Program } from 'oxc-parser';
import { namespaceMembers, type MemberBlock } from '#syntax/namespace-members';
import { analyzeScopes, type Variable } from '#syntax/scopes';
import { childNodes } from './child-nodes';
import type { Insertion } from './place-probe';

export interface NamespaceProperties {
  /** What stands right before a name. */
  readonly prefixes: readonly Insertion[];
  /** What comes after all other code. */
  readonly after: string;
}

/** A namespace that is not exported, and whose name means something else where one of its variables is used. */
interface Hidden {
  readonly hidden: string;
}

/**
 * Bare names that mean properties of a namespace, written out: the transformer takes a variable that a namespace exports for a
 * variable of its own, and knows nothing of what other blocks of the namespace export.
 */
export function namespaceProperties(tree: Program): NamespaceProperties | Hidden {
  const written = tree.body.filter(isMergeable);
  if (written.length === 0) return { prefixes: [], after: '' };
  const scopes = analyzeScopes(tree);
  const { at } = namespaceMembers(tree, scopes);
  const places = placesOf(written);
  const helpers = new Set<string>();
  const prefixes: Insertion[] = [];
  for (const [offset, { block, name, declares }] of at) {
    if (declares || isMemberOf(block, name)) continue;
    const holder = holderOf(block, hiding(scopes.variables, block, offset), helpers);
    if (holder === null) return { hidden: block.name };
    const prefix = `${places.shorthand.has(offset) ? `${name}: ` : ''}${holder}.`;
    for (const start of [offset, ...(places.closing.get(offset) ?? [])]) prefixes.push({ at: start, text: prefix });
  }
  return { prefixes, after: [...helpers].map((name) => `\nfunction ${helperOf(name)}() { return ${name}; }`).join('') };
}

function isMergeable(statement: Program['body'][number]): boolean {
  const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return node?.type === 'TSModuleDeclaration' || node?.type === 'TSEnumDeclaration';
}

/** The transformer knows members of an enum by their names, in the same block. */
function isMemberOf({ node }: MemberBlock, name: string): boolean {
  return node.type === 'TSEnumDeclaration' && node.body.members.some(({ id }) => 'name' in id && id.name === name);
}

/** How code at a place names the object of a block, where other things may go by its name. */
function holderOf({ name, path }: MemberBlock, hidden: ReadonlySet<string>, helpers: Set<string>): string | null {
  if (!hidden.has(name)) return name;
  const [top, ...rest] = path ?? [];
  if (top === undefined) return null;
  if (!hidden.has(top)) return [top, ...rest].join('.');
  helpers.add(top);
  return [`${helperOf(top)}()`, ...rest].join('.');
}

function helperOf(name: string): string {
  return `__wingbeat_namespace_${name}`;
}

/** Names that code inside of a block declares around a place. */
function hiding(variables: readonly Variable[], { node }: MemberBlock, offset: number): ReadonlySet<string> {
  const around = variables.filter(({ scope: { block } }) => {
    const [start, end] = block.range;
    return start >= node.start && start <= offset && offset < end && end <= node.end;
  });
  return new Set(around.map(({ name }) => name));
}

interface Places {
  /** Names that are a key and a value in one. */
  readonly shorthand: ReadonlySet<number>;
  /** Where the name that opens an element is said again. */
  readonly closing: ReadonlyMap<number, readonly number[]>;
}

function placesOf(written: readonly Node[]): Places {
  const shorthand = new Set<number>();
  const closing = new Map<number, readonly number[]>();
  const visit = (node: Node): void => {
    if (node.type === 'Property' && node.shorthand) shorthand.add(node.key.start);
    if (node.type === 'JSXElement' && node.closingElement !== null) {
      closing.set(node.openingElement.name.start, [node.closingElement.name.start]);
    }
    for (const child of childNodes(node)) visit(child);
  };
  for (const node of written) visit(node);
  return { shorthand, closing };
}
