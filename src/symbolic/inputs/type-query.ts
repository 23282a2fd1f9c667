import type { Expression, Node, TSTypeQuery } from 'oxc-parser';
import { constructorSignature } from './classes';
import { isClass } from './declared-names';
import {
  anyType,
  arrayOf,
  functionReturning,
  literal,
  once,
  single,
  stringType,
  withUndefined,
  type DeclaredType,
  type Lazy,
  type Property,
} from './declared-type';
import { docFieldType } from './doc-fields';
import type { Entity } from './entities';
import { docOfFunction } from './function-doc';
import { enumMemberType, enumValues } from './enums';
import { accessed, numberType } from './keys';
import { field, functionOf } from './members';
import { declaredParamType, paramParts } from './signatures';
import { scopeOf, type Scope, type TypeReader, type Use } from './reader';
import { declarationsOf, type TypedModule } from './typed-module';

/** `typeof name` */
export function readTypeQuery(r: TypeReader, node: TSTypeQuery, scope: Scope): DeclaredType {
  const { exprName } = node;
  const use = { node, scope };
  if (exprName.type === 'TSImportType') {
    const entity = r.entities.ofImport(scope.module, exprName.source.value, exprName.qualifier);
    return entity === null ? r.widen(use, 'a name that its module does not export') : r.valueOf(entity, use);
  }
  return queried(r, exprName, scope, use);
}

function queried(
  r: TypeReader,
  name: Exclude<TSTypeQuery['exprName'], { type: 'TSImportType' }>,
  scope: Scope,
  use: Use,
): DeclaredType {
  if (name.type === 'ThisExpression') return scope.self?.() ?? r.widen(use, '`this` without a known type');
  const entity = r.entities.ofTypeName(scope.module, name);
  if (name.type === 'Identifier')
    return entity === null ? r.widen(use, 'a name that is not declared') : r.valueOf(entity, use);
  const left = r.entities.ofTypeName(scope.module, name.left);
  const member = left === null ? null : enumMemberType(r, left, name.right.name, use);
  if (member !== null) return member;
  if (entity !== null && entity.kind !== 'library') return r.valueOf(entity, use);
  const object = queried(r, name.left, scope, use);
  return accessed(object, literal(name.right.name)) ?? r.widen(use, 'a property that is not declared');
}

/** The type of what a name holds as a value. */
export function valueType(r: TypeReader, entity: Entity, use: Use): DeclaredType {
  switch (entity.kind) {
    case 'declared':
      return declaredValue(r, entity.module, entity, use);
    case 'node':
      return nodeValue(r, entity.module, entity.node, use);
    case 'module':
    case 'blocks':
      return r.widen(use, 'a whole module as a value');
    case 'typedef':
      return r.widen(use, 'a type is used as a value');
    case 'outside':
      return r.widen(use, `declared in '${entity.source}', outside of the program`);
    case 'library':
      return libraryValue(r, entity, use);
  }
}

/** Constructors of errors are what classes extend. */
function libraryValue(r: TypeReader, entity: Extract<Entity, { kind: 'library' }>, use: Use): DeclaredType {
  if (!/^(?:[A-Z][a-z]+)?Error$/.test(entity.name)) return r.widen(use, 'a value of the library');
  const instance: Lazy = once(() => r.typeOf(entity, [], use));
  const message = { name: 'message', type: () => stringType, optional: true, rest: false };
  return single(functionOf({ params: () => [message], result: instance, constructed: instance }));
}

function nodeValue(r: TypeReader, module: TypedModule, node: Node, use: Use): DeclaredType {
  if (isClass(node)) return classValue(r, { kind: 'node', module, node }, node, use);
  if (node.type === 'FunctionDeclaration' || node.type === 'TSDeclareFunction') {
    return single(functionOf(r.signature(node, scopeOf(module))));
  }
  return r.infer(node as Expression, scopeOf(module), false);
}

function declaredValue(
  r: TypeReader,
  module: TypedModule,
  entity: Extract<Entity, { kind: 'declared' }>,
  use: Use,
): DeclaredType {
  const scope = scopeOf(module);
  const nodes = declarationsOf(entity.variable);
  const functions = nodes.flatMap((node) =>
    node.type === 'FunctionDeclaration' || node.type === 'TSDeclareFunction' ? [node] : [],
  );
  const chosen = functions.findLast((node) => node.body === null) ?? functions.at(-1);
  if (chosen !== undefined) return single(functionOf(r.signature(chosen, scope)));
  for (const node of nodes) {
    if (isClass(node)) return classValue(r, entity, node, use);
    switch (node.type) {
      case 'VariableDeclarator': {
        const [definition] = entity.variable.defs;
        const isConstant = (definition?.parent as { kind?: string } | null | undefined)?.kind === 'const';
        return variableValue(r, node, scope, entity.variable.name, isConstant, use);
      }
      case 'TSEnumDeclaration': {
        const parts = nodes.filter((other) => other.type === 'TSEnumDeclaration');
        return enumObject(r, module, parts, entity.variable.name);
      }
      case 'TSEnumMember':
        return numberType;
      default:
    }
    const param =
      'params' in node && Array.isArray(node.params) ? paramNamed(node as never, entity.variable.name) : null;
    if (param !== null) return paramValue(r, module, node, param, use);
  }
  return r.widen(use, 'a value whose type is not declared');
}

