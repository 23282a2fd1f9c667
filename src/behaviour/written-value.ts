import type { SyntaxNode } from '#syntax/parse';
import { isClosedFunction } from './closed-function';
import {
  argumentText,
  numberOf,
  stringOf,
  undefinedLeaf,
  type Argument,
  type Entry,
  type LeafKind,
} from './trials/argument';

/** Of the text that is written, and of the string that it makes. */
const longestWritten = 300;
const longestMade = 2_000;

/** What names of a file stand for, as far as their declarations write it out. */
export type NamedLiterals = ReadonlyMap<string, Argument>;

const noNames: NamedLiterals = new Map();

/**
 * A value that its text makes wherever it is put: a literal, or put together of literals and of names that stand for some. Null
 * for what is computed otherwise.
 */
export function literalOf(node: SyntaxNode, text: string, names: NamedLiterals = noNames): Argument | null {
  if (node.end - node.start > longestWritten) return null;
  switch (node.type) {
    case 'Literal':
      return leaf(node, text, kindOfLiteral(node), scalarOf(node.value));
    case 'Identifier':
      return node.name === 'undefined' ? leaf(node, text, 'undefined', null) : (names.get(node.name) ?? null);
    case 'TemplateLiteral':
      return filledIn(node, text, names);
    case 'UnaryExpression': {
      const operand = node.operator === '-' ? literalOf(node.argument, text, names) : null;
      if (operand?.kind === 'bigint') return { ...operand, text: `-${operand.text}` };
      return operand?.kind === 'number' ? made(node, text, [[node.argument, operand]], -Number(operand.value)) : null;
    }
    case 'BinaryExpression': {
      const [left, right] = [literalOf(node.left, text, names), literalOf(node.right, text, names)];
      const value = left === null || right === null ? null : combined(node.operator, left, right);
      if (value === null || left === null || right === null) return null;
      return made(
        node,
        text,
        [
          [node.left, left],
          [node.right, right],
        ],
        value,
      );
    }
    case 'CallExpression':
      return repeated(node, text, names) ?? madeByLanguage(node, text, names) ?? standIn(node);
    case 'NewExpression':
      return madeByLanguage(node, text, names);
    case 'FunctionExpression':
      // Methods begin with their parameters.
      if (!/^(?:async\s+)?function\b/.test(text.slice(node.start, node.end))) return null;
      return isClosedFunction(node) ? leaf(node, text, 'code', null) : null;
    case 'ArrowFunctionExpression':
      return isClosedFunction(node) ? leaf(node, text, 'code', null) : null;
    case 'ArrayExpression': {
      const elements = node.elements.flatMap((part) => (part === null ? [] : (literalOf(part, text, names) ?? [])));
      return elements.length === node.elements.length ? { kind: 'array', elements } : null;
    }
    case 'ObjectExpression': {
      const entries = node.properties.flatMap((property): Entry[] => {
        const value = isPlainProperty(property) ? literalOf(property.value, text, names) : null;
        const key = isPlainProperty(property) ? keyOf(property.key) : null;
        return value === null || key === null ? [] : [[key, value]];
      });
      return entries.length === node.properties.length ? { kind: 'object', entries } : null;
    }
    default:
      return null;
  }
}

/** Written as it was, unless that has names in it. */
function made(
  node: SyntaxNode,
  text: string,
  parts: readonly (readonly [SyntaxNode, Argument])[],
  value: string | number,
): Argument {
  const isClosed = parts.every(([{ start, end }, part]) => text.slice(start, end) === argumentText(part));
  const known = typeof value === 'string' ? stringOf(value) : numberOf(value);
  return isClosed ? { ...known, text: text.slice(node.start, node.end) } : known;
}

function filledIn(
  node: Extract<SyntaxNode, { type: 'TemplateLiteral' }>,
  text: string,
  names: NamedLiterals,
): Argument | null {
  const { expressions, quasis } = node;
  if (expressions.length === 0) return leaf(node, text, 'string', quasis[0]?.value.cooked ?? null);
  const parts = expressions.map((part) => literalOf(part, text, names));
  let value = quasis[0]?.value.cooked ?? '';
  for (const [at, part] of parts.entries()) {
    if (part?.kind !== 'string' && part?.kind !== 'number') return null;
    value += `${part.value}${quasis[at + 1]?.value.cooked ?? ''}`;
  }
  return value.length <= longestMade ? stringOf(value) : null;
}

