import type { Node } from 'oxc-parser';
import type { ScopeTable, Variable } from '#syntax/scopes';
import { computedProperty, elementProperty, signatureProperties } from '../facts';
import type { OutlineMember, TypedField, TypeDeclaration, TypeOutline } from '../type-outline';

type Maybe<T> = T | null | undefined;

/** The outline of a type in the source; null where it says nothing about objects of the program. */
export function outlineOf(scopes: ScopeTable, node: Maybe<Node>): TypeOutline | null {
  if (node === null || node === undefined) return null;
  const inner = (part: Maybe<Node>): TypeOutline | null => outlineOf(scopes, part);
  switch (node.type) {
    case 'TSTypeAnnotation':
    case 'TSParenthesizedType':
    case 'TSOptionalType':
      return inner(node.typeAnnotation);
    case 'TSTypeOperator':
      return node.operator === 'readonly' ? inner(node.typeAnnotation) : null;
    case 'TSUnionType':
    case 'TSIntersectionType':
      return anyOf(node.types.map(inner));
    case 'TSConditionalType':
      return anyOf([inner(node.trueType), inner(node.falseType)]);
    case 'TSTypeReference':
      return named(scopes, node.typeName, node.typeArguments?.params ?? []);
    case 'TSArrayType':
      return collectionOf([inner(node.elementType)]);
    case 'TSTupleType':
      return collectionOf(node.elementTypes.map(inner));
    case 'TSNamedTupleMember':
      return inner(node.elementType);
    case 'TSRestType': {
      const { typeAnnotation } = node;
      return inner(typeAnnotation.type === 'TSArrayType' ? typeAnnotation.elementType : typeAnnotation);
    }
    case 'TSTypeLiteral':
      return object(node.members.flatMap((member) => signatureMembers(scopes, member)));
    case 'TSMappedType':
      return table(inner(node.typeAnnotation));
    case 'TSFunctionType':
    case 'TSConstructorType':
      return signatureOutline(scopes, node);
    case 'TSTypeQuery': {
      const binding = node.exprName.type === 'Identifier' ? bindingOf(scopes, node.exprName) : null;
      return binding === null ? null : { kind: 'value', binding };
    }
    default:
      return null;
  }
}

/** The types that a variable's declarations give its name: interfaces, aliases, type parameters, generic classes. */
export function typeDeclaration(scopes: ScopeTable, variable: Variable, binding: number): TypeDeclaration | null {
  const types: (TypeOutline | null)[] = [];
  let params: readonly number[] = [];
  for (const { node } of variable.defs) {
    const declared = node as unknown as Node;
    switch (declared.type) {
      case 'TSInterfaceDeclaration':
        types.push(object(declared.body.body.flatMap((member) => signatureMembers(scopes, member))));
        for (const { expression, typeArguments } of declared.extends)
          types.push(named(scopes, expression, typeArguments?.params ?? []));
        break;
      case 'TSTypeAliasDeclaration':
        types.push(outlineOf(scopes, declared.typeAnnotation));
        break;
      case 'TSTypeParameter':
        types.push(outlineOf(scopes, declared.constraint));
        break;
      case 'ClassDeclaration':
      case 'ClassExpression':
        break;
      default:
        continue;
    }
    if ('typeParameters' in declared)
      params = (declared.typeParameters?.params ?? []).map(({ name }) => scopes.variableOf(name) ?? -1);
  }
  const type = anyOf(types);
  return type === null && params.length === 0 ? null : { binding, type, params };
}

/** What a variable is declared to hold, by annotation or as a function without a body. */
export function variableOutline(scopes: ScopeTable, variable: Variable): TypeOutline | null {
  const name = variable.defs[0]?.name as { typeAnnotation?: Node | null } | undefined;
  if (name?.typeAnnotation !== undefined && name.typeAnnotation !== null) {
    const outline = outlineOf(scopes, name.typeAnnotation);
    return isInitialised(variable) ? namesIn(outline) : outline;
  }
  const functions = variable.defs.map(({ node }) => node as unknown as Node);
  if (!functions.every(({ type }) => type === 'TSDeclareFunction')) return null;
  return anyOf(functions.map((fn) => (fn.type === 'TSDeclareFunction' ? signatureOutline(scopes, fn) : null)));
}

/** Types that functions are known to be values of, and those that say nothing. */
const functionTypes: ReadonlySet<string> = new Set([
  'TSAnyKeyword',
  'TSUnknownKeyword',
  'TSObjectKeyword',
  'TSFunctionType',
  'TSConstructorType',
  'TSTypeQuery',
]);

