import type { Node, Statement } from 'oxc-parser';
import { declaredIdentifiers } from '#syntax/declared-identifiers';
import { keyOfBlock } from '#syntax/namespace-members';
import { constant, undefinedExpr, type Expr, type Target } from '../expression';
import type { BindingKind } from '../cfg';
import { mirror } from './assignments';
import { emitCall } from './calls';
import { staticKey } from './operands';
import { openFunction } from './functions';
import type { FunctionScope } from './lowerer';
import { noteUse, qualify } from './names';
import { namespaceBinding } from './namespace-roots';

type Namespace = Extract<Node, { type: 'TSModuleDeclaration' }>;
type Enum = Extract<Statement, { type: 'TSEnumDeclaration' }>;
type Dotted = Extract<Node, { type: 'TSQualifiedName' }>;

/** An enum is an object with a property per member and, for numbers, the way back from value to name. */
export function lowerEnum(f: FunctionScope, node: Enum): void {
  if (node.declare) return;
  const binding = f.module.scopes.variableOf(node.id);
  if (binding === undefined) return;
  declareObject(f, binding, node);
  const object: Expr = { kind: 'var', binding };
  f.module.namespaceObjects.set(keyOfBlock({ node, outer: 0 }), object);
  let next: Expr = constant(0);
  for (const member of node.body.members) {
    const key = member.computed ? f.lower.key(f, { key: member.id, computed: true }) : staticKey(member.id);
    const value = member.initializer === null ? next : f.lower.expr(f, member.initializer);
    f.builder.assign({ kind: 'member', object, key }, value, member);
    const isText = value.kind === 'template' || (value.kind === 'const' && typeof value.value === 'string');
    const read: Expr = { kind: 'member', object, key };
    if (!isText) {
      const name: Expr = key.kind === 'computed' ? key.value : constant(key.name);
      f.builder.assign({ kind: 'member', object, key: { kind: 'computed', value: read } }, name, member);
    }
    next =
      value.kind === 'const' && typeof value.value === 'number'
        ? constant(value.value + 1)
        : { kind: 'binary', op: '+', left: read, right: constant(1) };
  }
}

/** A namespace is a function that runs once and hangs its exports on an object. */
export function lowerNamespace(f: FunctionScope, node: Namespace): void {
  const { body } = node;
  if (node.declare || node.global || body === null || node.id.type === 'Literal') return;
  if (!body.body.some((statement) => isRuntime(statement))) return;
  const binding =
    node.id.type === 'TSQualifiedName' ? dottedObject(f, node.id, node, 0) : namespaceObject(f, node.id, node);
  if (binding === undefined) return;
  f.module.namespaceObjects.set(keyOfBlock({ node, outer: 0 }), { kind: 'var', binding });
  const name = f.module.text.slice(node.id.start, node.id.end);
  const created = { node, name, kind: 'namespace', namespace: binding } as const;
  const { index } = openFunction(f, created, qualify(f, name), (inside) => {
    noteUse(inside, binding);
    for (const statement of body.body) mirrorExports(inside, statement, binding);
    inside.lower.block(inside, body.body, body);
  });
  emitCall(f, 'initialise', { kind: 'function', fn: index, thisValue: undefinedExpr }, [], null, node);
}

function namespaceObject(f: FunctionScope, id: Node, origin: Namespace): number | undefined {
  if (id.type !== 'Identifier') return undefined;
  const binding = f.module.scopes.variableOf(id);
  if (binding !== undefined) declareObject(f, binding, origin);
  return binding;
}

/** `namespace A.B {…}` is B as an exported namespace of A. Scope analysis does not see either as a declaration. */
function dottedObject(f: FunctionScope, name: Dotted, node: Namespace, depth: number): number {
  const { bindings } = f.module;
  const outer: Expr =
    name.left.type === 'TSQualifiedName'
      ? { kind: 'var', binding: dottedObject(f, name.left, node, depth + 1) }
      : outermost(f, name.left, node);
  f.module.namespaceObjects.set(keyOfBlock({ node, outer: depth + 1 }), outer);
  const path = `[${f.module.text.slice(name.start, name.end)}]`;
  const known = bindings.findIndex((b) => b.name === path && b.owner === f.index && b.kind === 'namespace');
  if (known >= 0) return known;
  const binding = bindings.length;
  bindings.push(namespaceBinding(binding, path, f.index, name));
  const member = { kind: 'member', object: outer, key: { kind: 'name', name: name.right.name } } as const;
  const continues = f.module.namespaceMembers.continues({ node, outer: depth });
  makeObject(f, { kind: 'var', binding, declare: true }, continues ? member : null, node, () =>
    f.builder.assign(member, { kind: 'var', binding }, node),
  );
  return binding;
}

