import type { Node } from 'oxc-parser';
import { stripTypes } from '#ir/lower/operands';
import { foldedLiteral } from './folded-literal';

/** What the engine writes for anything that it does not render. */
export const intermediate = '(intermediate value)';

/**
 * How the engine writes an expression of the source in its messages. Where it complains about something that is
 * iterated over, it writes calls as what is called.
 */
export function sourceText(node: Node, iterated = false): string {
  const written = render(erased(node), (part) => sourceText(part, iterated), iterated);
  return written === '' ? intermediate : written;
}

/** Without what only the type checker sees, and without parentheses. */
export function erased(node: Node): Node {
  return stripTypes(node as Parameters<typeof stripTypes>[0]);
}

type Write = (part: Node) => string;

function render(node: Node, write: Write, iterated: boolean): string {
  const folded = foldedLiteral(node);
  if (folded !== null) return typeof folded.value === 'string' ? `"${folded.value}"` : literalText(folded.value);
  switch (node.type) {
    case 'Literal':
      return 'regex' in node ? `/${node.regex.pattern}/${node.regex.flags}` : '';
    case 'Identifier':
      return node.name;
    case 'PrivateIdentifier':
      return `#${node.name}`;
    case 'ThisExpression':
      return 'this';
    case 'Super':
      return 'super';
    case 'MetaProperty':
      return node.meta.name === 'new' ? '.new.target' : '';
    case 'TemplateLiteral':
      return node.expressions.map(write).join('');
    case 'MemberExpression':
      return `${node.object.type === 'Super' ? intermediate : write(node.object)}${keyText(node, write)}`;
    case 'CallExpression':
      return `${write(node.callee)}${iterated ? '' : '(...)'}`;
    case 'TaggedTemplateExpression':
      return `${write(node.tag)}${iterated ? '' : '(...)'}`;
    case 'NewExpression':
      return iterated ? write(node.callee) : '';
    case 'ImportExpression':
      return `ImportCall(${write(node.source)})`;
    case 'UnaryExpression': {
      const space = /^[a-z]/.test(node.operator) ? ' ' : '';
      return `(${node.operator}${space}${write(node.argument)})`;
    }
    case 'UpdateExpression':
      return node.prefix ? `(${node.operator}${write(node.argument)})` : `(${write(node.argument)}${node.operator})`;
    case 'BinaryExpression':
      if (node.operator === '!=' || node.operator === '!==') {
        return `(!(${write(node.left)} ${node.operator === '!=' ? '==' : '==='} ${write(node.right)}))`;
      }
      return operation(node.operator, operandsOf(node), write);
    case 'LogicalExpression':
      return operation(node.operator, operandsOf(node), write);
    case 'SequenceExpression':
      return operation(',', node.expressions, write);
    case 'AssignmentExpression':
      return write(node.left);
    case 'ConditionalExpression':
      return intermediate.repeat(3);
    case 'ObjectExpression':
    case 'ObjectPattern':
      return `{${intermediate.repeat(node.properties.length)}}`;
    case 'ArrayExpression':
    case 'ArrayPattern':
      return `[${node.elements.map((element) => (element === null ? intermediate : write(element))).join(',')}]`;
    case 'SpreadElement':
      return `(...${write(node.argument)})`;
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return intermediate.repeat(statementCount(node));
    case 'ClassExpression': {
      const methods = node.body.body.filter((m) => m.type === 'MethodDefinition' && m.kind !== 'constructor');
      return intermediate.repeat(methods.length + (node.superClass === null ? 0 : 1));
    }
    default:
      return '';
  }
}

function literalText(value: number | boolean | bigint | null): string {
  return typeof value === 'bigint' ? '' : String(value);
}

type Member = Extract<Node, { type: 'MemberExpression' }>;

function keyText(node: Member, write: Write): string {
  const { property } = node;
  if (property.type === 'PrivateIdentifier') return `${node.optional ? '?.' : ''}[#${property.name}]`;
  const dot = node.optional ? '?.' : '.';
  if (!node.computed && property.type === 'Identifier') return `${dot}${property.name}`;
  const literal = foldedLiteral(erased(property));
  if (typeof literal?.value === 'string') return `${dot}${literal.value}`;
  return `${node.optional ? '?.' : ''}[${write(property)}]`;
}

function operation(operator: string, operands: readonly Node[], write: Write): string {
  return `(${operands.map(write).join(` ${operator} `)})`;
}

type Operation = Extract<Node, { type: 'BinaryExpression' | 'LogicalExpression' }>;

/** The parser makes one operation of many operands of `a + b + c`, also of `(a + b) + c`. */
export function operandsOf(node: Operation): readonly Node[] {
  const { operator } = node;
  const operands: Node[] = [node.right];
  let left = erased(node.left);
  while (
    collapses.has(operator) &&
    (left.type === 'BinaryExpression' || left.type === 'LogicalExpression') &&
    left.operator === operator &&
    foldedLiteral(left) === null
  ) {
    operands.unshift(left.right);
    left = erased(left.left);
  }
  return [left, ...operands];
}

const collapses: ReadonlySet<string> = new Set('?? || && | ^ & << >> >>> + - * / %'.split(' '));

interface FunctionParts {
  readonly body: Extract<Node, { type: 'ArrowFunctionExpression' }>['body'] | null;
  readonly async: boolean;
  readonly generator: boolean;
}

/** The engine visits the statements of a function and renders none of them. */
function statementCount({ body, async, generator }: FunctionParts): number {
  if (body === null || body.type !== 'BlockStatement' || async || generator) return 1;
  return body.body.filter(({ type }) => type !== 'EmptyStatement' && type !== 'FunctionDeclaration').length;
}
