import type { Node, Statement } from 'oxc-parser';
import { constant, undefinedExpr, type Expr, type Key } from '../expression';
import { identifierTarget, mirror } from './assignments';
import { emitCall } from './calls';
import { staticKey } from './operands';
import { openFunction } from './functions';
import type { FunctionScope } from './lowerer';
import { noteUse, qualify } from './names';

/** An enum is an object with a property per member and, for numbers, the way back from value to name. */
export function lowerEnum(f: FunctionScope, node: Extract<Statement, { type: 'TSEnumDeclaration' }>): void {
  if (node.declare) return;
  const binding = f.module.scopes.variableOf(node.id);
  if (binding === undefined) return;
  declareObject(f, node.id, binding, node);
  const object: Expr = { kind: 'var', binding };
  registerMembers(f, node, binding);
  noteMerged(f, node, binding);
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

/** Inside its enum, a member is known by its bare name. */
function registerMembers(
  f: FunctionScope,
  node: Extract<Statement, { type: 'TSEnumDeclaration' }>,
  enumBinding: number,
): void {
  for (const member of node.body.members) {
    const variable = f.module.scopes.variableOf(member.id);
    const key: Key = staticKey(member.id);
    if (variable !== undefined && key.kind === 'name')
      f.module.enumMembers.set(variable, { enumBinding, name: key.name });
  }
}

/** A namespace is a function that runs once and hangs its exports on an object. */
export function lowerNamespace(f: FunctionScope, node: Extract<Node, { type: 'TSModuleDeclaration' }>): void {
  const { body } = node;
  if (node.declare || node.global || body === null || node.id.type === 'Literal') return;
  if (!body.body.some((statement) => isRuntime(statement))) return;
  const binding =
    node.id.type === 'TSQualifiedName' ? dottedObject(f, node.id, node) : namespaceObject(f, node.id, node);
  if (binding === undefined) return;
  noteMerged(f, node, binding);
  const name = f.module.text.slice(node.id.start, node.id.end);
  const created = { node, name, kind: 'namespace', namespace: binding } as const;
  const { index } = openFunction(f, created, qualify(f, name), (inside) => {
    noteUse(inside, binding);
    for (const statement of body.body) mirrorExports(inside, statement, binding);
    inside.lower.block(inside, body.body, body);
  });
  emitCall(f, 'initialise', { kind: 'function', fn: index, thisValue: undefinedExpr }, [], null, node);
}

function namespaceObject(f: FunctionScope, id: Node, origin: Node): number | undefined {
  if (id.type !== 'Identifier') return undefined;
  const binding = f.module.scopes.variableOf(id);
  if (binding !== undefined) declareObject(f, id, binding, origin);
  return binding;
}

/** `namespace A.B {…}` is B as an exported namespace of A. Scope analysis does not see either as a declaration. */
function dottedObject(f: FunctionScope, name: Extract<Node, { type: 'TSQualifiedName' }>, origin: Node): number {
  const { bindings } = f.module;
  const { start, end } = name;
  const outer =
    name.left.type === 'TSQualifiedName'
      ? ({ kind: 'var', binding: dottedObject(f, name.left, origin) } as const)
      : outermost(f, name.left, origin);
  const path = `[${f.module.text.slice(start, end)}]`;
  const known = bindings.findIndex((b) => b.name === path && b.owner === f.index && b.kind === 'namespace');
  if (known >= 0) return known;
  const binding = bindings.length;
  bindings.push({
    index: binding,
    name: path,
    kind: 'namespace',
    owner: f.index,
    captured: true,
    constant: true,
    start,
    end,
    type: null,
    annotated: false,
    primitive: false,
  });
  f.builder.assign({ kind: 'var', binding, declare: true }, { kind: 'object', properties: [] }, origin);
  const member = { kind: 'member', object: outer, key: { kind: 'name', name: name.right.name } } as const;
  f.builder.assign(member, { kind: 'var', binding }, origin);
  return binding;
}

/** The object of the first name: a namespace declared elsewhere, or a global of that name. */
function outermost(f: FunctionScope, id: Node, origin: Node): Expr {
  if (id.type !== 'Identifier') return undefinedExpr;
  const found = f.module.bindings.find((b) => b.name === id.name && b.owner === f.index && b.kind === 'namespace');
  if (found !== undefined) return { kind: 'var', binding: found.index };
  const { yes, no } = f.builder.branch(
    { kind: 'binary', op: '===', left: { kind: 'typeof-global', name: id.name }, right: constant('undefined') },
    id,
  );
  f.builder.resume(yes);
  f.builder.assign({ kind: 'global', name: id.name }, { kind: 'object', properties: [] }, origin);
  f.builder.join(no);
  return { kind: 'global', name: id.name };
}

function declareObject(f: FunctionScope, id: Node & { name: string }, binding: number, origin: Node): void {
  if (f.module.declared.has(binding)) return; // merged with an earlier declaration
  const kind = f.module.bindings[binding]?.kind;
  if (kind === 'function' || kind === 'class') return;
  f.builder.assign(identifierTarget(f, id, true), { kind: 'object', properties: [] }, origin);
  mirror(f, binding, origin);
}

/** Inside of one of several declarations of a namespace or an enum, what the others give it is known by its bare name. */
function noteMerged({ module }: FunctionScope, { start, end }: Node, binding: number): void {
  // The scope manager types nodes by its own parser's tree, which has the same shape.
  const blocks = (module.scopes.variables[binding]?.defs ?? []).map(({ node }) => node as unknown as Node);
  if (blocks.length > 1) module.merged.push({ start, end, binding, names: new Set(blocks.flatMap(namesIn)) });
}

function namesIn(node: Node): string[] {
  if (node.type === 'TSEnumDeclaration') {
    const keys = node.body.members.map(({ id, computed }) => (computed ? null : staticKey(id)));
    return keys.flatMap((key) => (key?.kind === 'name' ? [key.name] : []));
  }
  if (node.type !== 'TSModuleDeclaration' || node.body === null) return [];
  return node.body.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' && statement.declaration !== null
      ? declaredNames(statement.declaration).map(({ name }) => name)
      : [],
  );
}

function mirrorExports(f: FunctionScope, statement: Node, namespace: number): void {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) return;
  for (const id of declaredNames(statement.declaration)) {
    const binding = f.module.scopes.variableOf(id);
    if (binding !== undefined) f.module.mirrored.set(binding, { namespace, name: id.name });
  }
}

/** The identifiers that a declaration binds. */
export function declaredNames(node: Node): (Node & { name: string })[] {
  switch (node.type) {
    case 'Identifier':
      return [node];
    case 'VariableDeclaration':
      return node.declarations.flatMap((d) => declaredNames(d.id));
    case 'ObjectPattern':
      return node.properties.flatMap((p) => declaredNames(p.type === 'RestElement' ? p.argument : p.value));
    case 'ArrayPattern':
      return node.elements.flatMap((e) => (e === null ? [] : declaredNames(e)));
    case 'RestElement':
      return declaredNames(node.argument);
    case 'AssignmentPattern':
      return declaredNames(node.left);
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return node.id === null ? [] : [node.id];
    case 'TSEnumDeclaration':
    case 'TSImportEqualsDeclaration':
      return [node.id];
    case 'TSModuleDeclaration': {
      let id: Node = node.id;
      while (id.type === 'TSQualifiedName') id = id.left;
      return id.type === 'Identifier' ? [id] : [];
    }
    default:
      return [];
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
