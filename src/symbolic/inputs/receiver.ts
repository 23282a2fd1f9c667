import type { Class, Node } from 'oxc-parser';
import type { FunctionIr } from '#ir/cfg';
import type { Widened } from '../input-type';
import { anyType, single, unknownType, type DeclaredType, type Shape } from './declared-type';
import { isClass } from './declared-names';
import type { FunctionDoc } from './function-doc';
import { scopeOf, type Scope, type TypeReader } from './reader';
import { paramParts, thisParam } from './signatures';
import { childrenOf } from './syntax-children';
import type { TypedModule } from './typed-module';

/** What `this` can be; null where it is no input: plain functions, static methods, constructors. */
export function receiverType(
  r: TypeReader,
  module: TypedModule,
  fn: FunctionIr,
  doc: FunctionDoc,
): DeclaredType | null {
  const scope = scopeOf(module);
  const { origin, kind } = fn;
  if (kind === 'arrow' || !('params' in origin) || !Array.isArray(origin.params)) return null;
  const declared = thisParam(origin.params as Parameters<typeof thisParam>[0]);
  const annotation = declared === null ? null : paramParts(declared).annotation;
  if (annotation !== null) return r.read(annotation, scope);
  const documented = doc.tagged(r, 'this', scope);
  if (documented !== null) return documented;
  const holder = doc.path.toReversed().slice(1);
  if (fn.isStatic) noteClassesBelow(r, holder.find(isClass), origin, scope);
  if (kind === 'constructor' || fn.isStatic) return null;
  if (fn.classIndex !== null) {
    const node = holder.find(isClass);
    return node === undefined ? null : instanceOf(r, module, node, scope);
  }
  const [parent, object] = holder;
  if (parent?.type === 'Property' && object?.type === 'ObjectExpression' && usesThis(origin)) {
    return r.infer(object, scope, false);
  }
  if (!usesThis(origin)) return null;
  const isMethod = parent?.type === 'AssignmentExpression' && parent.left.type === 'MemberExpression';
  const taken = isMethod
    ? isExport(parent.left)
      ? 'an object that it is called on'
      : null
    : 'undefined, as where it is called by itself';
  if (taken !== null) r.narrow({ node: origin, scope, text: 'this' }, `taken for ${taken}`);
  return isMethod ? openObject : null;
}

/** `exports.f`, `module.exports`: called on what is exported, or by itself. */
function isExport(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'exports' || node.name === 'module';
  return node.type === 'MemberExpression' && isExport(node.object);
}

/** A static method is called on its class, though classes that extend it have it as well. */
function noteClassesBelow(r: TypeReader, node: Class | undefined, origin: Node, scope: Scope): void {
  const name = node?.id?.name ?? 'its own class';
  if (node === undefined || !usesThis(origin) || !hasSubclass(r, node, name)) return;
  r.narrow({ node, scope, text: 'this' }, `taken for ${name}, ${notBelow}`);
}

const notBelow = 'not for a class that extends it';

/** Whether a note says that a static method is called on no class below its own. */
export function isAboutClassesBelow({ type, reason }: Widened): boolean {
  return type === 'this' && reason.endsWith(notBelow);
}

function hasSubclass(r: TypeReader, node: Class, name: string): boolean {
  return r.subclassesOf(node, { name, args: [], self: () => unknownType }).length > 0;
}

function instanceOf(r: TypeReader, module: TypedModule, node: Class, scope: Scope): DeclaredType {
  const use = { node, scope };
  // Inside of the class its type parameters stand for all that they allow, not for their defaults.
  const args = (node.typeParameters?.params ?? []).map(({ name, constraint }) => ({
    type: constraint === null ? () => anyType : r.lazy(constraint, scope),
    label: name.name,
    key: `${module.path}:${name.start}`,
  }));
  const entity = node.id === null ? null : r.entities.ofIdentifier(module, node.id);
  return r.typeOf(entity ?? { kind: 'node', module, node }, args, use);
}

const openShape: Shape = { properties: new Map(), index: () => anyType, numberIndex: null };

/** `X.prototype.method = function …`: nothing is known of the object but that it is one. */
const openObject: DeclaredType = single({
  kind: 'object',
  name: 'this',
  shape: () => openShape,
  class: null,
  instance: null,
});

function usesThis(fn: Node): boolean {
  const visit = (node: Node): boolean => {
    if (node.type === 'ThisExpression' || node.type === 'Super') return true;
    if (node !== fn && (node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration' || isClass(node)))
      return false;
    return childrenOf(node).some(visit);
  };
  return visit(fn);
}
