import { assertNever } from '#core/diagnostics';
import type { BinaryOp, Constant, Element, Expr, Key, Property, UnaryOp } from './expression';
import type { Names } from './names';

/** An expression as a person would write it, with only the parentheses that it needs. */
export function printExpr(expr: Expr, names: Names): string {
  return printed(expr, names).text;
}

/** As the operand of something that binds as tightly as `.`: the object of a member, a callee. */
export function printMemberBase(expr: Expr, names: Names): string {
  return wrap(printed(expr, names), precedence.member);
}

export function printMember(object: Expr, key: Key, names: Names): string {
  return printMemberBase(object, names) + printAccess(key, names);
}

/** The part after the object: `.name`, `.#name` or `[value]`. */
export function printAccess(key: Key, names: Names): string {
  switch (key.kind) {
    case 'name':
      if (isIdentifier(key.name)) return `.${key.name}`;
      return isIndex.test(key.name) ? `[${key.name}]` : `[${quote(key.name)}]`;
    case 'private':
      return `.#${key.name}`;
    case 'computed':
      return `[${printExpr(key.value, names)}]`;
    default:
      return assertNever(key);
  }
}

interface Printed {
  readonly text: string;
  readonly precedence: number;
}

const precedence = { lowest: 0, relational: 10, unary: 15, number: 16, member: 18, primary: 20 } as const;

const binaryPrecedence: Record<BinaryOp, number> = {
  '|': 6,
  '^': 7,
  '&': 8,
  '==': 9,
  '!=': 9,
  '===': 9,
  '!==': 9,
  '<': precedence.relational,
  '<=': precedence.relational,
  '>': precedence.relational,
  '>=': precedence.relational,
  in: precedence.relational,
  instanceof: precedence.relational,
  '<<': 11,
  '>>': 11,
  '>>>': 11,
  '+': 12,
  '-': 12,
  '*': 13,
  '/': 13,
  '%': 13,
  '**': 14,
};

type UnaryStyle =
  { readonly style: 'prefix' | 'function'; readonly word: string } | { readonly style: 'test'; readonly words: string };

const unaryStyles: Record<UnaryOp, UnaryStyle> = {
  '+': { style: 'prefix', word: '+' },
  '-': { style: 'prefix', word: '-' },
  '!': { style: 'prefix', word: '!' },
  '~': { style: 'prefix', word: '~' },
  typeof: { style: 'prefix', word: 'typeof ' },
  void: { style: 'prefix', word: 'void ' },
  numeric: { style: 'function', word: 'numeric' },
  increment: { style: 'function', word: 'increment' },
  decrement: { style: 'function', word: 'decrement' },
  'property-key': { style: 'function', word: 'key' },
  'require-object': { style: 'function', word: 'require-object' },
  'is-nullish': { style: 'test', words: 'is nullish' },
  'is-undefined': { style: 'test', words: 'is undefined' },
};

function printed(expr: Expr, names: Names): Printed {
  switch (expr.kind) {
    case 'const':
      return printConstant(expr.value);
    case 'regexp':
      return primary(`/${expr.pattern}/${expr.flags}`);
    case 'var':
      return primary(names.binding(expr.binding));
    case 'temp':
      return primary(`$${expr.temp}`);
    case 'global':
      return primary(expr.name);
    case 'this':
    case 'arguments':
      return primary(expr.kind);
    case 'self':
      return primary('<self>');
    case 'new-target':
      return primary('new.target');
    case 'import-meta':
      return primary('import.meta');
    case 'member':
      return { text: printMember(expr.object, expr.key, names), precedence: precedence.member };
    case 'super-member':
      return { text: `super${printAccess(expr.key, names)}`, precedence: precedence.member };
    case 'unary':
      return printUnary(expr.op, expr.operand, names);
    case 'binary':
      return printBinary(expr, names);
    case 'private-in':
      return test(`#${expr.name} in ${wrap(printed(expr.object, names), precedence.relational + 1)}`);
    case 'typeof-global':
      return { text: `typeof ${expr.name}`, precedence: precedence.unary };
    case 'template':
      return primary(printTemplate(expr.quasis, expr.values, names));
    case 'template-object':
      return primary(`strings\`${expr.raw.join('${}')}\``);
    case 'array':
      return primary(printArray(expr.elements, names));
    case 'object':
      return primary(braces(expr.properties.map((property) => printProperty(property, names))));
    case 'object-rest':
      return primary(printObjectRest(expr.object, expr.without, names));
    case 'closure':
      return { text: `closure ${names.fn(expr.fn)}`, precedence: precedence.lowest };
    case 'class':
      return { text: printClass(expr.index, expr.superClass, expr.keys, names), precedence: precedence.lowest };
    default:
      return assertNever(expr);
  }
}

