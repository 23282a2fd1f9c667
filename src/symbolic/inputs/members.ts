import type { Node, PropertyKey, TSSignature, TSType } from 'oxc-parser';
import {
  anyType,
  once,
  type FunctionType,
  type Lazy,
  type Property,
  type Shape,
  type Signature,
} from './declared-type';
import { mergeShapes } from './intersect';
import type { Scope, TypeReader } from './reader';

/** Members of an interface or a type literal. */
export function shapeOfMembers(r: TypeReader, members: readonly TSSignature[], scope: Scope): Shape {
  const properties = new Map<string, Property>();
  let index: Lazy | null = null;
  let numberIndex: Lazy | null = null;
  for (const member of members) {
    switch (member.type) {
      case 'TSPropertySignature': {
        const name = keyName(r, member.key, member.computed, scope);
        if (name === null) noteSymbol(r, member, scope);
        else properties.set(name, propertyOf(r, member, scope));
        break;
      }
      case 'TSMethodSignature': {
        const name = keyName(r, member.key, member.computed, scope);
        if (name === null) noteSymbol(r, member, scope);
        else if (member.kind === 'method') {
          const signature = r.signature(member, scope);
          properties.set(
            name,
            field(() => ({ members: [functionOf(signature)] }), { optional: member.optional }),
          );
        } else if (member.kind === 'get' || !properties.has(name)) {
          const type = member.kind === 'get' ? annotated(r, member.returnType, scope) : setterType(r, member, scope);
          properties.set(name, field(type, { readonly: member.kind === 'get' }));
        }
        break;
      }
      case 'TSIndexSignature': {
        const key = member.parameters[0]?.typeAnnotation.typeAnnotation;
        const type = annotated(r, member.typeAnnotation, scope);
        if (key?.type === 'TSNumberKeyword') numberIndex = type;
        else if (key?.type === 'TSSymbolKeyword') noteSymbol(r, member, scope);
        else index = type;
        break;
      }
      case 'TSCallSignatureDeclaration':
      case 'TSConstructSignatureDeclaration':
    }
  }
  return { properties, index, numberIndex };
}

function noteSymbol(r: TypeReader, member: Node, scope: Scope): void {
  r.narrow({ node: member, scope }, 'members under symbols are left out');
}

/** The last overload, as for calls through a type; null for what cannot be called. */
export function callSignatureOf(r: TypeReader, members: readonly TSSignature[], scope: Scope): Signature | null {
  const calls = members.filter((m) => m.type === 'TSCallSignatureDeclaration');
  const constructs = members.filter((m) => m.type === 'TSConstructSignatureDeclaration');
  const last = calls.at(-1) ?? constructs.at(-1);
  return last === undefined ? null : r.signature(last, scope);
}

export function functionOf(signature: Signature, properties: (() => Shape) | null = null): FunctionType {
  return { kind: 'function', signature, properties };
}

type Modifiers = Partial<Omit<Property, 'type'>>;

export function field(type: Lazy, modifiers: Modifiers = {}): Property {
  return { type, optional: false, readonly: false, inherited: false, unit: false, ...modifiers };
}

interface TypedField {
  readonly typeAnnotation?: { readonly typeAnnotation: TSType } | null;
  readonly optional?: boolean;
  readonly readonly?: boolean;
}

export function propertyOf(r: TypeReader, node: TypedField, scope: Scope): Property {
  const annotation = node.typeAnnotation ?? null;
  return field(annotated(r, annotation, scope), {
    optional: node.optional === true,
    readonly: node.readonly === true,
    unit: annotation !== null && isUnit(annotation.typeAnnotation),
  });
}

/** Without an annotation, a member is `any`. */
export function annotated(r: TypeReader, annotation: { readonly typeAnnotation: TSType } | null, scope: Scope): Lazy {
  return annotation === null ? () => anyType : r.lazy(annotation.typeAnnotation, scope);
}

function setterType(r: TypeReader, node: Extract<TSSignature, { type: 'TSMethodSignature' }>, scope: Scope): Lazy {
  const signature = r.signature(node, scope);
  return once(() => signature.params()[0]?.type() ?? anyType);
}

/** Written with literals alone, without a name that would have to be followed. */
function isUnit(node: TSType): boolean {
  switch (node.type) {
    case 'TSLiteralType':
    case 'TSNullKeyword':
    case 'TSUndefinedKeyword':
      return true;
    case 'TSUnionType':
      return node.types.every(isUnit);
    case 'TSTypeReference':
      // A member of an enum.
      return node.typeName.type === 'TSQualifiedName';
    default:
      return false;
  }
}

/** Null for symbols and for keys that are not known. */
export function keyName(r: TypeReader, key: PropertyKey, computed: boolean, scope: Scope): string | null {
  if (!computed && key.type === 'Identifier') return key.name;
  if (key.type === 'Literal') return typeof key.value === 'object' ? null : String(key.value);
  if (!computed || key.type === 'PrivateIdentifier' || !isName(key)) return null;
  if (isSymbolMember(key)) return null;
  const [member, ...others] = r.infer(key, scope, true).members;
  return member?.kind === 'literal' && others.length === 0 ? String(member.value) : null;
}

function isName(node: Node): boolean {
  return node.type === 'Identifier' || (node.type === 'MemberExpression' && isName(node.object));
}

function isSymbolMember(node: Node): boolean {
  return node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === 'Symbol';
}

/** Inherited members give way to own ones. */
export function extendShape(inherited: Shape, own: Shape): Shape {
  const properties = new Map(inherited.properties);
  for (const [name, property] of own.properties) properties.set(name, property);
  return {
    properties,
    index: own.index ?? inherited.index,
    numberIndex: own.numberIndex ?? inherited.numberIndex,
  };
}

/** Several declarations of one interface. */
export function mergeDeclared(shapes: readonly Shape[]): Shape {
  return shapes.reduce((all, shape) => mergeShapes(all, shape));
}
