import type { Class, ClassElement, Expression } from 'oxc-parser';
import type { ClassReference } from '../input-type';
import {
  anyType,
  emptyShape,
  once,
  single,
  stringType,
  type DeclaredType,
  type Lazy,
  type Property,
  type Shape,
  type Signature,
} from './declared-type';
import { assignedFields, type AssignedFields } from './assigned-fields';
import { docFieldType } from './doc-fields';
import { annotated, extendShape, field, functionOf, keyName, propertyOf } from './members';
import { argumentOf } from './labels';
import { noteOpenFields } from './open-fields';
import { shapeOf } from './keys';
import { paramParts } from './signatures';
import type { FunctionLike, Scope, TypeReader } from './reader';
import { patternType } from './patterns';

/** What an instance of a class holds: fields of its own and inherited ones, methods and accessors from its prototype. */
export function classShape(r: TypeReader, node: Class, scope: Scope): Shape {
  return extendShape(inheritedShape(r, node, scope), ownShape(r, node, scope));
}

/** A class that runs, by its module and number; null for `declare class`. */
export function classReference(node: Class, scope: Scope): ClassReference | null {
  const { ir, host } = scope.module;
  const found =
    host === null ? ir.classes.find(({ start, end }) => start === node.start && end === node.end) : undefined;
  return found === undefined ? null : { path: ir.path, index: found.index };
}

function inheritedShape(r: TypeReader, node: Class, scope: Scope): Shape {
  const parent = superType(r, node, scope);
  if (parent === null) return emptyShape;
  const [member] = parent.members;
  if (member?.kind === 'error') return { ...emptyShape, properties: new Map([['message', field(() => stringType)]]) };
  const shape = member === undefined ? null : shapeOf(member);
  const isKept = member !== undefined && keptByLanguage.has(member.kind);
  const reason = isKept ? heldByLanguage : 'fields of a superclass that is not known';
  if (shape === null) r.narrow({ node: node.superClass ?? node, scope }, reason);
  return shape ?? emptyShape;
}

const keptByLanguage: ReadonlySet<string> = new Set([
  'array',
  'tuple',
  'map',
  'set',
  'date',
  'regexp',
  'binary',
  'promise',
]);

/** Of `class Names extends Map`, instances are tried as they are when nothing was put into them. */
export const heldByLanguage = 'what instances of its subclasses hold is not tried';

export function superType(r: TypeReader, node: Class, scope: Scope): DeclaredType | null {
  const { superClass, superTypeArguments } = node;
  if (superClass === null) return null;
  const use = { node: superClass, scope };
  const args = (superTypeArguments?.params ?? []).map((arg) => argumentOf(arg, scope, r.lazy(arg, scope)));
  const entity = entityOf(r, superClass, scope);
  return entity === null ? r.widen(use, 'a superclass that is computed') : r.typeOf(entity, args, use);
}

/** What the expression after `extends` names; null where it is computed. */
export function entityOf(
  r: TypeReader,
  node: Expression,
  scope: Scope,
): ReturnType<TypeReader['entities']['memberOf']> {
  if (node.type === 'Identifier') return r.entities.ofIdentifier(scope.module, node);
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return null;
  const object = entityOf(r, node.object as Expression, scope);
  return object === null ? null : r.entities.memberOf(object, node.property.name);
}

function ownShape(r: TypeReader, node: Class, scope: Scope): Shape {
  const properties = new Map<string, Property>();
  const runs = classReference(node, scope) !== null;
  let index: Lazy | null = null;
  const constructor = constructorOf(node);
  const assigned = assignedFields(r, node, constructor, scope);
  for (const [name, type] of assigned.first) properties.set(name, field(type));
  for (const element of node.body.body) {
    if (element.type === 'TSIndexSignature') {
      if (!element.static) index = annotated(r, element.typeAnnotation, scope);
    } else if (element.type !== 'StaticBlock' && !element.static) {
      addElement(r, element, scope, runs, assigned, properties);
    }
  }
  for (const param of constructor?.params ?? []) {
    if (param.type !== 'TSParameterProperty') continue;
    const { place, annotation, initial, optional } = paramParts(param);
    if (place.type !== 'Identifier') continue;
    const type = annotation === null ? once(() => patternType(r, place, initial, scope)) : r.lazy(annotation, scope);
    // With a default value the field always holds one.
    properties.set(place.name, field(type, { optional: optional && initial === null, readonly: param.readonly }));
  }
  noteOpenFields(r, node, scope);
  return { properties, index, numberIndex: null };
}

