import type { TSTupleElement, TSTupleType, TSType, TSTypeLiteral, TemplateElement } from 'oxc-parser';
import { anyDouble } from '#smt/term';
import { readConditional } from './conditional';
import {
  anyType,
  arrayOf,
  booleanType,
  literal,
  never,
  once,
  single,
  stringType,
  undefinedType,
  voidType,
  union,
  unknownType,
  type DeclaredType,
  type Lazy,
  type TuplePart,
} from './declared-type';
import { partsOf } from './assignable';
import { enumMemberType } from './enums';
import { intersectAll } from './intersect';
import { accessed, keysOf, propertyKeyType } from './keys';
import { argumentOf, labelOf } from './labels';
import { readMapped } from './mapped';
import { callSignatureOf, functionOf, shapeOfMembers } from './members';
import { readResult } from './signatures';
import { isOpenParameter } from './type-parameters';
import { readTypeQuery } from './type-query';
import type { Scope, TypeReader } from './reader';

/** A type of the source, down to its outermost form. */
export function readType(r: TypeReader, node: TSType, scope: Scope): DeclaredType {
  const use = { node, scope };
  switch (node.type) {
    case 'TSAnyKeyword':
    case 'TSJSDocUnknownType':
      return anyType;
    case 'TSUnknownKeyword':
      return unknownType;
    case 'TSNeverKeyword':
      return never;
    case 'TSUndefinedKeyword':
      return undefinedType;
    case 'TSVoidKeyword':
      return voidType;
    case 'TSNullKeyword':
      return single({ kind: 'null' });
    case 'TSBooleanKeyword':
      return booleanType;
    case 'TSNumberKeyword':
      return single({ kind: 'number', domain: anyDouble });
    case 'TSStringKeyword':
      return stringType;
    case 'TSBigIntKeyword':
      return single({ kind: 'bigint' });
    case 'TSSymbolKeyword':
      return single({ kind: 'symbol' });
    case 'TSObjectKeyword':
      return single({ kind: 'not-primitive' });
    case 'TSThisType':
      return scope.self?.() ?? r.widen(use, '`this` outside of a class or interface');
    case 'TSParenthesizedType':
    case 'TSJSDocNonNullableType':
      return r.read(node.typeAnnotation, scope);
    case 'TSJSDocNullableType':
      return union([r.read(node.typeAnnotation, scope), single({ kind: 'null' })]);
    case 'TSArrayType':
      return arrayOf(r.lazy(node.elementType, scope));
    case 'TSTupleType':
      return readTuple(r, node, scope);
    case 'TSUnionType':
      return union(node.types.map((type) => r.read(type, scope)));
    case 'TSIntersectionType':
      return intersectAll(
        node.types.map((type) => r.read(type, scope)),
        () => r.narrow(use, 'a combination with properties that an input of its kind does not have'),
      );
    case 'TSLiteralType':
      return literalOf(r, node.literal, scope);
    case 'TSTemplateLiteralType':
      return templateType(r, node.quasis, node.types, scope) ?? noted(r, node, scope, takenForAnyString, stringType);
    case 'TSTypeLiteral':
      return typeLiteral(r, node, scope);
    case 'TSFunctionType':
    case 'TSConstructorType':
      return single(functionOf(r.signature(node, scope)));
    case 'TSTypePredicate':
      return readResult(r, node, scope);
    case 'TSTypeOperator': {
      const { typeAnnotation } = node;
      if (node.operator === 'keyof') {
        return isOpenParameter(typeAnnotation, scope) ? propertyKeyType : keysOf(r.read(typeAnnotation, scope));
      }
      if (node.operator === 'unique') return single({ kind: 'symbol' });
      return asReadonly(r.read(typeAnnotation, scope));
    }
    case 'TSIndexedAccessType': {
      const object = r.read(node.objectType, scope);
      const key = r.read(node.indexType, scope);
      return accessed(object, key) ?? r.widen(use, 'a property that is not declared');
    }
    case 'TSMappedType':
      return readMapped(r, node, scope);
    case 'TSConditionalType':
      return readConditional(r, node, scope);
    case 'TSInferType':
      return node.typeParameter.constraint === null ? unknownType : r.read(node.typeParameter.constraint, scope);
    case 'TSTypeReference':
      return readReference(r, node, scope);
    case 'TSTypeQuery':
      return readTypeQuery(r, node, scope);
    case 'TSImportType': {
      const entity = r.entities.ofImport(scope.module, node.source.value, node.qualifier);
      const args = (node.typeArguments?.params ?? []).map((arg) => argumentOf(arg, scope, r.lazy(arg, scope)));
      return entity === null ? r.widen(use, 'a name that its module does not export') : r.typeOf(entity, args, use);
    }
    case 'TSNamedTupleMember':
      return isPlainElement(node.elementType) ? r.read(node.elementType, scope) : r.widen(use, 'a part of a tuple');
    case 'TSIntrinsicKeyword':
      return r.widen(use, 'built into the compiler');
  }
}

function noted(r: TypeReader, node: TSType, scope: Scope, reason: string, type: DeclaredType): DeclaredType {
  r.note({ node, scope }, reason);
  return type;
}

