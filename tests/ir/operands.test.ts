import { expect, test } from 'vitest';
import type { Op } from '#ir/cfg';
import { constant, type Expr } from '#ir/expression';
import { eachExpr, eachOperand, eachPart, targetOf } from '#ir/operands';

const numbers = [1, 2, 3, 4, 5].map((value) => constant(value));
const [one, two, three, four, five] = numbers as [Expr, Expr, Expr, Expr, Expr];

function operandsOf(op: Op): Expr[] {
  const found: Expr[] = [];
  eachOperand(op, (operand) => found.push(operand));
  return found;
}

function partsOf(expr: Expr): Expr[] {
  const found: Expr[] = [];
  eachPart(expr, (part) => found.push(part));
  return found;
}

test('operands come in evaluation order, the target of an assignment first', () => {
  const target = { kind: 'member', object: one, key: { kind: 'computed', value: two } } as const;
  expect(operandsOf({ kind: 'assign', target, value: three })).toEqual([one, two, three]);
  const callee = { kind: 'method', object: one, key: { kind: 'computed', value: two }, loaded: three } as const;
  const args = [four, five].map((value) => ({ value, spread: false }));
  expect(operandsOf({ kind: 'call', call: 'call', callee, args })).toEqual([one, two, three, four, five]);
});

test('parts of an expression come in evaluation order', () => {
  const object: Expr = {
    kind: 'object',
    properties: [
      { kind: 'value', key: { kind: 'computed', value: one }, value: two },
      { kind: 'get', key: { kind: 'computed', value: three }, fn: 0 },
      { kind: 'spread', value: four },
      { kind: 'proto', value: five },
    ],
  };
  expect(partsOf(object)).toEqual(numbers);
  const elements = [{ kind: 'value', value: one }, { kind: 'hole' }, { kind: 'spread', value: two }] as const;
  expect(partsOf({ kind: 'array', elements })).toEqual([one, two]);
  const key = { kind: 'computed', value: two } as const;
  expect(partsOf({ kind: 'class', index: 0, superClass: one, keys: [key] })).toEqual([one, two]);
});

test('every expression is visited, an outer one before its parts, however deep', () => {
  let nested: Expr = one;
  for (let i = 0; i < 100_000; i++) nested = { kind: 'unary', op: '-', operand: nested };
  const kinds: string[] = [];
  eachExpr({ kind: 'eval', value: nested }, (expr) => kinds.push(expr.kind));
  expect(kinds).toHaveLength(100_001);
  expect(kinds[0]).toBe('unary');
  expect(kinds.at(-1)).toBe('const');
});

test('the target of an operation is what it stores to', () => {
  const target = { kind: 'temp', temp: 1 } as const;
  expect(targetOf({ kind: 'assign', target, value: one })).toBe(target);
  expect(targetOf({ kind: 'iter-next', iter: 0, target })).toBe(target);
  expect(targetOf({ kind: 'return', value: one })).toBeNull();
});
