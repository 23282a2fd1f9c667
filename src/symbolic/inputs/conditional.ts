import type { Node, TSConditionalType, TSTupleElement, TSType } from 'oxc-parser';
import { assignable, type Decision } from './assignable';
import {
  anyType,
  once,
  single,
  union,
  unknownType,
  withUndefined,
  type DeclaredType,
  type Lazy,
  type Member,
  type TupleType,
} from './declared-type';
import { shapeOf } from './keys';
import { keyName } from './members';
import { bind, type Scope, type TypeArgument, type TypeReader } from './reader';
import { paramParts, paramsTuple, realParams } from './signatures';
import { childrenOf } from './syntax-children';
import { variableAt } from './typed-module';

/** `A extends B ? X : Y`, where it can be decided; both branches where not. */
export function readConditional(r: TypeReader, node: TSConditionalType, scope: Scope): DeclaredType {
  const checked = r.read(node.checkType, scope);
  const parameter = nakedParameter(node.checkType, scope);
  if (parameter === null) return decide(r, node, scope, checked, true);
  const argument = scope.bound.get(parameter);
  return union(
    checked.members.map((member) => {
      const part: TypeArgument = {
        type: () => single(member),
        label: argument?.label ?? '',
        key: `member:${r.numberOf(member)}`,
      };
      return decide(r, node, bind(scope, [[parameter, part]]), single(member), argument !== undefined);
    }),
  );
}

/** A type parameter by itself: then the condition is asked of each member of a union. */
function nakedParameter(node: TSType, scope: Scope): object | null {
  if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return null;
  const declaration = variableAt(scope.module, node.typeName)?.defs[0]?.node;
  if (declaration === undefined) return null;
  const { type } = declaration as { type: string };
  return type === 'TSTypeParameter' || type === 'TSMappedType' ? declaration : null;
}

function decide(
  r: TypeReader,
  node: TSConditionalType,
  scope: Scope,
  checked: DeclaredType,
  isBound: boolean,
): DeclaredType {
  const inferred = new Map<object, DeclaredType>();
  const asked = hasInfer(node.extendsType)
    ? matchAll(r, checked, node.extendsType, scope, inferred)
    : assignable(checked, r.read(node.extendsType, scope));
  // Of a type parameter only the constraint is known: a part of it can be what the whole is not.
  const decision = asked === false && !isBound ? null : asked;
  if (decision === false) return r.read(node.falseType, scope);
  const entries = [...inferred].map(([declaration, type]): [object, TypeArgument] => {
    return [declaration, { type: () => type, label: 'inferred', key: `inferred:${r.numberOf(type)}` }];
  });
  const yes = r.read(node.trueType, bind(scope, entries));
  if (decision === true) return yes;
  r.note({ node, scope }, 'a condition on types that was not decided: either branch');
  return union([yes, r.read(node.falseType, scope)]);
}

function hasInfer(node: Node): boolean {
  return node.type === 'TSInferType' || childrenOf(node).some(hasInfer);
}

type Inferred = Map<object, DeclaredType>;

function matchAll(r: TypeReader, type: DeclaredType, pattern: TSType, scope: Scope, inferred: Inferred): Decision {
  if (pattern.type === 'TSInferType') {
    const { typeParameter } = pattern;
    const before = inferred.get(typeParameter);
    inferred.set(typeParameter, before === undefined ? type : union([before, type]));
    if (typeParameter.constraint === null) return true;
    return assignable(type, r.read(typeParameter.constraint, scope));
  }
  if (!hasInfer(pattern)) return assignable(type, r.read(pattern, scope));
  let result: Decision = true;
  for (const member of type.members) {
    const decision = match(r, member, pattern, scope, inferred);
    if (decision === false) return false;
    if (decision === null) result = null;
  }
  if (result === null || type.members.length === 0) fillMissing(pattern, inferred);
  return result;
}

/** What was not matched can be anything. */
function fillMissing(node: Node, inferred: Inferred): void {
  if (node.type === 'TSInferType' && !inferred.has(node.typeParameter)) inferred.set(node.typeParameter, unknownType);
  for (const child of childrenOf(node)) fillMissing(child, inferred);
}

function match(r: TypeReader, member: Member, pattern: TSType, scope: Scope, inferred: Inferred): Decision {
  const inner = (type: Lazy, part: TSType): Decision => matchAll(r, type(), part, scope, inferred);
  if (member.kind === 'anything') return null;
  switch (pattern.type) {
    case 'TSParenthesizedType':
      return match(r, member, pattern.typeAnnotation, scope, inferred);
    case 'TSArrayType':
      return matchElement(member, pattern.elementType, inner, false);
    case 'TSTypeOperator':
      if (pattern.operator !== 'readonly') return null;
      return match(r, asMutable(member), pattern.typeAnnotation, scope, inferred);
    case 'TSTupleType':
      return matchTuple(member, pattern.elementTypes, inner);
    case 'TSFunctionType':
    case 'TSConstructorType': {
      if (member.kind !== 'function') return false;
      return all([
        inner(member.signature.result, pattern.returnType.typeAnnotation),
        ...realParams(pattern.params).map((param, i): Decision => {
          const { annotation, rest } = paramParts(param);
          if (annotation === null || !hasInfer(annotation)) return true;
          if (rest)
            return inner(
              once(() => dropElements(paramsTuple(member.signature), i)),
              annotation,
            );
          return inner(member.signature.params()[i]?.type ?? (() => unknownType), annotation);
        }),
      ]);
    }
    case 'TSTypeLiteral': {
      const shape = shapeOf(member);
      if (shape === null) return unlike(r, member, pattern, scope);
      return all(
        pattern.members.map((part): Decision => {
          if (part.type !== 'TSPropertySignature' || part.typeAnnotation === null) return null;
          const name = keyName(r, part.key, part.computed, scope);
          const property = name === null ? undefined : shape.properties.get(name);
          return property === undefined ? part.optional : inner(property.type, part.typeAnnotation.typeAnnotation);
        }),
      );
    }
    case 'TSTypeReference':
      return matchReference(r, member, pattern, scope, inner) ?? unlike(r, member, pattern, scope);
    default:
      return unlike(r, member, pattern, scope);
  }
}