type Element = Exclude<ClassElement, { type: 'TSIndexSignature' | 'StaticBlock' }>;

function addElement(
  r: TypeReader,
  element: Element,
  scope: Scope,
  runs: boolean,
  assigned: AssignedFields,
  properties: Map<string, Property>,
): void {
  if (element.key.type === 'PrivateIdentifier') return;
  const name = keyName(r, element.key, element.computed, scope);
  if (name === null || name === 'constructor') return;
  switch (element.type) {
    case 'PropertyDefinition':
    case 'AccessorProperty':
    case 'TSAbstractPropertyDefinition':
    case 'TSAbstractAccessorProperty': {
      const value = element.value ?? null;
      const type = value === null ? properties.get(name)?.type : assigned.startingWith(element.key, name, value);
      properties.set(name, fieldOf(r, element, type ?? null, scope));
      return;
    }
    case 'MethodDefinition':
    case 'TSAbstractMethodDefinition': {
      // Of a class that does not run here, and of what a subclass must supply, instances bring their own.
      const inherited = runs && element.type === 'MethodDefinition';
      if (element.kind === 'get') {
        properties.set(name, field(r.signature(element.value, scope).result, { readonly: true, inherited }));
      } else if (element.kind === 'set') {
        const before = properties.get(name);
        const signature = r.signature(element.value, scope);
        const type = before?.type ?? once(() => signature.params()[0]?.type() ?? anyType);
        properties.set(name, field(type, { inherited }));
      } else if (element.kind === 'method') {
        const signature = r.signature(element.value, scope);
        const type = once(() => single(functionOf(signature)));
        properties.set(name, field(type, { inherited, optional: element.optional === true }));
      }
    }
  }
}

type FieldElement = Extract<Element, { value: Expression | null }>;

type DeclaredField = Extract<Element, { type: `${string}PropertyDefinition` | `${string}AccessorProperty` }>;

/** A field as it is declared; `assigned` is what its class puts there, first of all. */
export function fieldOf(r: TypeReader, element: DeclaredField, assigned: Lazy | null, scope: Scope): Property {
  const typed = element.typeAnnotation !== null && element.typeAnnotation !== undefined;
  const declared = typed ? propertyOf(r, element, scope) : null;
  const type = declared?.type ?? untypedField(r, element, assigned, scope);
  const modifiers = { optional: element.optional === true, readonly: element.readonly === true };
  return field(type, { ...modifiers, unit: declared?.unit ?? false });
}

/** By its doc comment, or what its class assigns. */
function untypedField(r: TypeReader, element: Element, assigned: Lazy | null, scope: Scope): Lazy {
  const documented = docFieldType(r, element, scope);
  if (documented !== null) return documented;
  const value = (element as FieldElement).value ?? null;
  if (value !== null && 'readonly' in element && element.readonly === true) {
    return once(() => r.infer(value, scope, isScalar(value)));
  }
  return assigned ?? (() => anyType);
}

/** A read-only field keeps the value of its literal. */
function isScalar(node: Expression): boolean {
  return node.type === 'Literal' || node.type === 'UnaryExpression' || node.type === 'TemplateLiteral';
}

export function constructorOf(node: Class): FunctionLike | null {
  for (const element of node.body.body) {
    if (element.type !== 'MethodDefinition' || element.kind !== 'constructor') continue;
    if (element.value.type === 'FunctionExpression') return element.value;
  }
  return null;
}

/** What `new` takes: the own constructor's parameters, or the inherited one's; null where they are not known. */
export function constructorSignature(r: TypeReader, node: Class, scope: Scope, instance: Lazy): Signature | null {
  const own = constructorOf(node);
  if (own !== null) return { ...r.signature(own, scope), result: instance, constructed: instance };
  const { superClass } = node;
  if (superClass === null) return { params: () => [], result: instance, constructed: instance };
  const [member] = r.infer(superClass, scope, false).members;
  return member?.kind === 'function' ? { ...member.signature, result: instance, constructed: instance } : null;
}
