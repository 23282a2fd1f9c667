import type { Node } from 'oxc-parser';
import { foldedLiteral } from './folded-literal';
import { erased, operandsOf } from './source-text';

/**
 * The engine finds what to write by the position that its code recorded last. That of an expression is its own, or
 * that of a part, or none, where the code of the expression records nothing.
 */
export type Recorded = Node | 'a part' | null;

export function lastRecorded(wrapped: Node): Recorded {
  const node = erased(wrapped);
  if (foldedLiteral(node) !== null) return null;
  switch (node.type) {
    case 'MemberExpression':
    case 'CallExpression':
    case 'NewExpression':
    case 'TaggedTemplateExpression':
    case 'ImportExpression':
    case 'UpdateExpression':
    case 'AssignmentExpression':
    case 'AwaitExpression':
    case 'YieldExpression':
      return node;
    case 'BinaryExpression':
      return operandsOf(node).length > 2 ? 'a part' : node;
    case 'UnaryExpression':
      return isArithmetic(node.operator) ? node : node.operator === 'delete' ? null : lastRecorded(node.argument);
    case 'LogicalExpression':
      if (node.operator === '??' && operandsOf(node).length === 2) return lastRecorded(node.right) ?? node;
      return lastRecorded(node.right) ?? lastRecorded(node.left) ?? 'a part';
    case 'ConditionalExpression':
      return lastRecorded(node.alternate) ?? lastRecorded(node.consequent) ?? recordedByTest(node);
    case 'SequenceExpression': {
      const last = node.expressions.at(-1);
      const recorded = last === undefined ? null : lastRecorded(last);
      return recorded ?? (node.expressions.length > 2 ? 'a part' : node);
    }
    case 'ObjectExpression':
      return recordedByObject(node);
    case 'ClassExpression':
      return node.superClass === null ? null : lastRecorded(node.superClass);
    case 'ChainExpression':
      return 'a part';
    default:
      return null;
  }
}

/** Reading a variable records its position, unless that of the whole expression still waits to be recorded. */
function recordedByTest({ test, consequent, alternate }: Extract<Node, { type: 'ConditionalExpression' }>): Recorded {
  const reads = [consequent, alternate].some((branch) => erased(branch).type === 'Identifier');
  return lastRecorded(test) ?? (reads ? 'a part' : null);
}

function isArithmetic(operator: string): boolean {
  return operator === '-' || operator === '+' || operator === '~';
}

function recordedByObject(node: Extract<Node, { type: 'ObjectExpression' }>): Recorded {
  let recorded: Recorded = null;
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') recorded = lastRecorded(property.argument) ?? recorded;
    else if (property.kind === 'init' && (property.computed || !isConstant(property.value))) recorded = 'a part';
  }
  return recorded;
}

function isConstant(wrapped: Node): boolean {
  const node = erased(wrapped);
  if (node.type === 'ObjectExpression') {
    return node.properties.every((p) => p.type !== 'SpreadElement' && !p.computed && isConstant(p.value));
  }
  if (node.type === 'ArrayExpression') return node.elements.every((element) => element === null || isConstant(element));
  return foldedLiteral(node) !== null;
}

/**
 * What the engine finds at the position where an expression begins: the expression itself, or a call at its very
 * beginning; null for anything else.
 */
export function foundAtStart(wrapped: Node): Node | null {
  const node = erased(wrapped);
  if (isAtItsStart(node)) return node;
  for (let at: Node | null = node; at !== null; at = leftmost(at)) {
    if (at.start !== node.start) return null;
    if (isCall(at) && isAtItsStart(at)) return at;
  }
  return null;
}

export function isCall(node: Node): boolean {
  return node.type === 'CallExpression' || node.type === 'NewExpression' || node.type === 'TaggedTemplateExpression';
}

/** Whether the position of an expression is where it begins, and not at its operator. */
function isAtItsStart(node: Node): boolean {
  switch (node.type) {
    case 'BinaryExpression':
      return foldedLiteral(node) !== null;
    case 'MemberExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
    case 'SequenceExpression':
    case 'UpdateExpression':
    case 'ChainExpression':
      return false;
    case 'CallExpression':
      return node.callee.type === 'Identifier';
    case 'TaggedTemplateExpression':
      return node.tag.type === 'Identifier';
    default:
      return true;
  }
}

function leftmost(node: Node): Node | null {
  switch (node.type) {
    case 'MemberExpression':
      return erased(node.object);
    case 'CallExpression':
      return erased(node.callee);
    case 'TaggedTemplateExpression':
      return erased(node.tag);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return erased(node.left);
    case 'ConditionalExpression':
      return erased(node.test);
    default:
      return null;
  }
}