/** `60 * 1000`, `'a' + 'b'`. */
function combined(operator: string, left: Argument, right: Argument): string | number | null {
  if (left.kind === 'string' || right.kind === 'string') {
    const parts = [left, right].flatMap((part) =>
      part.kind === 'string' || part.kind === 'number' ? [String(part.value)] : [],
    );
    const value = parts.join('');
    return operator === '+' && parts.length === 2 && value.length <= longestMade ? value : null;
  }
  if (left.kind !== 'number' || right.kind !== 'number') return null;
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
  node: Extract<SyntaxNode, { type: 'CallExpression' }>,
  text: string,
  names: NamedLiterals,
): Argument | null {
  const { callee, arguments: args } = node;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed) return null;
  if (callee.property.name !== 'repeat' || args.length !== 1 || args[0] === undefined) return null;
  const [unit, times] = [literalOf(callee.object, text, names), literalOf(args[0], text, names)];
  if (unit?.kind !== 'string' || times?.kind !== 'number') return null;
  const [part, count] = [String(unit.value), Number(times.value)];
  if (!(count >= 0 && part.length * count <= longestMade)) return null;
  return made(
    node,
    text,
    [
      [callee.object, unit],
      [args[0], times],
    ],
    part.repeat(count),
  );
}

/** `new Map([[1, 2]])`, `JSON.parse('{}')`: of values that are written out. */
function madeByLanguage(
  node: Extract<SyntaxNode, { type: 'CallExpression' | 'NewExpression' }>,
  text: string,
  names: NamedLiterals,
): Argument | null {
  const maker = text.slice(node.callee.start, node.callee.end);
  const isKnown = node.type === 'NewExpression' ? madeByNew.has(maker) : madeByCall.has(maker);
  const args = isKnown ? node.arguments.flatMap((part) => literalOf(part, text, names) ?? []) : [];
  // What time it is would be another time in each run.
  if (!isKnown || args.length < node.arguments.length || (maker === 'Date' && args.length === 0)) return null;
  const collection = maker === 'Map' || maker === 'Set' ? collectionOf(maker, args) : null;
  if (collection !== null) return collection;
  const kind = maker === 'Date' ? 'date' : maker === 'RegExp' ? 'regexp' : 'special';
  const call = `${maker}(${args.map(argumentText).join(', ')})`;
  return { kind, text: node.type === 'NewExpression' ? `new ${call}` : call, value: null };
}

function collectionOf(maker: 'Map' | 'Set', [given, ...others]: readonly Argument[]): Argument | null {
  const elements = given === undefined ? [] : given.kind === 'array' && others.length === 0 ? given.elements : null;
  if (elements === null) return null;
  if (maker === 'Set') return { kind: 'set', elements };
  const isPairs = elements.every((each) => each.kind === 'array' && each.elements.length === 2);
  return isPairs ? { kind: 'map', elements } : null;
}

const madeByNew: ReadonlySet<string> = new Set([
  'Map',
  'Set',
  'Date',
  'RegExp',
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ArrayBuffer',
  'DataView',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'String',
  'Number',
  'Boolean',
  'URL',
  'URLSearchParams',
]);

const madeByCall: ReadonlySet<string> = new Set(['JSON.parse', 'Object.create', 'Promise.resolve', 'Symbol.for']);

/** `vi.fn()`, `sinon.spy()`: what tests hand in to see that it is called. */
function standIn({ callee, arguments: args }: Extract<SyntaxNode, { type: 'CallExpression' }>): Argument | null {
  const named = callee.type === 'MemberExpression' && !callee.computed ? callee.property : callee;
  const isSpy = named.type === 'Identifier' && spies.has(named.name) && args.length === 0;
  return isSpy ? { kind: 'function', result: undefinedLeaf } : null;
}

const spies: ReadonlySet<string> = new Set(['fn', 'spy', 'stub']);

function leaf(node: SyntaxNode, text: string, kind: LeafKind, value: string | number | boolean | null): Argument {
  return { kind, text: text.slice(node.start, node.end), value };
}

function scalarOf(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function isPlainProperty(property: SyntaxNode): property is Extract<SyntaxNode, { type: 'Property' }> {
  return property.type === 'Property' && property.kind === 'init' && !property.computed && !property.method;
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