/** False where no inferred type could make a value match. */
function unlike(r: TypeReader, member: Member, pattern: TSType, scope: Scope): Decision {
  // What is inferred counts as unknown here, which says nothing of parameters.
  if (member.kind === 'function') return null;
  return assignable(single(member), r.read(pattern, scope)) === false ? false : null;
}

function all(decisions: readonly Decision[]): Decision {
  if (decisions.includes(false)) return false;
  return decisions.includes(null) ? null : true;
}

type Inner = (type: Lazy, part: TSType) => Decision;

function asMutable(member: Member): Member {
  return member.kind === 'array' || member.kind === 'tuple' ? { ...member, readonly: false } : member;
}

/** What is read-only is no mutable array, but the other way round. */
function matchElement(member: Member, element: TSType, inner: Inner, allowsReadonly: boolean): Decision {
  if (member.kind !== 'array' && member.kind !== 'tuple') return false;
  if (member.readonly && !allowsReadonly) return false;
  return inner(member.kind === 'array' ? member.element : () => elementOf(member), element);
}

function elementOf({ elements, rest }: TupleType): DeclaredType {
  const parts = elements.map(({ type, optional }) => (optional ? withUndefined(type()) : type()));
  return union(rest === null ? parts : [...parts, rest()]);
}

function matchTuple(member: Member, parts: readonly TSTupleElement[], inner: Inner): Decision {
  if (member.kind === 'array') return parts.length === 1 && parts[0]?.type === 'TSRestType' ? null : false;
  if (member.kind !== 'tuple' || member.readonly) return false;
  const restAt = parts.findIndex((part) => part.type === 'TSRestType');
  const before = restAt < 0 ? parts : parts.slice(0, restAt);
  const after = restAt < 0 ? [] : parts.slice(restAt + 1);
  const { elements, rest } = member;
  if (elements.length < before.length + after.length || (after.length > 0 && rest !== null)) return false;
  if (restAt < 0 && (elements.length > parts.length || rest !== null)) return false;
  const middle = { ...member, elements: elements.slice(before.length, elements.length - after.length) };
  const spread = parts[restAt];
  const one = (part: TSTupleElement, type: Lazy | undefined): Decision => {
    const node =
      part.type === 'TSNamedTupleMember'
        ? part.elementType
        : part.type === 'TSOptionalType'
          ? part.typeAnnotation
          : part;
    return type === undefined || node.type === 'TSRestType' || node.type === 'TSOptionalType'
      ? null
      : inner(type, node);
  };
  return all([
    ...before.map((part, i) => one(part, elements[i]?.type)),
    ...after.map((part, i) => one(part, elements[elements.length - after.length + i]?.type)),
    spread?.type === 'TSRestType' ? inner(() => single(middle), restNode(spread)) : true,
  ]);
}

function restNode(spread: Extract<TSTupleElement, { type: 'TSRestType' }>): TSType {
  const node = spread.typeAnnotation;
  return node.type === 'TSNamedTupleMember' ? (node.elementType as TSType) : node;
}

function dropElements(type: DeclaredType, count: number): DeclaredType {
  const [member] = type.members;
  if (count === 0 || member?.kind !== 'tuple') return type;
  return single({ ...member, elements: member.elements.slice(count) });
}

/** `Promise<infer T>`, `Array<infer T>`, `Box<infer T>`. */
function matchReference(
  r: TypeReader,
  member: Member,
  pattern: Extract<TSType, { type: 'TSTypeReference' }>,
  scope: Scope,
  inner: Inner,
): Decision {
  const args = pattern.typeArguments?.params ?? [];
  const { typeName } = pattern;
  const entity =
    typeName.type === 'Identifier'
      ? r.entities.ofTypeIdentifier(scope.module, typeName)
      : r.entities.ofTypeName(scope.module, typeName);
  const [first, second] = args;
  if (entity === null || first === undefined) return null;
  if (entity.kind === 'library') {
    switch (entity.name) {
      case 'Array':
      case 'ReadonlyArray':
      case 'Iterable':
      case 'ArrayLike':
        return matchElement(member, first, inner, entity.name !== 'Array');
      case 'Promise':
      case 'PromiseLike':
        return member.kind === 'promise' ? inner(member.value, first) : false;
      case 'Set':
      case 'ReadonlySet':
        return member.kind === 'set' ? inner(member.value, first) : false;
      case 'Map':
      case 'ReadonlyMap':
        if (member.kind !== 'map') return false;
        return all([inner(member.key, first), second === undefined ? true : inner(member.value, second)]);
      default:
        return null;
    }
  }
  if (member.kind !== 'object' || member.instance === null || entity.kind !== 'declared') return null;
  const { declaration, args: given } = member.instance;
  if (!entity.variable.defs.some((definition) => (definition.node as object) === declaration)) return null;
  return all(args.map((arg, i) => inner(given[i] ?? (() => anyType), arg)));
}
