import type { Class, ClassElement, Node } from 'oxc-parser';
import { constructorOf, constructorSignature, fieldOf, superType } from './classes';
import { anyType, once, type Construction, type Member, type Property } from './declared-type';
import { docFieldType } from './doc-fields';
import { field, keyName } from './members';
import { initialType } from './patterns';
import type { Scope, TypeReader } from './reader';
import { childrenOf } from './syntax-children';

/**
 * How instances of a class are made; null for a class that anyone can put together: without private or renamed members of its own or inherited ones, and
 * with a constructor that does not put them into a collection.
 */
export function constructionOf(r: TypeReader, node: Class, scope: Scope): Construction | null {
  const [parent] = superType(r, node, scope)?.members ?? [];
  const inherited = constructionOfMember(parent);
  const isKnownElsewhere = putsItself(node) || inherited?.isKnownElsewhere === true;
  const isMade = inherited !== null || isKnownElsewhere || node.body.body.some(isPrivate) || r.isRenamed(node, scope);
  if (!isMade) return null;
  const supplied = new Set(inherited?.supplied());
  for (const element of node.body.body) {
    if (!('key' in element)) continue;
    const name = keyName(r, element.key, 'computed' in element && element.computed, scope);
    if (name === null) continue;
    if (element.type.startsWith('TSAbstract')) supplied.add(name);
    else supplied.delete(name);
  }
  const signature = constructorSignature(r, node, scope, () => anyType);
  if (signature === null) r.note({ node, scope }, 'an instance whose constructor takes what is not known');
  return {
    params: () => signature?.params() ?? [],
    isFixed: () => isFixedBy(inherited, parent) && isFixed(node),
    isKnownElsewhere,
    supplied: () => supplied,
    isTyped: !scope.module.isJavaScript && (inherited?.isTyped ?? true),
    privateFields: once(() => new Map([...(inherited?.privateFields() ?? []), ...privateFieldsOf(r, node, scope)])),
  };
}

function privateFieldsOf(r: TypeReader, node: Class, scope: Scope): (readonly [string, Property])[] {
  return node.body.body.flatMap((element): (readonly [string, Property])[] => {
    if (element.type !== 'PropertyDefinition' || element.static || element.key.type !== 'PrivateIdentifier') return [];
    // Nothing keeps others from putting something else there than its first value.
    const isOpen = scope.module.isJavaScript && docFieldType(r, element, scope) === null;
    const { value } = element;
    const first = value === null ? null : once(() => initialType(r, value, scope));
    return [[`#${element.key.name}`, isOpen ? field(() => anyType) : fieldOf(r, element, first, scope)]];
  });
}

function constructionOfMember(member: Member | undefined): Construction | null {
  return member?.kind === 'object' ? (member.instance?.construction() ?? null) : null;
}

function isPrivate(element: ClassElement): boolean {
  return 'key' in element && element.key.type === 'PrivateIdentifier' && !element.static;
}

/** Whether a constructor puts the instance into a collection of its module: `secrets.set(this, …)`, `live.add(this)`, `Row.all.push(this)`. */
function putsItself(node: Class): boolean {
  const constructor = constructorOf(node);
  const names = new Set(constructor?.params.flatMap(namesIn));
  const isPut = (at: Node): boolean => {
    if (at.type === 'ClassBody' || at.type === 'FunctionExpression' || at.type === 'FunctionDeclaration') return false;
    if (at.type === 'CallExpression' && at.callee.type === 'MemberExpression') {
      const { object } = at.callee;
      const root = object.type === 'MemberExpression' && !object.computed ? object.object : object;
      const isOfModule = root.type === 'Identifier' && !names.has(root.name);
      const isGiven = at.arguments.some(({ type }) => type === 'ThisExpression');
      if (isOfModule && isGiven && putting.has(memberOf(at.callee) ?? '')) return true;
    }
    return childrenOf(at).some(isPut);
  };
  return (
    constructor !== null &&
    'body' in constructor &&
    constructor.body !== null &&
    childrenOf(constructor.body).some(isPut)
  );
}

const putting: ReadonlySet<string> = new Set(['set', 'add', 'push']);

function namesIn(node: Node): readonly string[] {
  return node.type === 'Identifier' ? [node.name] : childrenOf(node).flatMap(namesIn);
}

/** Whether what an instance inherits is set by the constructor above alone. */
function isFixedBy(inherited: Construction | null, parent: Member | undefined): boolean {
  if (inherited !== null) return inherited.isFixed();
  if (parent === undefined) return true;
  return parent.kind === 'object' && [...parent.shape().properties.values()].every((property) => property.inherited);
}

/** Whether nobody but the constructor of a class sets the fields that the class itself declares. */
function isFixed(node: Class): boolean {
  const fields = new Set<string>();
  const constructor = constructorOf(node);
  for (const element of node.body.body) {
    if (element.type === 'TSIndexSignature' || element.type === 'StaticBlock' || element.static) continue;
    if (element.type !== 'PropertyDefinition' && element.type !== 'AccessorProperty') continue;
    const { key } = element;
    const isOwn = ('readonly' in element && element.readonly === true) || isHidden(element);
    if (key.type !== 'PrivateIdentifier' && (!isOwn || key.type !== 'Identifier' || element.computed)) return false;
    fields.add(key.name);
  }
  for (const param of constructor?.params ?? []) {
    if (param.type !== 'TSParameterProperty') continue;
    const place = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter;
    if ((!param.readonly && !isHidden(param)) || place.type !== 'Identifier') return false;
    fields.add(place.name);
  }
  const body = constructor !== null && 'body' in constructor ? constructor.body : null;
  const inConstructor = body === null ? [] : writtenIn(body, false);
  // What is not declared anyone may set.
  if (inConstructor.some((name) => name === null || !fields.has(name))) return false;
  return !writtenIn(node.body, true, body).some((name) => name === null || fields.has(name));
}

function isHidden({ accessibility }: { readonly accessibility?: string | null }): boolean {
  return accessibility === 'private';
}

/** Names of members that some code writes to, null for computed ones; `leftOut` is not looked into, but functions in it are. */
function writtenIn(root: Node, withFunctions: boolean, leftOut: Node | null = null): (string | null)[] {
  const found: (string | null)[] = [];
  const visit = (node: Node, isLeftOut: boolean): void => {
    const isFunction = /^(?:Function|ArrowFunction)/.test(node.type);
    if (isFunction && !withFunctions) return;
    if (!isLeftOut) for (const target of targetsOf(node)) found.push(...membersIn(target));
    const isInside = node === leftOut || (isLeftOut && !isFunction);
    for (const child of childrenOf(node)) visit(child, isInside);
  };
  visit(root, false);
  return found;
}

function targetsOf(node: Node): readonly Node[] {
  switch (node.type) {
    case 'AssignmentExpression':
    case 'ForInStatement':
    case 'ForOfStatement':
      return [node.left];
    case 'UpdateExpression':
      return [node.argument];
    case 'UnaryExpression':
      return node.operator === 'delete' ? [node.argument] : [];
    default:
      return [];
  }
}

function membersIn(target: Node): (string | null)[] {
  const own = target.type !== 'MemberExpression' ? [] : [memberOf(target)];
  return [...own, ...childrenOf(target).flatMap(membersIn)];
}

function memberOf({ property, computed }: Extract<Node, { type: 'MemberExpression' }>): string | null {
  return !computed && 'name' in property ? property.name : null;
}
