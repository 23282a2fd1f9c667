import type { Node } from 'oxc-parser';

/** Arguments, elements or properties of an expression; null where the brackets cannot be told from the tree. */
export function commaListOf(node: Node, text: string): CommaList | null {
  switch (node.type) {
    case 'ArrayExpression': {
      const elements = node.elements.filter((element) => element !== null);
      return elements.length < node.elements.length
        ? null
        : { role: 'elements', open: node.start + 1, close: node.end - 1, elements };
    }
    case 'ObjectExpression':
      return { role: 'properties', open: node.start + 1, close: node.end - 1, elements: node.properties };
    case 'TSEnumBody':
      return { role: 'members', open: node.start + 1, close: node.end - 1, elements: node.members };
    case 'CallExpression':
    case 'NewExpression': {
      if (text[node.end - 1] !== ')') return null;
      const after = node.typeArguments?.end ?? node.callee.end;
      // Between the callee and its arguments stand only the callee's own parentheses and `?.`.
      const open = skip(text, after, node.end, ')?.');
      return text[open] === '('
        ? { role: 'arguments', open: open + 1, close: node.end - 1, elements: node.arguments }
        : null;
    }
    default:
      return null;
  }
}

/** A bracketed list: its elements as written, casts included, and the offsets just inside its brackets. */
export interface CommaList {
  /** The field that holds the elements. */
  readonly role: string;
  readonly open: number;
  readonly close: number;
  readonly elements: readonly Node[];
}

/**
 * The stretch between two elements, by their indexes (−1 and the length stand for the brackets), commas included such
 * that any other such stretch may replace it. Null where the text is not what the tree suggests.
 */
export function gapInList(
  list: CommaList,
  text: string,
  after: number,
  before: number,
): readonly [number, number] | null {
  const { open, close, elements } = list;
  const atStart = after < 0;
  const atEnd = before >= elements.length;
  if (atStart && atEnd) return [open, close];
  if (atEnd) {
    const comma = commaAfter(text, elements[after]!, close);
    return [comma ?? close, close];
  }
  if (atStart) {
    if (before === 0) return [open, open];
    const comma = commaAfter(text, elements[before - 1]!, elements[before]!.start);
    return comma === null ? null : [open, comma + 1];
  }
  const first = commaAfter(text, elements[after]!, elements[after + 1]!.start);
  const last = commaAfter(text, elements[before - 1]!, elements[before]!.start);
  return first === null || last === null ? null : [first, last];
}

function commaAfter(text: string, element: Node, limit: number): number | null {
  const at = skip(text, element.end, limit, ')');
  return at < limit && text[at] === ',' ? at : null;
}

/** Past white space, comments and the given characters. */
function skip(text: string, from: number, to: number, characters: string): number {
  let at = from;
  while (at < to) {
    const character = text[at] ?? '';
    if (character === '/' && text[at + 1] === '*') at = endOf(text, '*/', at + 2, to);
    else if (character === '/' && text[at + 1] === '/') at = endOf(text, '\n', at + 2, to);
    else if (/\s/.test(character) || characters.includes(character)) at++;
    else break;
  }
  return at;
}

function endOf(text: string, mark: string, from: number, to: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 || found + mark.length > to ? to : found + mark.length;
}