/** A parameter that another place names: by its annotation, by what the comment of its function says, or by its default value. */
function paramValue(r: TypeReader, module: TypedModule, fn: Node, param: Params, use: Use): DeclaredType {
  const parts = paramParts(param);
  const { place, annotation, initial } = parts;
  const documented =
    annotation === null && module.isJavaScript && place.type === 'Identifier'
      ? docOfFunction(module, fn).param(r, place.name, -1, true, use.scope)
      : null;
  if (documented === null) return declaredParamType(r, parts, use.scope);
  const type = documented.rest ? arrayOf(() => documented.type) : documented.type;
  return documented.optional && initial === null ? withUndefined(type) : type;
}

type Params = Parameters<typeof paramParts>[0];

function paramNamed(fn: { readonly params: readonly Params[] }, name: string): Params | null {
  return (
    fn.params.find((param) => {
      const { place } = paramParts(param);
      return place.type === 'Identifier' && place.name === name;
    }) ?? null
  );
}

function variableValue(
  r: TypeReader,
  node: Extract<Node, { type: 'VariableDeclarator' }>,
  scope: Scope,
  name: string,
  isConstant: boolean,
  use: Use,
): DeclaredType {
  const { id, init } = node;
  if (id.type !== 'Identifier' || id.name !== name)
    return r.widen(use, 'a variable that is taken out of another value');
  const annotation = id.typeAnnotation ?? null;
  if (annotation !== null) return r.read(annotation.typeAnnotation, scope);
  const documented = docFieldType(r, node, scope);
  if (documented !== null) return documented();
  if (init === null) return anyType;
  const isScalar = init.type === 'Literal' || init.type === 'UnaryExpression' || init.type === 'TemplateLiteral';
  const type = r.guarded(node, () => r.infer(init, scope, isConstant && isScalar));
  return type ?? r.widen(use, 'a value whose type needs itself');
}

/** A class as a value: something that makes instances. */
function classValue(
  r: TypeReader,
  entity: Entity,
  node: Parameters<typeof constructorSignature>[1],
  use: Use,
): DeclaredType {
  const module = entity.kind === 'declared' || entity.kind === 'node' ? entity.module : use.scope.module;
  const scope = scopeOf(module);
  const instance: Lazy = once(() => r.typeOf(entity, [], use));
  const signature = constructorSignature(r, node, scope, instance);
  const made = signature ?? { ...functionReturning(instance).signature, constructed: instance };
  const statics = once(() => ({ properties: staticProperties(r, node, scope), index: null, numberIndex: null }));
  return single(functionOf(made, statics));
}

function staticProperties(
  r: TypeReader,
  node: Parameters<typeof constructorSignature>[1],
  scope: Scope,
): ReadonlyMap<string, Property> {
  const properties = new Map<string, Property>();
  for (const element of node.body.body) {
    if (!('static' in element) || !element.static || !('key' in element) || element.key.type !== 'Identifier') continue;
    const { name } = element.key;
    if (element.type === 'MethodDefinition') {
      const signature = r.signature(element.value, scope);
      properties.set(
        name,
        field(() => single(functionOf(signature))),
      );
    } else if (element.type === 'PropertyDefinition') {
      const { typeAnnotation, value } = element;
      const annotation = typeAnnotation ?? null;
      const type =
        annotation !== null
          ? r.lazy(annotation.typeAnnotation, scope)
          : once(() => (value === null ? anyType : r.infer(value, scope, element.readonly === true)));
      properties.set(name, field(type, { readonly: element.readonly === true }));
    }
  }
  return properties;
}

function enumObject(
  r: TypeReader,
  module: TypedModule,
  nodes: readonly Extract<Node, { type: 'TSEnumDeclaration' }>[],
  name: string,
): DeclaredType {
  const properties = new Map<string, Property>();
  for (const [key, value] of enumValues(r, module, nodes)) {
    properties.set(
      key,
      field(() => (value === null ? numberType : literal(value)), { readonly: true, unit: true }),
    );
  }
  const shape = { properties, index: null, numberIndex: null };
  return single({ kind: 'object', name: `typeof ${name}`, shape: () => shape, class: null, instance: null });
}
