import type { Node } from 'oxc-parser';
import { stripTypes } from '#ir/lower/operands';

export interface FoldedLiteral {
  readonly value: string | number | bigint | boolean | null;
}

/** The literal that the engine's parser makes of an expression of literals; null where it makes none. */
export function foldedLiteral(node: Node): FoldedLiteral | null {
  switch (node.type) {
    case 'Literal':
      if ('regex' in node) return null;
      return { value: 'bigint' in node ? BigInt(node.bigint) : node.value };
    case 'TemplateLiteral': {
      const [only] = node.quasis;
      return node.expressions.length === 0 && only !== undefined ? { value: only.value.cooked ?? '' } : null;
    }
    case 'UnaryExpression':
      return foldedUnary(node.operator, foldedLiteral(stripTypes(node.argument)));
    case 'BinaryExpression': {
      if (node.left.type === 'PrivateIdentifier') return null;
      const left = foldedLiteral(stripTypes(node.left));
      const right = left === null ? null : foldedLiteral(stripTypes(node.right));
      if (typeof left?.value !== 'number' || typeof right?.value !== 'number') return null;
      const fold = onNumbers[node.operator];
      return fold === undefined ? null : { value: fold(left.value, right.value) };
    }
    default:
      return null;
  }
}

function foldedUnary(operator: string, operand: FoldedLiteral | null): FoldedLiteral | null {
  if (operand === null) return null;
  const { value } = operand;
  if (operator === '!') return { value: !value };
  if (typeof value !== 'number') return null;
  if (operator === '-') return { value: -value };
  if (operator === '+') return { value };
  return operator === '~' ? { value: ~value } : null;
}

/** The parser leaves comparisons to the compiler. */
const onNumbers: Readonly<Partial<Record<string, (left: number, right: number) => number>>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '**': (left, right) => left ** right,
  '|': (left, right) => left | right,
  '^': (left, right) => left ^ right,
  '&': (left, right) => left & right,
  '<<': (left, right) => left << right,
  '>>': (left, right) => left >> right,
  '>>>': (left, right) => left >>> right,
};
