import type { Expression, Node } from 'oxc-parser';
import {
  anyType,
  arrayOf,
  booleanType,
  literal,
  once,
  single,
  stringType,
  undefinedType,
  union,
  type DeclaredType,
  type Property,
  type Shape,
} from './declared-type';
import { accessed, numberType } from './keys';
import { libraryResult } from './library-results';
import { awaited, nonNullable } from './library-types';
import { docFieldType } from './doc-fields';
import { isClass } from './declared-names';
import { extendShape, field, functionOf, keyName } from './members';
import { shapeOf } from './keys';
import { likeFirst } from './guesses';
import type { Scope, TypeReader } from './reader';

/** The type of an expression, as far as the source says it without being run. */
export function inferType(r: TypeReader, node: Expression, scope: Scope, constant: boolean): DeclaredType {
  const infer = (part: Expression): DeclaredType => r.infer(part, scope, constant);
  switch (node.type) {
    case 'Literal':
      return literalType(node, constant);
    case 'TemplateLiteral': {
      const [quasi] = node.quasis;
      return constant && node.expressions.length === 0 ? literal(quasi?.value.cooked ?? '') : stringType;
    }
    case 'ObjectExpression':
      return objectType(r, node, scope, constant);
    case 'ArrayExpression':
      return arrayType(r, node, scope, constant);
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return single(functionOf(r.signature(node, scope)));
    case 'ClassExpression':
      return r.valueOf({ kind: 'node', module: scope.module, node }, { node, scope });
    case 'TSAsExpression':
    case 'TSTypeAssertion':
      if (isConst(node.typeAnnotation)) return r.infer(node.expression, scope, true);
      return r.read(node.typeAnnotation, scope);
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return infer(node.expression);
    case 'TSNonNullExpression':
      return nonNullable(infer(node.expression));
    case 'Identifier':
      if (node.name === 'undefined') return undefinedType;
      if (node.name === 'NaN' || node.name === 'Infinity') return numberType;
      return r.valueOf(r.entities.ofIdentifier(scope.module, node), { node, scope });
    case 'MemberExpression':
      return memberType(r, node, scope);
    case 'CallExpression':
    case 'NewExpression':
      return callType(r, node, scope);
    case 'AwaitExpression':
      return awaited(infer(node.argument), 0);
    case 'UnaryExpression':
      return unaryType(r, node, scope, constant);
    case 'UpdateExpression':
      return numberType;
    case 'BinaryExpression':
      return binaryType(r, node, scope);
    case 'LogicalExpression': {
      const left = infer(node.left);
      return union([node.operator === '&&' ? left : nonNullable(left), infer(node.right)]);
    }
    case 'ConditionalExpression':
      return union([infer(node.consequent), infer(node.alternate)]);
    case 'SequenceExpression':
      return infer(node.expressions.at(-1) ?? node);
    case 'AssignmentExpression':
      return node.operator === '=' ? infer(node.right) : anyType;
    case 'ThisExpression':
      return scope.self?.() ?? r.widen({ node, scope }, '`this` without a known type');
    case 'ChainExpression':
      return union([infer(node.expression), undefinedType]);
    default:
      return r.widen({ node, scope }, 'the type of an expression that is computed');
  }
}

export function isConst(node: Node): boolean {
  return node.type === 'TSTypeReference' && node.typeName.type === 'Identifier' && node.typeName.name === 'const';
}

function literalType(node: Extract<Expression, { type: 'Literal' }>, constant: boolean): DeclaredType {
  if ('regex' in node) return single({ kind: 'regexp' });
  const { value } = node;
  if (value === null) return single({ kind: 'null' });
  if (constant) return literal(value);
  switch (typeof value) {
    case 'string':
      return stringType;
    case 'number':
      return numberType;
    case 'bigint':
      return single({ kind: 'bigint' });
    default:
      return booleanType;
  }
}

