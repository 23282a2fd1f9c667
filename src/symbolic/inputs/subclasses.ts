import type { Class, ClassElement, Node } from 'oxc-parser';
import { wellKnownSymbol } from '../value';
import { assignable } from './assignable';
import { classReference, constructorOf, entityOf, superType } from './classes';
import { isClass } from './declared-names';
import { once, type DeclaredSubclass, type DeclaredType } from './declared-type';
import { keyName } from './members';
import { bind, scopeOf, type NamedType, type Scope, type TypeArgument, type TypeReader } from './reader';
import { paramParts } from './signatures';
import { childrenOf } from './syntax-children';
import type { TypeSource } from './type-source';
import { declarationsOf, typedModule, type TypedModule } from './typed-module';

/** Classes of the program below a class, as far as their instances may be of a type of instances of that class. */
export function subclassesOf(
  r: TypeReader,
  source: TypeSource,
  node: Class,
  of: NamedType,
): readonly DeclaredSubclass[] {
  const found = new Map<Class, DeclaredSubclass>();
  const waiting: Parent[] = [{ node, type: () => of.self(), args: of.args }];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const { node: own, scope } of directlyBelow(r, source, parent.node)) {
      const reference = classReference(own, scope);
      if (reference === null || found.has(own)) continue;
      const { type: above } = parent;
      const args = passedOn(own, parent.args);
      const type = once(() => (args === null ? null : typeBelow(r, own, scope, args, above())));
      const isOther = (): boolean => args !== null && assignable(typeOf(r, own, scope, args), of.self()) === false;
      const name = own.id?.name ?? 'a class without a name';
      found.set(own, { name, class: reference, ...declaredBy(r, own, scope), type, isOther });
      waiting.push({ node: own, type, args: args ?? [] });
    }
  }
  return [...found.values()];
}

interface Parent {
  readonly node: Class;
  /** What a class below must extend; null where it is not known. */
  readonly type: () => DeclaredType | null;
  readonly args: readonly TypeArgument[];
}

interface Extending {
  readonly node: Class;
  readonly scope: Scope;
}

/** Of a module, once: what names mean there does not change. */
const extendingIn = new WeakMap<TypedModule, readonly ExtendingClass[]>();

interface ExtendingClass extends Extending {
  readonly parent: Class;
}

function directlyBelow(r: TypeReader, source: TypeSource, parent: Class): readonly Extending[] {
  return (source.modulesExtending?.(parent.id?.name ?? '') ?? []).flatMap((ir) => {
    const module = typedModule(ir);
    let extending = extendingIn.get(module);
    if (extending === undefined) extendingIn.set(module, (extending = extendingClasses(r, module)));
    return extending.filter((each) => each.parent === parent);
  });
}

function extendingClasses(r: TypeReader, module: TypedModule): readonly ExtendingClass[] {
  const found: ExtendingClass[] = [];
  const scope = scopeOf(module);
  const waiting: Node[] = [module.tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    waiting.push(...childrenOf(node).toReversed());
    const parent = isClass(node) && node.superClass !== null ? classMeant(r, node.superClass, scope) : null;
    if (parent !== null && isClass(node)) found.push({ node, scope, parent });
  }
  return found;
}

function classMeant(r: TypeReader, expression: Parameters<typeof entityOf>[1], scope: Scope): Class | null {
  const entity = entityOf(r, expression, scope);
  if (entity?.kind === 'node') return isClass(entity.node) ? entity.node : null;
  if (entity?.kind !== 'declared') return null;
  for (const node of declarationsOf(entity.variable)) {
    if (isClass(node)) return node;
    if (node.type === 'VariableDeclarator' && node.init !== null && isClass(node.init)) return node.init;
  }
  return null;
}

/** What type parameters stand for: those of the class above where they are handed on as they are; null where it is not known. */
function passedOn(node: Class, above: readonly TypeArgument[]): readonly TypeArgument[] | null {
  const params = node.typeParameters?.params ?? [];
  if (params.length === 0) return [];
  const given = node.superTypeArguments?.params ?? [];
  const isPassed = params.every(({ name }, i) => {
    const arg = given[i];
    return arg?.type === 'TSTypeReference' && arg.typeName.type === 'Identifier' && arg.typeName.name === name.name;
  });
  return isPassed && params.length === given.length && params.length === above.length ? above : null;
}

/** The type of instances of a class where what it extends is of the type above; null where that is not known. */
function typeBelow(
  r: TypeReader,
  node: Class,
  scope: Scope,
  args: readonly TypeArgument[],
  above: DeclaredType | null,
): DeclaredType | null {
  const params = node.typeParameters?.params ?? [];
  const inner = bind(scope, params.map((param, i) => [param, args[i]] as const).flatMap(isBound));
  const name = nameOf(above);
  return name !== null && nameOf(superType(r, node, inner)) === name ? typeOf(r, node, scope, args) : null;
}

function isBound([param, arg]: readonly [object, TypeArgument | undefined]): (readonly [object, TypeArgument])[] {
  return arg === undefined ? [] : [[param, arg]];
}

function nameOf(type: DeclaredType | null): string | null {
  const [member] = type?.members ?? [];
  return member?.kind === 'object' ? member.name : null;
}

function typeOf(r: TypeReader, node: Class, scope: Scope, args: readonly TypeArgument[]): DeclaredType {
  const { module } = scope;
  const entity = node.id === null ? null : r.entities.ofIdentifier(module, node.id);
  return r.typeOf(entity ?? { kind: 'node', module, node }, args, { node, scope });
}

/** What instances have of a class itself. A computed key that is not known may be any. */
function declaredBy(r: TypeReader, node: Class, scope: Scope): Pick<DeclaredSubclass, 'declares' | 'hasFields'> {
  const declared = new Map<string, 'code' | 'field'>();
  let isOpen = false;
  for (const element of node.body.body) {
    if (!('key' in element) || element.static || element.key.type === 'PrivateIdentifier') continue;
    const key = keyOf(r, element, scope);
    if (key === null) isOpen = true;
    else if (key !== 'constructor') declared.set(key, isField(element) ? 'field' : 'code');
  }
  for (const param of constructorOf(node)?.params ?? []) {
    const place = param.type === 'TSParameterProperty' ? paramParts(param).place : null;
    if (place?.type === 'Identifier') declared.set(place.name, 'field');
  }
  return {
    declares: (key) => declared.get(key) ?? (isOpen ? 'code' : null),
    // Constructors of JavaScript assign fields that nothing declares.
    hasFields: isOpen || scope.module.isJavaScript || [...declared.values()].includes('field'),
  };
}

function isField({ type }: ClassElement): boolean {
  return type === 'PropertyDefinition' || type === 'TSAbstractPropertyDefinition';
}

function keyOf(r: TypeReader, { key, computed }: Extract<ClassElement, { key: unknown }>, scope: Scope): string | null {
  if (computed && key.type === 'MemberExpression' && key.property.type === 'Identifier') {
    const { object, property } = key;
    if (object.type === 'Identifier' && object.name === 'Symbol') return wellKnownSymbol(property.name);
  }
  return keyName(r, key, computed, scope);
}