/** Whether a variable is declared to be of a type that is not known to have functions among its values. */
export function isAnnotated(variable: Variable): boolean {
  const name = variable.defs[0]?.name as { typeAnnotation?: Node | null } | undefined;
  const annotation = name?.typeAnnotation;
  if (annotation?.type !== 'TSTypeAnnotation') return false;
  const types =
    annotation.typeAnnotation.type === 'TSUnionType' ? annotation.typeAnnotation.types : [annotation.typeAnnotation];
  return !types.some(
    (type) =>
      functionTypes.has(type.type) ||
      (type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'Function'),
  );
}

/** Declared to hold no object. Names of types are not looked up. */
export function isPrimitive({ defs }: Variable, isTyped: boolean): boolean {
  const [definition] = defs;
  if (definition === undefined || defs.length > 1) return false;
  const name = definition.name as { typeAnnotation?: Node | null };
  const annotation = name.typeAnnotation;
  if (annotation?.type === 'TSTypeAnnotation') return isPrimitiveType(annotation.typeAnnotation);
  return isTyped && hasPrimitiveDefault(definition.node as unknown as Node, definition.name as unknown as Node);
}

/** A parameter without a type of its own has that of its default value, where nothing around the function says otherwise. */
function hasPrimitiveDefault(fn: Node, name: Node): boolean {
  if (fn.type !== 'FunctionDeclaration') return false;
  return fn.params.some((param) => {
    if (param.type !== 'AssignmentPattern' || param.left !== name) return false;
    const { right } = param;
    return (
      right.type === 'TemplateLiteral' || (right.type === 'Literal' && right.value !== null && !('regex' in right))
    );
  });
}

function isPrimitiveType(type: Node): boolean {
  return type.type === 'TSUnionType' ? type.types.every(isPrimitiveType) : primitiveTypes.has(type.type);
}

const primitiveTypes: ReadonlySet<string> = new Set([
  'TSStringKeyword',
  'TSNumberKeyword',
  'TSBooleanKeyword',
  'TSBigIntKeyword',
  'TSNullKeyword',
  'TSUndefinedKeyword',
  'TSLiteralType',
  'TSTemplateLiteralType',
]);

/** What a variable is initialised with says more than the shape of its type. */
function isInitialised({ defs }: Variable): boolean {
  const node = defs[0]?.node as unknown as Node | undefined;
  return node?.type === 'VariableDeclarator' && node.init !== null;
}

function namesIn(type: TypeOutline | null): TypeOutline | null {
  if (type?.kind === 'any-of') return anyOf(type.types.map(namesIn));
  return type?.kind === 'name' ? { ...type, args: [] } : null;
}

/** Fields of a class with their types, also those that are only declared, and methods without a body. */
export function typedFields(scopes: ScopeTable, elements: readonly Node[]): TypedField[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case 'PropertyDefinition':
      case 'AccessorProperty':
      case 'TSAbstractPropertyDefinition':
      case 'TSAbstractAccessorProperty': {
        const type = outlineOf(scopes, element.typeAnnotation);
        return typed(element, type, element.static);
      }
      case 'MethodDefinition':
      case 'TSAbstractMethodDefinition': {
        if (element.value.body !== null || element.kind === 'constructor') return [];
        const { kind, value } = element;
        const type = kind === 'get' ? outlineOf(scopes, value.returnType) : signatureOutline(scopes, value);
        return kind === 'set' ? [] : typed(element, type, element.static);
      }
      default:
        return [];
    }
  });
}

function typed(
  element: { readonly key: Node; readonly computed: boolean },
  type: TypeOutline | null,
  isStatic: boolean,
): TypedField[] {
  return type === null ? [] : [{ property: propertyOf(element), isStatic, type }];
}

function named(scopes: ScopeTable, name: Node, typeArgs: readonly Node[]): TypeOutline | null {
  const path = pathOf(name);
  if (path === null) return null;
  const binding = bindingOf(scopes, path.root);
  const args = typeArgs.map((arg) => outlineOf(scopes, arg));
  if (binding !== null)
    return isOpenParameter(scopes, binding) ? null : { kind: 'name', type: { name: path.name, binding }, args };
  return ofTheLanguage(path.name, args);
}

/** A type parameter that only calls give a meaning to. */
function isOpenParameter(scopes: ScopeTable, binding: number): boolean {
  const { defs, scope } = scopes.variables[binding] ?? {};
  const declared = defs?.[0]?.node as unknown as Node | undefined;
  if (declared?.type !== 'TSTypeParameter') return false;
  const isGiven = scope?.type === 'type' || scope?.type === 'class';
  return !isGiven && (declared.constraint ?? null) === null;
}

