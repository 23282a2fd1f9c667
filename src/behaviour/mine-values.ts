import type { LoadedProgram } from '#ir/load-program';
import { childNodes } from '#replay/child-nodes';
import { parseModule, type SyntaxNode } from '#syntax/parse';

/** Values as they are written in tests and other code: what people call the program with. */
export interface MinedValues {
  /** Arguments of calls, by the last name of what is called. */
  readonly callsOf: ReadonlyMap<string, readonly Row[]>;
  /** Values that are written side by side: arguments, and elements of lists. */
  readonly rows: readonly Row[];
  readonly literals: readonly MinedLiteral[];
  /** Rows that came with the change. */
  readonly fresh: readonly Row[];
}

export type Row = readonly MinedLiteral[];

export interface MinedLiteral {
  readonly text: string;
  readonly kind: LiteralKind;
  /** Of a number, string or boolean. */
  readonly value: string | number | boolean | null;
  /** Of an array. */
  readonly elements: readonly MinedLiteral[];
}

export type LiteralKind =
  'undefined' | 'null' | 'boolean' | 'number' | 'string' | 'bigint' | 'regexp' | 'array' | 'object';

const mostFiles = 80;
const mostText = 400_000;
const mostRows = 5_000;
const longest = 300;

/** Part of a file. */
export interface TextPart {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Reads the values that some files write out, the first files first; those in `news` came with the change. */
export function mineValues(loaded: LoadedProgram, paths: readonly string[], news: readonly TextPart[]): MinedValues {
  const miner = new Miner();
  for (const path of paths.slice(0, mostFiles)) {
    const text = loaded.snapshot.read(path)?.text ?? '';
    if (text.length > mostText || miner.isFull) continue;
    const { tree } = parseModule(path, text);
    const parts = news.filter((part) => part.path === path);
    if (tree !== null) miner.read(tree, text, parts);
  }
  const { callsOf, rows, fresh, literals } = miner;
  return { callsOf, rows, fresh, literals: [...literals.values()] };
}

class Miner {
  readonly callsOf = new Map<string, Row[]>();
  readonly rows: Row[] = [];
  readonly fresh: Row[] = [];
  readonly literals = new Map<string, MinedLiteral>();
  readonly #seen = new Set<string>();

  get isFull(): boolean {
    return this.rows.length >= mostRows;
  }

  read(tree: SyntaxNode, text: string, news: readonly TextPart[]): void {
    const waiting: SyntaxNode[] = [tree];
    for (let node = waiting.pop(); node !== undefined && !this.isFull; node = waiting.pop()) {
      if (node.type === 'CallExpression' || node.type === 'NewExpression') {
        this.#addRow(node.arguments, text, lastName(node.callee), isIn(node, news));
      } else if (node.type === 'ArrayExpression') this.#addRow(node.elements, text, null, isIn(node, news));
      const literal = literalOf(node, text);
      if (literal !== null) this.literals.set(literal.text, literal);
      waiting.push(...[...childNodes(node)].toReversed());
    }
  }

  #addRow(parts: readonly (SyntaxNode | null)[], text: string, callee: string | null, isFresh: boolean): void {
    const row = parts.map((part) => (part === null ? null : literalOf(part, text)));
    // What comes after the first value that is computed, such as the message of an assertion, is not needed.
    const end = row.indexOf(null);
    const known = (end < 0 ? row : row.slice(0, end)).flatMap((literal) => literal ?? []);
    if (known.length === 0 && end >= 0) return;
    const key = `${callee ?? ''}\n${known.map((literal) => literal.text).join('\n')}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    if (known.length > 0) this.rows.push(known);
    if (known.length > 0 && isFresh) this.fresh.push(known);
    if (callee === null) return;
    const calls = this.callsOf.get(callee);
    if (calls === undefined) this.callsOf.set(callee, [known]);
    else calls.push(known);
  }
}

function isIn({ start, end }: SyntaxNode, parts: readonly TextPart[]): boolean {
  return parts.some((part) => start < part.end && end > part.start && end - start <= longest);
}

function lastName(callee: SyntaxNode): string | null {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : null;
}

/** A value that its text makes wherever it is put; null for what is computed. */
function literalOf(node: SyntaxNode, text: string): MinedLiteral | null {
  if (node.end - node.start > longest) return null;
  const kind = literalKind(node);
  if (kind === null) return null;
  const elements =
    node.type === 'ArrayExpression'
      ? node.elements.flatMap((element) => (element === null ? [] : (literalOf(element, text) ?? [])))
      : [];
  return { text: text.slice(node.start, node.end), kind, value: scalarOf(node), elements };
}

function scalarOf(node: SyntaxNode): MinedLiteral['value'] {
  if (node.type === 'Literal') {
    const { value } = node;
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
  }
  if (node.type === 'TemplateLiteral') return node.quasis[0]?.value.cooked ?? null;
  const inner = node.type === 'UnaryExpression' ? scalarOf(node.argument) : null;
  return typeof inner === 'number' ? -inner : null;
}

function literalKind(node: SyntaxNode): LiteralKind | null {
  switch (node.type) {
    case 'Literal':
      return kindOfLiteral(node);
    case 'Identifier':
      return node.name === 'undefined' ? 'undefined' : null;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? 'string' : null;
    case 'UnaryExpression':
      return node.operator === '-' ? numeric(literalKind(node.argument)) : null;
    case 'ArrayExpression':
      return node.elements.every((element) => element !== null && literalKind(element) !== null) ? 'array' : null;
    case 'ObjectExpression':
      return node.properties.every(isPlainProperty) ? 'object' : null;
    default:
      return null;
  }
}

function numeric(kind: LiteralKind | null): LiteralKind | null {
  return kind === 'number' || kind === 'bigint' ? kind : null;
}

function isPlainProperty(property: SyntaxNode): boolean {
  return (
    property.type === 'Property' &&
    property.kind === 'init' &&
    !property.computed &&
    !property.shorthand &&
    !property.method &&
    literalKind(property.value) !== null
  );
}

function kindOfLiteral(node: Extract<SyntaxNode, { type: 'Literal' }>): LiteralKind {
  if ('regex' in node) return 'regexp';
  if ('bigint' in node) return 'bigint';
  const { value } = node;
  if (value === null) return 'null';
  return typeof value === 'boolean' ? 'boolean' : typeof value === 'number' ? 'number' : 'string';
}