function objectType(
  r: TypeReader,
  node: Extract<Expression, { type: 'ObjectExpression' }>,
  scope: Scope,
  constant: boolean,
): DeclaredType {
  const inner: Scope = { ...scope, self: () => type };
  const shape = once((): Shape => {
    let all: Shape = { properties: new Map<string, Property>(), index: null, numberIndex: null };
    for (const property of node.properties) {
      const isMethod = property.type === 'Property' && property.value.type === 'FunctionExpression';
      all = extendShape(all, partShape(r, property, isMethod ? inner : scope, constant));
    }
    return all;
  });
  const name = scope.module.text.slice(node.start, node.end).replaceAll(/\s+/g, ' ');
  const type: DeclaredType = single({ kind: 'object', name, shape, class: null, instance: null });
  return type;
}

function partShape(r: TypeReader, part: Node, scope: Scope, constant: boolean): Shape {
  const properties = new Map<string, Property>();
  if (part.type === 'SpreadElement') {
    const [member] = r.infer(part.argument, scope, constant).members;
    return (member === undefined ? null : shapeOf(member)) ?? { properties, index: () => anyType, numberIndex: null };
  }
  if (part.type !== 'Property') return { properties, index: null, numberIndex: null };
  const name = keyName(r, part.key, part.computed, scope);
  if (name === null) return { properties, index: () => anyType, numberIndex: null };
  const value = part.value as Expression;
  const infer = (): DeclaredType => r.infer(value, scope, constant);
  // Methods are rarely replaced by something else; nothing keeps others from putting another value there.
  const isData = !constant && part.kind === 'init' && !/Function/.test(value.type);
  const read =
    docFieldType(r, part, scope) ??
    once(() => (isData ? r.guess({ node: part.key, scope }, likeFirst, infer) : infer()));
  const type = part.kind === 'get' ? once(() => resultOf(read())) : read;
  properties.set(name, field(type, { readonly: constant, unit: constant && value.type === 'Literal' }));
  return { properties, index: null, numberIndex: null };
}

function resultOf(type: DeclaredType): DeclaredType {
  const [member] = type.members;
  return member?.kind === 'function' ? member.signature.result() : anyType;
}

function arrayType(
  r: TypeReader,
  node: Extract<Expression, { type: 'ArrayExpression' }>,
  scope: Scope,
  constant: boolean,
): DeclaredType {
  const spreads = node.elements.some((element) => element?.type === 'SpreadElement');
  const parts = node.elements.map((element) =>
    once((): DeclaredType => {
      if (element === null) return undefinedType;
      if (element.type !== 'SpreadElement') return r.infer(element, scope, constant);
      return accessed(r.infer(element.argument, scope, constant), numberType) ?? anyType;
    }),
  );
  if (constant && !spreads) {
    const elements = parts.map((type) => ({ type, optional: false }));
    return single({ kind: 'tuple', elements, rest: null, readonly: true });
  }
  if (parts.length === 0) return arrayOf(() => anyType);
  return arrayOf(
    once(() => union(parts.map((part) => part()))),
    constant,
  );
}

function memberType(
  r: TypeReader,
  node: Extract<Expression, { type: 'MemberExpression' }>,
  scope: Scope,
): DeclaredType {
  const named = entityMember(r, node, scope);
  if (named !== null) return named;
  const use = { node, scope };
  if (node.property.type === 'PrivateIdentifier') return r.widen(use, 'a private field');
  const object = r.infer(node.object as Expression, scope, true);
  const key = node.computed
    ? r.infer(node.property as Expression, scope, true)
    : literal(node.property.type === 'Identifier' ? node.property.name : '');
  return accessed(object, key) ?? r.widen(use, 'a property that is not declared');
}

/** `Namespace.name`, `Enum.Member`. */
function entityMember(
  r: TypeReader,
  node: Extract<Expression, { type: 'MemberExpression' }>,
  scope: Scope,
): DeclaredType | null {
  const { object, property, computed } = node;
  if (object.type !== 'Identifier' || computed || property.type !== 'Identifier') return null;
  const entity = r.entities.ofIdentifier(scope.module, object);
  if (entity.kind === 'library' && object.name === 'Symbol') return single({ kind: 'symbol' });
  if (entity.kind === 'library') return knownConstants.has(`${object.name}.${property.name}`) ? numberType : null;
  const member =
    entity.kind === 'module' || entity.kind === 'blocks' || entity.kind === 'declared'
      ? r.entities.memberOf(entity, property.name)
      : null;
  return member === null ? null : r.valueOf(member, { node, scope });
}

