import type { Node } from 'oxc-parser';
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
  const merged = readMerged(f, node, binding);
  if (merged !== null) return merged;
  if (binding === undefined) {
    if (node.name === 'undefined') return { kind: 'const', value: undefined };
    if (node.name === 'arguments' && f.kind !== 'module') return { kind: 'arguments' };
    return { kind: 'global', name: node.name };
  }
  const member = f.module.enumMembers.get(binding);
  if (member !== undefined) {
    return { kind: 'member', object: useBinding(f, member.enumBinding), key: { kind: 'name', name: member.name } };
  }
  return useBinding(f, binding);
}

/** A bare name inside of a namespace or an enum of which another declaration has it; null for all other names. */
function readMerged(f: FunctionScope, node: Node & { name: string }, found: number | undefined): Expr | null {
  const declaredAt = found === undefined ? undefined : f.module.scopes.variables[found]?.defs[0]?.name.range[0];
  for (const { start, end, binding, names } of f.module.merged.toReversed()) {
    if (node.start < start || node.start >= end) continue;
    if (declaredAt !== undefined && declaredAt >= start && declaredAt < end) return null;
    if (names.has(node.name)) {
      return { kind: 'member', object: useBinding(f, binding), key: { kind: 'name', name: node.name } };
    }
  }
  return null;
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
