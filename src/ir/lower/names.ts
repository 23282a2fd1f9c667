import type { Node } from 'oxc-parser';
import { keyOfBlock } from '#syntax/namespace-members';
import type { Key } from '../expression';
import type { Expr } from '../expression';
import type { FunctionScope, ModuleScope } from './lowerer';

/** A name that no other function of the module has: `f`, then `f~2`. */
export function uniqueName(module: ModuleScope, wanted: string): string {
  const count = (module.names.get(wanted) ?? 0) + 1;
  module.names.set(wanted, count);
  return count === 1 ? wanted : uniqueName(module, `${wanted}~${count}`);
}

export function qualify(f: FunctionScope, name: string): string {
  return f.kind === 'module' ? name : `${f.qualifiedName}.${name}`;
}

/** The expression that reads an identifier: a binding, a member of an enum or namespace, or a global. */
export function readIdentifier(f: FunctionScope, node: Node & { name: string }): Expr {
  const binding = f.module.scopes.variableOf(node);
  const member = namespaceMember(f, node);
  if (member !== null) return member;
  if (binding === undefined) {
    const root = f.module.namespaceRoots.get(node.name);
    if (root !== undefined) return useBinding(f, root);
    if (node.name === 'undefined') return { kind: 'const', value: undefined };
    if (node.name === 'arguments' && f.kind !== 'module') return { kind: 'arguments' };
    return { kind: 'global', name: node.name };
  }
  return useBinding(f, binding);
}

/** A bare name that means a property of a namespace or an enum around it; null for all other names. */
export function namespaceMember(f: FunctionScope, { start }: Node): Extract<Expr, { kind: 'member' }> | null {
  const member = f.module.namespaceMembers.at.get(start);
  const object = member === undefined ? undefined : f.module.namespaceObjects.get(keyOfBlock(member.block));
  if (member === undefined || object === undefined) return null;
  if (object.kind === 'var') noteUse(f, object.binding);
  return { kind: 'member', object, key: { kind: 'name', name: member.name } };
}

export function useBinding(f: FunctionScope, binding: number): Expr {
  noteUse(f, binding);
  return { kind: 'var', binding };
}

/** A binding used by another function than its owner is captured. */
export function noteUse(f: FunctionScope, binding: number): void {
  const record = f.module.bindings[binding];
  if (record !== undefined && record.owner !== f.index) record.captured = true;
}

export function keyName(key: Key): string {
  if (key.kind === 'name') return key.name;
  if (key.kind === 'private') return `#${key.name}`;
  return key.value.kind === 'const' ? String(key.value.value) : '[computed]';
}