/** Types that hold, or stand for, what their arguments are. */
function ofTheLanguage(name: string, args: readonly (TypeOutline | null)[]): TypeOutline | null {
  if (sameAsArgument.has(name)) return args[0] ?? null;
  if (name === 'Record') return table(args[1] ?? null);
  if (name === 'InstanceType') {
    const [of] = args;
    return of?.kind === 'value' ? { kind: 'name', type: { name: 'instance', binding: of.binding }, args: [] } : null;
  }
  if (name === 'Map' || name === 'ReadonlyMap') return collectionOf([...args, collectionOf(args)]);
  return collectionOf(args);
}

/** A promise is taken for what it is settled with. */
const sameAsArgument: ReadonlySet<string> = new Set([
  'Promise',
  'PromiseLike',
  'Awaited',
  'Readonly',
  'Partial',
  'Required',
  'NonNullable',
  'Pick',
  'Omit',
  'Extract',
  'Exclude',
  'NoInfer',
]);

/** `Name`, `ns.Name` in a type, or the same as an expression in a heritage clause. */
function pathOf(name: Node): { readonly name: string; readonly root: Node } | null {
  if (name.type === 'Identifier') return { name: name.name, root: name };
  if (name.type === 'TSQualifiedName') {
    const left = pathOf(name.left);
    return left === null ? null : { name: `${left.name}.${name.right.name}`, root: left.root };
  }
  if (name.type !== 'MemberExpression' || name.property.type !== 'Identifier' || name.computed) return null;
  const left = pathOf(name.object);
  return left === null ? null : { name: `${left.name}.${name.property.name}`, root: left.root };
}

/** In its own body a class has a second binding; the first one is known to others. */
function bindingOf(scopes: ScopeTable, name: Node): number | null {
  const binding = scopes.variableOf(name);
  if (binding === undefined) return null;
  const variable = scopes.variables[binding];
  const own = variable?.scope.type as string | undefined;
  const definition = variable?.defs[0]?.name as unknown as Node | undefined;
  return own === 'class' && definition !== undefined ? (scopes.variableOf(definition) ?? binding) : binding;
}

function signatureMembers(scopes: ScopeTable, member: Node): OutlineMember[] {
  switch (member.type) {
    case 'TSPropertySignature':
      return memberOf(propertyOf(member), outlineOf(scopes, member.typeAnnotation));
    case 'TSMethodSignature': {
      if (member.kind === 'set') return [];
      const type = member.kind === 'get' ? outlineOf(scopes, member.returnType) : signatureOutline(scopes, member);
      return memberOf(propertyOf(member), type);
    }
    case 'TSIndexSignature':
      return tableMembers(outlineOf(scopes, member.typeAnnotation));
    case 'TSCallSignatureDeclaration':
    case 'TSConstructSignatureDeclaration':
      return callMembers(scopes, member);
    default:
      return [];
  }
}

interface Signature {
  readonly params: readonly Node[];
  readonly returnType?: Node | null;
}

function signatureOutline(scopes: ScopeTable, signature: Signature): TypeOutline | null {
  return object(callMembers(scopes, signature));
}

function callMembers(scopes: ScopeTable, { params, returnType }: Signature): OutlineMember[] {
  return [
    ...memberOf(signatureProperties.result, outlineOf(scopes, returnType)),
    ...params.flatMap((param, i) =>
      'typeAnnotation' in param && param.type !== 'RestElement'
        ? memberOf(signatureProperties.param(i), outlineOf(scopes, param.typeAnnotation as Maybe<Node>))
        : [],
    ),
  ];
}

function propertyOf({ key, computed }: { readonly key: Node; readonly computed: boolean }): string {
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  if (key.type === 'Literal' && key.value !== null) {
    const name = String(key.value);
    return /^\d+$/.test(name) ? elementProperty : name;
  }
  return key.type === 'Identifier' && !computed ? key.name : computedProperty;
}

function memberOf(property: string, type: TypeOutline | null): OutlineMember[] {
  return type === null ? [] : [{ property, type }];
}

function tableMembers(type: TypeOutline | null): OutlineMember[] {
  return [...memberOf(computedProperty, type), ...memberOf(elementProperty, type)];
}

function table(type: TypeOutline | null): TypeOutline | null {
  return object(tableMembers(type));
}

function collectionOf(types: readonly (TypeOutline | null)[]): TypeOutline | null {
  return object(memberOf(elementProperty, anyOf(types)));
}

function object(members: readonly OutlineMember[]): TypeOutline | null {
  return members.length === 0 ? null : { kind: 'object', members };
}

function anyOf(types: readonly (TypeOutline | null)[]): TypeOutline | null {
  const known = types.filter((type) => type !== null);
  return known.length > 1 ? { kind: 'any-of', types: known } : (known[0] ?? null);
}
