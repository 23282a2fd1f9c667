import type { SyntaxNode } from '#syntax/parse';
import type { Argument, Entry, LeafKind } from './trials/argument';

/** Of the text that is written, and of the string that it makes. */
const longestWritten = 300;
const longestMade = 2_000;

/** A value that its text makes wherever it is put: a literal, or put together of literals. Null for what is computed otherwise. */
export function literalOf(node: SyntaxNode, text: string): Argument | null {
  if (node.end - node.start > longestWritten) return null;
  switch (node.type) {
    case 'Literal':
      return leaf(node, text, kindOfLiteral(node), scalarOf(node.value));
    case 'Identifier':
      return node.name === 'undefined' ? leaf(node, text, 'undefined', null) : null;
    case 'TemplateLiteral':
      return node.expressions.length > 0 ? null : leaf(node, text, 'string', node.quasis[0]?.value.cooked ?? null);
    case 'UnaryExpression': {
      const operand = node.operator === '-' ? literalOf(node.argument, text) : null;
      if (operand?.kind === 'bigint') return leaf(node, text, 'bigint', null);
      return operand?.kind === 'number' ? leaf(node, text, 'number', -Number(operand.value)) : null;
    }
    case 'BinaryExpression': {
      const value = combined(node.operator, literalOf(node.left, text), literalOf(node.right, text));
      return value === null ? null : leaf(node, text, typeof value === 'string' ? 'string' : 'number', value);
    }
    case 'CallExpression': {
      const value = repeated(node, text);
      return value === null ? null : leaf(node, text, 'string', value);
    }
    case 'ArrayExpression': {
      const elements = node.elements.flatMap((part) => (part === null ? [] : (literalOf(part, text) ?? [])));
      return elements.length === node.elements.length ? { kind: 'array', elements } : null;
    }
    case 'ObjectExpression': {
      const entries = node.properties.flatMap((property): Entry[] => {
        const value = isPlainProperty(property) ? literalOf(property.value, text) : null;
        const key = isPlainProperty(property) ? keyOf(property.key) : null;
        return value === null || key === null ? [] : [[key, value]];
      });
      return entries.length === node.properties.length ? { kind: 'object', entries } : null;
    }
    default:
      return null;
  }
}

/** `60 * 1000`, `'a' + 'b'`. */
function combined(operator: string, left: Argument | null, right: Argument | null): string | number | null {
  if (left?.kind === 'string' || right?.kind === 'string') {
    const parts = [left, right].flatMap((part) =>
      part?.kind === 'string' || part?.kind === 'number' ? [String(part.value)] : [],
    );
    const value = parts.join('');
    return operator === '+' && parts.length === 2 && value.length <= longestMade ? value : null;
  }
  if (left?.kind !== 'number' || right?.kind !== 'number') return null;
  const [a, b] = [Number(left.value), Number(right.value)];
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '**':
      return a ** b;
    default:
      return null;
  }
}

/** `'a'.repeat(250)`. */
function repeated(
  { callee, arguments: args }: Extract<SyntaxNode, { type: 'CallExpression' }>,
  text: string,
): string | null {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed) return null;
  if (callee.property.name !== 'repeat' || args.length !== 1 || args[0] === undefined) return null;
  const [unit, times] = [literalOf(callee.object, text), literalOf(args[0], text)];
  if (unit?.kind !== 'string' || times?.kind !== 'number') return null;
  const [part, count] = [String(unit.value), Number(times.value)];
  return count >= 0 && part.length * count <= longestMade ? part.repeat(count) : null;
}

function leaf(node: SyntaxNode, text: string, kind: LeafKind, value: string | number | boolean | null): Argument {
  return { kind, text: text.slice(node.start, node.end), value };
}

function scalarOf(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function isPlainProperty(property: SyntaxNode): property is Extract<SyntaxNode, { type: 'Property' }> {
  return (
    property.type === 'Property' &&
    property.kind === 'init' &&
    !property.computed &&
    !property.shorthand &&
    !property.method
  );
}

function keyOf(key: SyntaxNode): string | null {
  if (key.type === 'Identifier') return key.name;
  if (key.type !== 'Literal' || key.value === null || typeof key.value === 'object') return null;
  return String(key.value);
}

function kindOfLiteral(node: Extract<SyntaxNode, { type: 'Literal' }>): LeafKind {
  if ('regex' in node) return 'regexp';
  if ('bigint' in node) return 'bigint';
  const { value } = node;
  if (value === null) return 'null';
  return typeof value === 'boolean' ? 'boolean' : typeof value === 'number' ? 'number' : 'string';
}
