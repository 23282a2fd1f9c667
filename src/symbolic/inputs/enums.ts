import type { Expression, Node } from 'oxc-parser';
import type { Entity } from './entities';
import { integersFrom } from '#smt/term';
import { literal, single, union, type DeclaredType } from './declared-type';
import { numberType } from './keys';
import type { Scope, TypeReader, Use } from './reader';
import { scopeOf } from './reader';
import { declarationsOf, type TypedModule } from './typed-module';

type EnumNode = Extract<Node, { type: 'TSEnumDeclaration' }>;
type Value = number | string | null;

/** The union of the members of an enum; of one whose members are flags, also what can be made of them with `|`, `&` and `^`. */
export function enumType(r: TypeReader, module: TypedModule, nodes: readonly EnumNode[], use: Use): DeclaredType {
  const values = [...enumValues(r, module, nodes).values()];
  // The compiler lets any number pass for one of them, and yet takes a `switch` over the members for complete.
  const isOpen = values.some((value) => typeof value === 'number') && !values.includes(null);
  if (!areFlags(nodes, values)) {
    if (isOpen) r.narrow(use, 'taken for its members, no other number');
    return union(values.map(typeOfValue));
  }
  r.narrow(use, 'taken for what its flags make, no other number');
  const all = values.reduce((bits: number, value) => bits | Number(value), 0);
  // With `~` among them, any bit may be set.
  const domain = all < 0 ? integersFrom(-(2 ** 31), 2 ** 31 - 1) : integersFrom(0, all);
  return single({ kind: 'number', domain });
}

/** Flags are single bits that are written as such: `1 << 3`, names joined by `|`, or three powers of two. */
function areFlags(nodes: readonly EnumNode[], values: readonly Value[]): boolean {
  const bits = values.filter((value) => typeof value === 'number' && value > 0 && (value & (value - 1)) === 0);
  if (bits.length < 2 || !values.every((value) => typeof value === 'number' && (value | 0) === value)) return false;
  const initializers = nodes.flatMap(({ body }) => body.members.map(({ initializer }) => initializer));
  if (initializers.some((node) => node?.type === 'BinaryExpression' && bitOperators.has(node.operator))) return true;
  return bits.length > 2 && !initializers.includes(null);
}

const bitOperators: ReadonlySet<string> = new Set(['<<', '|']);

/** `E.A` as a type; null where the enum has no such member. */
export function enumMemberType(r: TypeReader, entity: Entity, name: string, use: Use): DeclaredType | null {
  if (entity.kind !== 'declared') return null;
  const nodes = declarationsOf(entity.variable).filter((node) => node.type === 'TSEnumDeclaration');
  const value = enumValues(r, entity.module, nodes).get(name);
  if (value === undefined) return null;
  if (value === null) r.note(use, 'a member that is computed at run time');
  return typeOfValue(value);
}

function typeOfValue(value: Value): DeclaredType {
  return value === null ? numberType : literal(value);
}

/** Values of members; null where they are computed at run time. */
export function enumValues(r: TypeReader, module: TypedModule, nodes: readonly EnumNode[]): ReadonlyMap<string, Value> {
  const [first] = nodes;
  return (
    (first === undefined ? null : r.guarded(first, () => readValues(r, module, nodes))) ?? new Map<string, Value>()
  );
}

function readValues(r: TypeReader, module: TypedModule, nodes: readonly EnumNode[]): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  const scope = scopeOf(module);
  for (const node of nodes) {
    let next: Value = 0;
    for (const member of node.body.members) {
      const value: Value = member.initializer === null ? next : constantValue(r, member.initializer, values, scope);
      const name = member.id.type === 'Identifier' ? member.id.name : memberName(member.id);
      if (value === null) r.note({ node: member, scope }, 'a member that is computed at run time');
      values.set(name, value);
      next = typeof value === 'number' ? value + 1 : null;
    }
  }
  return values;
}

function memberName(id: Node): string {
  if (id.type === 'Literal') return String(id.value);
  return id.type === 'TemplateLiteral' ? (id.quasis[0]?.value.cooked ?? '') : '';
}

function constantValue(r: TypeReader, node: Expression, own: ReadonlyMap<string, Value>, scope: Scope): Value {
  const evaluate = (part: Expression): Value => constantValue(r, part, own, scope);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'number' || typeof node.value === 'string' ? node.value : null;
    case 'TemplateLiteral': {
      const values = node.expressions.map(evaluate);
      if (values.includes(null)) return null;
      return node.quasis.map((quasi, i) => `${quasi.value.cooked ?? ''}${values[i] ?? ''}`).join('');
    }
    case 'UnaryExpression':
      return unary(node.operator, evaluate(node.argument));
    case 'BinaryExpression':
      return node.left.type === 'PrivateIdentifier'
        ? null
        : binary(node.operator, evaluate(node.left), evaluate(node.right));
    case 'Identifier': {
      const sibling = own.get(node.name);
      if (sibling !== undefined) return sibling;
      if (node.name === 'NaN' || node.name === 'Infinity') return Number(node.name);
      return inferred(r, node, scope);
    }
    case 'MemberExpression':
      return inferred(r, node, scope);
    default:
      return null;
  }
}

/** Constants declared elsewhere. */
function inferred(r: TypeReader, node: Expression, scope: Scope): Value {
  const [member, ...others] = r.infer(node, scope, true).members;
  if (member?.kind !== 'literal' || others.length > 0) return null;
  return typeof member.value === 'number' || typeof member.value === 'string' ? member.value : null;
}

function unary(operator: string, value: Value): Value {
  if (typeof value !== 'number') return null;
  return operator === '-' ? -value : operator === '+' ? value : operator === '~' ? ~value : null;
}

function binary(operator: string, left: Value, right: Value): Value {
  if (left === null || right === null) return null;
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string')) return `${left}${right}`;
  if (typeof left !== 'number' || typeof right !== 'number') return null;
  return arithmetic[operator]?.(left, right) ?? null;
}

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
  '|': (a, b) => a | b,
  '&': (a, b) => a & b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
};