/** The object of the first name: a namespace declared elsewhere, or a global of that name. */
function outermost(f: FunctionScope, id: Node, origin: Node): Expr {
  if (id.type !== 'Identifier') return undefinedExpr;
  const found = f.module.bindings.find((b) => b.name === id.name && b.owner === f.index && holders.has(b.kind));
  if (found !== undefined) {
    // A later block that is not dotted declares it; this one needs it first.
    if (found.kind === 'namespace' && !f.module.declared.has(found.index)) {
      f.builder.assign(
        { kind: 'var', binding: found.index, declare: true },
        { kind: 'object', properties: [] },
        origin,
      );
      mirror(f, found.index, origin);
      f.module.declared.add(found.index);
    }
    return { kind: 'var', binding: found.index };
  }
  const { yes, no } = f.builder.branch(
    { kind: 'binary', op: '===', left: { kind: 'typeof-global', name: id.name }, right: constant('undefined') },
    id,
  );
  f.builder.resume(yes);
  f.builder.assign({ kind: 'global', name: id.name }, { kind: 'object', properties: [] }, origin);
  f.builder.join(no);
  return { kind: 'global', name: id.name };
}

const holders: ReadonlySet<BindingKind> = new Set(['namespace', 'enum', 'class', 'function']);

function declareObject(f: FunctionScope, binding: number, node: Namespace | Enum): void {
  if (f.module.declared.has(binding)) return; // merged with an earlier declaration
  const kind = f.module.bindings[binding]?.kind;
  if (kind === 'function' || kind === 'class') return;
  const exported = f.module.mirrored.get(binding);
  const earlier: Extract<Target, { kind: 'member' }> | null =
    exported !== undefined && f.module.namespaceMembers.continues({ node, outer: 0 })
      ? {
          kind: 'member',
          object: { kind: 'var', binding: exported.namespace },
          key: { kind: 'name', name: exported.name },
        }
      : null;
  makeObject(f, { kind: 'var', binding, declare: true }, earlier, node, () => mirror(f, binding, node));
  f.module.declared.add(binding);
}

/** What another block of the same namespace or enum has made, where there may be one; else a new object, which is then kept. */
function makeObject(
  f: FunctionScope,
  target: Extract<Target, { kind: 'var' }>,
  earlier: Extract<Target, { kind: 'member' }> | null,
  origin: Node,
  keep: () => void,
): void {
  const { builder } = f;
  const ways = earlier === null ? null : builder.branch(earlier, origin);
  if (ways !== null && earlier !== null) {
    builder.resume(ways.yes);
    builder.assign(target, earlier, origin);
  }
  const found = ways === null ? [] : builder.take();
  if (ways !== null) builder.resume(ways.no);
  builder.assign(target, { kind: 'object', properties: [] }, origin);
  keep();
  builder.join(found);
}

/** Variables are properties of the namespace and nothing else. */
function mirrorExports(f: FunctionScope, statement: Node, namespace: number): void {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) return;
  const { declaration } = statement;
  if (declaration.type === 'VariableDeclaration' || declaration.type === 'TSImportEqualsDeclaration') return;
  for (const id of declaredIdentifiers(declaration)) {
    const binding = f.module.scopes.variableOf(id);
    if (binding !== undefined) f.module.mirrored.set(binding, { namespace, name: id.name });
  }
}

function isRuntime(statement: Node): boolean {
  switch (statement.type) {
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'EmptyStatement':
    case 'TSDeclareFunction':
      return false;
    case 'ExportNamedDeclaration':
      return statement.declaration === null ? statement.exportKind !== 'type' : isRuntime(statement.declaration);
    case 'TSModuleDeclaration':
      return !statement.declare && statement.body !== null && statement.body.body.some((s) => isRuntime(s));
    default:
      return !('declare' in statement && statement.declare === true);
  }
}
