import type { Snapshot } from '#project/snapshot';
import { childNodes } from '#replay/child-nodes';
import { parseModule, type SyntaxNode } from '#syntax/parse';
import { SessionMiner, type MinedSession } from './mine-sessions';
import { argumentText, stringOf, type Argument, type Leaf } from './trials/argument';
import { literalOf, type NamedLiterals } from './written-value';

/** Values as they are written in tests and other code: what people call the program with. */
export interface MinedValues {
  /** Arguments of calls, by the last name of what is called. */
  readonly callsOf: ReadonlyMap<string, readonly Row[]>;
  /** Arguments of `new`, by the last name of the class. */
  readonly newsOf: ReadonlyMap<string, readonly Row[]>;
  /** Values that are written side by side: arguments, and elements of lists. */
  readonly rows: readonly Row[];
  /** Those of files that call something of this name, whatever with. */
  readonly rowsNear: (name: string) => readonly Row[];
  readonly literals: readonly Argument[];
  /** Calls on instances, by the name of their class. */
  readonly sessionsOf: ReadonlyMap<string, readonly MinedSession[]>;
  /** Rows that came with the change. */
  readonly fresh: readonly Row[];
}

export type Row = readonly Argument[];

const mostFiles = 80;
const mostText = 400_000;
const mostRows = 5_000;
const longest = 300;
const leastLength = 8;
const mostLength = 100_000;
const mostLengths = 4;

/** A file to read values from. */
export interface MinedFile {
  readonly snapshot: Snapshot;
  readonly path: string;
  /** Those of code give values, and no rows: what stands side by side there is no call that anybody makes. */
  readonly isCode: boolean;
}

/** Part of a file. */
export interface TextPart {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Reads the values that some files write out, the first files first; those in `news` came with the change. */
export function mineValues(
  files: readonly MinedFile[],
  news: readonly TextPart[],
  isOver: () => boolean = () => false,
  /** More texts that came with the change. */
  texts: readonly string[] = [],
): MinedValues {
  const miner = new Miner();
  for (const { snapshot, path, isCode } of files.slice(0, mostFiles)) {
    if (isOver()) break;
    const text = snapshot.read(path)?.text ?? '';
    if (text.length > mostText || (miner.isFull && !isCode)) continue;
    const { tree } = parseModule(path, text);
    const parts = news.filter((part) => part.path === path);
    if (tree !== null) miner.read(tree, text, parts, isCode);
  }
  const { callsOf, newsOf, rows, fresh, literals, files: read } = miner;
  const rowsNear = (name: string): readonly Row[] =>
    read.flatMap((file) => (file.calls.has(name) ? rows.slice(file.first, file.end) : []));
  const long = [...miner.lengths].flatMap((length) => longStrings(length).map((value): Row => [value]));
  const telling = texts.map((value) => stringOf(value));
  return {
    callsOf,
    newsOf,
    rows,
    rowsNear,
    sessionsOf: miner.sessionsOf,
    fresh: [...telling.map((value): Row => [value]), ...fresh, ...long],
    literals: [...telling, ...literals.values()],
  };
}

class Miner {
  readonly callsOf = new Map<string, Row[]>();
  readonly newsOf = new Map<string, Row[]>();
  readonly sessionsOf = new Map<string, MinedSession[]>();
  readonly rows: Row[] = [];
  readonly fresh: Row[] = [];
  readonly literals = new Map<string, Argument>();
  /** Numbers of changed code that may be about the length of a text. */
  readonly lengths = new Set<number>();
  /** What each file calls, and where its rows are. */
  readonly files: { readonly calls: ReadonlySet<string>; readonly first: number; readonly end: number }[] = [];
  readonly #seen = new Set<string>();

  get isFull(): boolean {
    return this.rows.length >= mostRows;
  }

  read(tree: SyntaxNode, text: string, news: readonly TextPart[], isCode: boolean): void {
    const [calls, first] = [new Set<string>(), this.rows.length];
    const names = new Map<string, Argument>();
    const sessions = new SessionMiner(this.sessionsOf);
    const waiting: SyntaxNode[] = [tree];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      // Of two of one name the later counts: what is made of the wrong one is a value all the same.
      if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init !== null) {
        const literal = literalOf(node.init, text, names);
        if (literal !== null) names.set(node.id.name, literal);
      }
      if (!isCode) sessions.see(node, text, names);
      if (node.type === 'CallExpression' || node.type === 'NewExpression') {
        const [isNew, name] = [node.type === 'NewExpression', lastName(node.callee)];
        if (name !== null) calls.add(name);
        this.#addRow(node.arguments, text, { name, isNew }, isIn(node, news), isCode, names);
      } else if (node.type === 'ArrayExpression')
        this.#addRow(node.elements, text, null, isIn(node, news), isCode, names);
      const literal = literalOf(node, text, names);
      if (literal !== null) this.literals.set(argumentText(literal), literal);
      if (literal?.kind === 'number' && isCode && isIn(node, news)) this.#addLength(Number(literal.value));
      waiting.push(...[...childNodes(node)].toReversed());
    }
    this.files.push({ calls, first, end: this.rows.length });
  }

  #addLength(length: number): void {
    const isLong = Number.isInteger(length) && length >= leastLength && length <= mostLength;
    if (isLong && this.lengths.size < mostLengths) this.lengths.add(length);
  }

  #addRow(
    parts: readonly (SyntaxNode | null)[],
    text: string,
    callee: { readonly name: string | null; readonly isNew: boolean } | null,
    isFresh: boolean,
    isCode: boolean,
    names: NamedLiterals,
  ): void {
    const row = parts.map((part) => (part === null ? null : literalOf(part, text, names)));
    // What comes after the first value that is computed, such as the message of an assertion, is not needed.
    const end = row.indexOf(null);
    const known = (end < 0 ? row : row.slice(0, end)).flatMap((literal) => literal ?? []);
    if (known.length === 0 && end >= 0) return;
    const name = callee?.name ?? null;
    const key = `${callee?.isNew === true ? 'new ' : ''}${name ?? ''}\n${known.map(argumentText).join('\n')}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    if (known.length > 0 && isFresh) this.fresh.push(known);
    if (known.length > 0 && !isCode && !this.isFull) this.rows.push(known);
    if (name === null) return;
    addTo(this.callsOf, name, known);
    if (callee?.isNew === true) addTo(this.newsOf, name, known);
  }
}

/** Beyond a length, and as long. */
function longStrings(length: number): Leaf[] {
  return ['1', 'a'].flatMap((unit) =>
    [length + 1, length].map((count) => {
      return { kind: 'string', text: `'${unit}'.repeat(${count})`, value: unit.repeat(count) } as const;
    }),
  );
}

function addTo(lists: Map<string, Row[]>, name: string, row: Row): void {
  const known = lists.get(name);
  if (known === undefined) lists.set(name, [row]);
  else known.push(row);
}

function isIn({ start, end }: SyntaxNode, parts: readonly TextPart[]): boolean {
  return parts.some((part) => start < part.end && end > part.start && end - start <= longest);
}

function lastName(callee: SyntaxNode): string | null {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : null;
}
