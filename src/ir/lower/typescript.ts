import type { Node, Statement } from 'oxc-parser';
import { constant, undefinedExpr, type Expr, type Key } from '../expression';
import { identifierTarget } from './assignments';
import { emitCall } from './calls';
import { staticKey } from './expressions';
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
  let id: Node = node.id;
  while (id.type === 'TSQualifiedName') id = id.left;
  if (id.type !== 'Identifier') return;
  const binding = f.module.scopes.variableOf(id) ?? undefined;
  if (binding === undefined) return;
  declareObject(f, id, binding, node);
  const name = f.module.text.slice(node.id.start, node.id.end);
  const created = { node, name, kind: 'namespace', namespace: binding } as const;
  const { index } = openFunction(f, created, qualify(f, name), (inside) => {
    noteUse(inside, binding);
    for (const statement of body.body) mirrorExports(inside, statement, binding);
    inside.lower.block(inside, body.body, body);
  });
  emitCall(f, 'initialise', { kind: 'function', fn: index, thisValue: undefinedExpr }, [], null, node);
}

function declareObject(f: FunctionScope, id: Node & { name: string }, binding: number, origin: Node): void {
  if (f.module.declared.has(binding)) return; // merged with an earlier declaration
  const kind = f.module.bindings[binding]?.kind;
  if (kind === 'function' || kind === 'class') return;
  f.builder.assign(identifierTarget(f, id, true), { kind: 'object', properties: [] }, origin);
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