function printConstant(value: Constant): Printed {
  if (typeof value === 'string') return primary(quote(value));
  if (typeof value === 'bigint') return number(`${value}n`);
  if (typeof value === 'number') return number(Object.is(value, -0) ? '-0' : String(value));
  return primary(String(value));
}

/** A number takes parentheses before a dot (`1.x` is a syntax error), a negative one also as the base of `**`. */
function number(text: string): Printed {
  return { text, precedence: text.startsWith('-') ? precedence.unary : precedence.number };
}

function primary(text: string): Printed {
  return { text, precedence: precedence.primary };
}

function test(text: string): Printed {
  return { text, precedence: precedence.relational };
}

function wrap(inner: Printed, atLeast: number): string {
  return inner.precedence >= atLeast ? inner.text : `(${inner.text})`;
}

function printUnary(op: UnaryOp, operand: Expr, names: Names): Printed {
  const style = unaryStyles[op];
  const inner = printed(operand, names);
  if (style.style === 'function') return primary(`${style.word}(${inner.text})`);
  if (style.style === 'test') return test(`${wrap(inner, precedence.relational + 1)} ${style.words}`);
  const text = wrap(inner, precedence.unary);
  // `- -x` and `+ +x` would read as decrement and increment without the space.
  const gap = text.startsWith(style.word) && (op === '-' || op === '+') ? ' ' : '';
  return { text: style.word + gap + text, precedence: precedence.unary };
}

type Binary = Extract<Expr, { kind: 'binary' }>;

function printBinary(expr: Binary, names: Names): Printed {
  // Down the left side in a loop: long concatenations nest deeper than the engine's call stack.
  const spine: Binary[] = [expr];
  let innermost = expr.left;
  for (; innermost.kind === 'binary'; innermost = innermost.left) spine.push(innermost);
  let left = printed(innermost, names);
  for (const { op, right } of spine.reverse()) {
    const own = binaryPrecedence[op];
    const isPower = op === '**';
    // The base of `**` may not be a unary expression, and `**` alone groups to the right.
    const base = wrap(left, isPower ? precedence.unary + 1 : own);
    const operand = wrap(printed(right, names), isPower ? own : own + 1);
    left = { text: `${base} ${op} ${operand}`, precedence: own };
  }
  return left;
}

function printTemplate(quasis: readonly string[], values: readonly Expr[], names: Names): string {
  const parts = quasis.map((quasi, index) => {
    const value = values[index];
    return escapeTemplate(quasi) + (value === undefined ? '' : `\${${printExpr(value, names)}}`);
  });
  return `\`${parts.join('')}\``;
}

function escapeTemplate(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('`', '\\`').replaceAll('${', '\\${');
}

function printArray(elements: readonly Element[], names: Names): string {
  const parts = elements.map((element) => (element.kind === 'hole' ? '' : printElement(element, names)));
  // `[1, ]` has one element in source: a hole at the end needs a comma of its own.
  const trailing = elements.at(-1)?.kind === 'hole' ? ',' : '';
  return `[${parts.join(', ')}${trailing}]`;
}

function printElement(element: Exclude<Element, { kind: 'hole' }>, names: Names): string {
  return (element.kind === 'spread' ? '...' : '') + printExpr(element.value, names);
}

function printProperty(property: Property, names: Names): string {
  switch (property.kind) {
    case 'value':
      return `${printKey(property.key, names)}: ${printExpr(property.value, names)}`;
    case 'method':
      return `${printKey(property.key, names)}: method ${names.fn(property.fn)}`;
    case 'get':
    case 'set':
      return `${property.kind} ${printKey(property.key, names)}: ${names.fn(property.fn)}`;
    case 'proto':
      return `__proto__: ${printExpr(property.value, names)}`;
    case 'spread':
      return `...${printExpr(property.value, names)}`;
    default:
      return assertNever(property);
  }
}

function printObjectRest(object: Expr, without: readonly Key[], names: Names): string {
  const from = printExpr(object, names);
  return without.length === 0
    ? `rest(${from})`
    : `rest(${from} without ${without.map((key) => printKey(key, names)).join(', ')})`;
}

function printKey(key: Key, names: Names): string {
  if (key.kind === 'computed') return `[${printExpr(key.value, names)}]`;
  if (key.kind === 'private') return `#${key.name}`;
  if (isIndex.test(key.name)) return key.name;
  // A computed `['__proto__']` and a shorthand do not set the prototype, as `__proto__: x` does.
  return isIdentifier(key.name) && key.name !== '__proto__' ? key.name : quote(key.name);
}

function printClass(index: number, superClass: Expr | null, keys: readonly Key[], names: Names): string {
  const heritage = superClass === null ? '' : ` extends ${printMemberBase(superClass, names)}`;
  return `class ${names.class(index)}${heritage} ${braces(keys.map((key) => printKey(key, names)))}`;
}

function braces(parts: readonly string[]): string {
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

const isIndex = /^(0|[1-9]\d{0,8})$/;

function isIdentifier(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name);
}