function readReference(r: TypeReader, node: Extract<TSType, { type: 'TSTypeReference' }>, scope: Scope): DeclaredType {
  const use = { node, scope };
  const { typeName } = node;
  if (typeName.type === 'TSQualifiedName') {
    const left = r.entities.ofTypeName(scope.module, typeName.left);
    const member = left === null ? null : enumMemberType(r, left, typeName.right.name, use);
    if (member !== null) return member;
  }
  const args = (node.typeArguments?.params ?? []).map((arg) => argumentOf(arg, scope, r.lazy(arg, scope)));
  const entity =
    typeName.type === 'Identifier'
      ? r.entities.ofTypeIdentifier(scope.module, typeName)
      : r.entities.ofTypeName(scope.module, typeName);
  return entity === null ? r.widen(use, 'a name that is not declared') : r.typeOf(entity, args, use);
}

function literalOf(
  r: TypeReader,
  node: Extract<TSType, { type: 'TSLiteralType' }>['literal'],
  scope: Scope,
): DeclaredType {
  switch (node.type) {
    case 'Literal':
      return node.value === null ? single({ kind: 'null' }) : literal(node.value);
    default:
      return r.infer(node, scope, true);
  }
}

function typeLiteral(r: TypeReader, node: TSTypeLiteral, scope: Scope): DeclaredType {
  if (node.members.length === 0) return single({ kind: 'not-nullish' });
  const self: Lazy = () => type;
  const inner = { ...scope, self: scope.self ?? self };
  const shape = once(() => shapeOfMembers(r, node.members, inner));
  const signature = callSignatureOf(r, node.members, inner);
  const type: DeclaredType =
    signature !== null
      ? single(functionOf(signature, shape))
      : single({ kind: 'object', name: labelOf(node, scope), shape, class: null, instance: null });
  return type;
}

export function asReadonly(type: DeclaredType): DeclaredType {
  return {
    members: type.members.map((member) =>
      member.kind === 'array' || member.kind === 'tuple' ? { ...member, readonly: true } : member,
    ),
  };
}

function isPlainElement(node: TSTupleElement): node is TSType {
  return node.type !== 'TSRestType' && node.type !== 'TSOptionalType';
}

function readTuple(r: TypeReader, node: TSTupleType, scope: Scope): DeclaredType {
  const elements: TuplePart[] = [];
  let rest: Lazy | null = null;
  let isList = false;
  const add = (part: TuplePart): void => {
    // What follows a rest has no fixed place.
    if (rest !== null) isList = true;
    elements.push(part);
  };
  for (const element of node.elementTypes) {
    const { type, optional, spread } = tuplePart(element);
    if (type === null) return r.widen({ node, scope }, 'a part of a tuple');
    if (!spread) {
      add({ type: r.lazy(type, scope), optional });
      continue;
    }
    const [member, ...others] = r.read(type, scope).members;
    if (member?.kind === 'tuple' && others.length === 0) {
      for (const part of member.elements) add(part);
      rest = member.rest ?? rest;
    } else if (member?.kind === 'array' && others.length === 0) {
      rest = eitherElement(rest, member.element);
    } else {
      rest = () => anyType;
      r.note({ node, scope }, 'a tuple that is spread from something that is not known');
    }
  }
  if (!isList) return single({ kind: 'tuple', elements, rest, readonly: false });
  r.note({ node, scope }, 'elements after a rest: taken for an array');
  const tuple = { kind: 'tuple', elements, rest, readonly: false } as const;
  return arrayOf(once(() => union(partsOf(tuple))));
}

function eitherElement(before: Lazy | null, element: Lazy): Lazy {
  return before === null ? element : once(() => union([before(), element()]));
}

interface WrittenPart {
  readonly type: TSType | null;
  readonly optional: boolean;
  readonly spread: boolean;
}

function tuplePart(node: TSTupleElement): WrittenPart {
  switch (node.type) {
    case 'TSRestType':
      return { ...tuplePart(node.typeAnnotation), spread: true };
    case 'TSOptionalType':
      return { type: node.typeAnnotation, optional: true, spread: false };
    case 'TSNamedTupleMember': {
      const inner = tuplePart(node.elementType);
      return { ...inner, optional: node.optional || inner.optional };
    }
    default:
      return { type: node, optional: false, spread: false };
  }
}

const maxTemplates = 200;

/** Of a template type: texts that it does not admit are handed in as well. */
export const takenForAnyString = 'taken for any string';

/** All strings of a template over literals; null where they are too many or not known one by one. */
function templateType(
  r: TypeReader,
  quasis: readonly TemplateElement[],
  types: readonly TSType[],
  scope: Scope,
): DeclaredType | null {
  let texts = [quasis[0]?.value.cooked ?? ''];
  for (const [i, node] of types.entries()) {
    const { members } = r.read(node, scope);
    const tail = quasis[i + 1]?.value.cooked ?? '';
    const parts: string[] = [];
    for (const member of members) {
      if (member.kind === 'literal') parts.push(String(member.value));
      else if (member.kind === 'undefined' || member.kind === 'null') parts.push(member.kind);
      else return null;
    }
    if (texts.length * parts.length > maxTemplates) return null;
    texts = texts.flatMap((text) => parts.map((part) => text + part + tail));
  }
  return union(texts.map((text) => literal(text)));
}
