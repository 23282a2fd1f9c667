import type { ArrayExpression, BindingIdentifier, CallExpression, Node } from 'oxc-parser';
import { literal, type DeclaredType, type Signature } from './declared-type';
import { docFieldType } from './doc-fields';
import type { FunctionDoc } from './function-doc';
import { accessed, numberType } from './keys';
import { isConst } from './infer';
import { keyName } from './members';
import type { FunctionLike, Scope, TypeReader } from './reader';

/** The signature that a function without types gets from where it stands: `const f: Handler = (event) => …`. */
export function contextualSignature(
  r: TypeReader,
  origin: FunctionLike,
  scope: Scope,
  doc: FunctionDoc,
): Signature | null {
  if (origin.type !== 'FunctionExpression' && origin.type !== 'ArrowFunctionExpression') return null;
  const expected = doc.tagged(r, 'type', scope) ?? expectedType(r, doc.path, doc.path.length - 1, scope);
  return expected === null ? null : signatureOf(expected);
}

function signatureOf({ members }: DeclaredType): Signature | null {
  const callable = members.filter((member) => member.kind === 'function');
  return callable.length === 1 ? (callable[0]?.signature ?? null) : null;
}

/** The declared type of the place that holds a node of the path. */
function expectedType(r: TypeReader, path: readonly Node[], at: number, scope: Scope): DeclaredType | null {
  const node = path[at];
  const parent = path[at - 1];
  if (node === undefined || parent === undefined) return null;
  switch (parent.type) {
    case 'VariableDeclarator': {
      const annotation = parent.id.type === 'Identifier' ? (parent.id.typeAnnotation ?? null) : null;
      if (annotation !== null) return r.read(annotation.typeAnnotation, scope);
      const statement = path[at - 2];
      return (statement === undefined ? null : docFieldType(r, statement, scope))?.() ?? null;
    }
    case 'PropertyDefinition':
      if ((parent.typeAnnotation ?? null) === null) return docFieldType(r, parent, scope)?.() ?? null;
      return parent.typeAnnotation ? r.read(parent.typeAnnotation.typeAnnotation, scope) : null;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      if (isConst(parent.typeAnnotation)) return expectedType(r, path, at - 1, scope);
      return parent.expression === node ? r.read(parent.typeAnnotation, scope) : null;
    case 'Property': {
      const name = parent.value === node ? keyName(r, parent.key, parent.computed, scope) : null;
      const object = name === null ? null : expectedType(r, path, at - 2, scope);
      return name === null || object === null ? null : accessed(object, literal(name));
    }
    case 'ArrayExpression': {
      const list = expectedType(r, path, at - 1, scope);
      return list === null ? null : accessed(present(list), elementKey(parent, node));
    }
    case 'ReturnStatement': {
      const fn = path.slice(0, at).findLast((outer) => /Function/.test(outer.type));
      const annotation = fn !== undefined && 'returnType' in fn ? (fn.returnType ?? null) : null;
      return annotation === null ? null : r.read(annotation.typeAnnotation, scope);
    }
    case 'ArrowFunctionExpression':
      return parent.body === node && parent.returnType ? r.read(parent.returnType.typeAnnotation, scope) : null;
    case 'CallExpression':
      return argumentType(r, parent, path.slice(0, at), node, scope);
    default:
      return null;
  }
}

/** What a function asks for whose type is declared: `source.on('data', (event) => …)`. */
function argumentType(
  r: TypeReader,
  { callee, arguments: args }: CallExpression,
  around: readonly Node[],
  node: Node,
  scope: Scope,
): DeclaredType | null {
  const index = args.findIndex((arg) => arg === node);
  const called = index < 0 || args.slice(0, index).some(({ type }) => type === 'SpreadElement') ? null : callee;
  const type = called === null ? null : declaredType(r, called, around, scope);
  const params = type === null ? [] : (signatureOf(type)?.params() ?? []);
  const param = params[index] ?? params.findLast(({ rest }) => rest);
  if (param === undefined) return null;
  return param.rest ? accessed(param.type(), numberType) : param.type();
}

/** In a tuple each place has a type of its own. */
function elementKey({ elements }: ArrayExpression, node: Node): DeclaredType {
  const index = elements.findIndex((element) => element === node);
  const isPlaced = elements.slice(0, index).every((element) => element?.type !== 'SpreadElement');
  return index >= 0 && isPlaced ? literal(index) : numberType;
}

/** The type of a parameter of a function around, of `this`, of functions that are declared, and of what they have. */
function declaredType(r: TypeReader, node: Node, around: readonly Node[], scope: Scope): DeclaredType | null {
  switch (node.type) {
    case 'ThisExpression':
      return scope.self?.() ?? null;
    case 'Identifier': {
      const holder = around.findLast((outer) => paramOf(outer, node.name) !== null);
      if (holder === undefined) return declaredValue(r, node, scope);
      const annotation = paramOf(holder, node.name)?.typeAnnotation ?? null;
      return annotation === null ? null : r.read(annotation.typeAnnotation, scope);
    }
    case 'MemberExpression': {
      if (node.computed || node.property.type !== 'Identifier') return null;
      const object = declaredType(r, node.object, around, scope);
      return object === null ? null : accessed(present(object), literal(node.property.name));
    }
    default:
      return null;
  }
}

/** What JavaScript declares has no types to keep callers to. */
function declaredValue(r: TypeReader, node: Node & { readonly name: string }, scope: Scope): DeclaredType | null {
  const entity = scope.module.isJavaScript ? null : r.entities.ofIdentifier(scope.module, node);
  const isOfProgram = entity?.kind === 'declared' || entity?.kind === 'node';
  return isOfProgram ? r.valueOf(entity, { node, scope }) : null;
}

function paramOf(node: Node, name: string): BindingIdentifier | null {
  if (!/Function/.test(node.type) || !('params' in node) || !Array.isArray(node.params)) return null;
  const params = node.params as readonly Node[];
  return params.find((param): param is BindingIdentifier => param.type === 'Identifier' && param.name === name) ?? null;
}

/** Without what has no properties. */
function present({ members }: DeclaredType): DeclaredType {
  return { members: members.filter(({ kind }) => kind !== 'undefined' && kind !== 'null') };
}