const knownConstants = new Set(
  [
    'EPSILON',
    'MAX_SAFE_INTEGER',
    'MIN_SAFE_INTEGER',
    'MAX_VALUE',
    'MIN_VALUE',
    'NaN',
    'NEGATIVE_INFINITY',
    'POSITIVE_INFINITY',
  ]
    .map((name) => `Number.${name}`)
    .concat(['E', 'LN10', 'LN2', 'LOG10E', 'LOG2E', 'PI', 'SQRT1_2', 'SQRT2'].map((name) => `Math.${name}`)),
);

function callType(
  r: TypeReader,
  node: Extract<Expression, { type: 'CallExpression' | 'NewExpression' }>,
  scope: Scope,
): DeclaredType {
  const callee = node.callee as Expression;
  const use = { node, scope };
  if (isLibraryMember(r, callee, 'Math', scope)) return numberType;
  if (isLibraryMember(r, callee, 'Symbol', scope)) return single({ kind: 'symbol' });
  if (callee.type === 'Identifier') {
    const entity = r.entities.ofIdentifier(scope.module, callee);
    if (entity.kind === 'library') {
      const args = (node.typeArguments?.params ?? []).map((arg) => ({ type: r.lazy(arg, scope), label: '', key: '' }));
      if (node.type === 'NewExpression' || conversions.has(callee.name)) return r.typeOf(entity, args, use);
      return r.widen(use, 'the result of a function of the library');
    }
  }
  if (isClass(callee)) return r.widen(use, 'an instance of a class without a name');
  const known = node.type === 'CallExpression' ? libraryCall(r, callee, scope) : null;
  if (known !== null) return known;
  const [member] = r.infer(callee, scope, false).members;
  if (member?.kind !== 'function') return r.widen(use, 'the result of a function that is not known');
  const { signature } = member;
  return (node.type === 'NewExpression' ? (signature.constructed ?? signature.result) : signature.result)();
}

/** A method of the library, of a value whose type is known: `text.includes(part)`. */
function libraryCall(r: TypeReader, callee: Expression, scope: Scope): DeclaredType | null {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return null;
  const { name } = callee.property;
  const { members } = r.infer(callee.object as Expression, scope, false);
  const results = members.map((member) => libraryResult(member, name));
  const known = results.filter((result) => result !== null);
  return known.length === 0 || known.length < results.length ? null : union(known);
}

function isLibraryMember(r: TypeReader, node: Expression, name: string, scope: Scope): boolean {
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier' || node.object.name !== name) return false;
  return r.entities.ofIdentifier(scope.module, node.object).kind === 'library';
}

const conversions = new Set(['String', 'Number', 'Boolean', 'BigInt', 'Symbol', 'Array', 'Error']);

function unaryType(
  r: TypeReader,
  node: Extract<Expression, { type: 'UnaryExpression' }>,
  scope: Scope,
  constant: boolean,
): DeclaredType {
  switch (node.operator) {
    case '!':
    case 'delete':
      return booleanType;
    case 'typeof':
      return stringType;
    case 'void':
      return undefinedType;
    default: {
      const operand = r.infer(node.argument, scope, constant);
      const [member] = operand.members;
      if (member?.kind === 'literal' && node.operator === '-') {
        if (typeof member.value === 'number' || typeof member.value === 'bigint') return literal(-member.value);
      }
      return member?.kind === 'bigint' ? operand : numberType;
    }
  }
}

function binaryType(
  r: TypeReader,
  node: Extract<Expression, { type: 'BinaryExpression' }>,
  scope: Scope,
): DeclaredType {
  if (/^[=!<>]=|^[<>]$|^in$|^instanceof$/.test(node.operator)) return booleanType;
  if (node.left.type === 'PrivateIdentifier') return booleanType;
  const sides = [r.infer(node.left, scope, false), r.infer(node.right, scope, false)];
  const kinds = sides.flatMap((side) => side.members.map(({ kind }) => kind));
  if (kinds.includes('bigint')) return single({ kind: 'bigint' });
  if (node.operator === '+' && kinds.includes('string')) return stringType;
  return node.operator === '+' && kinds.some((kind) => kind !== 'number') ? anyType : numberType;
}
