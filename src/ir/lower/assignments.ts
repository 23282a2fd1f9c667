import type { Expression, Node } from 'oxc-parser';
import type { BinaryOp, Expr, Key, Target } from '../expression';
import { undefinedExpr } from '../expression';
import { asProperty, superKey, computedKey, settled, stripTypes } from './operands';
import type { FunctionScope } from './lowerer';
import { noteUse, readIdentifier } from './names';
import { isStable, needsNodes } from './needs-nodes';

type Assignment = Extract<Expression, { type: 'AssignmentExpression' }>;
type Update = Extract<Expression, { type: 'UpdateExpression' }>;

/** Assignments and updates; the result is the assigned value when `wantsValue`. */
export function lowerAssignment(f: FunctionScope, node: Expression, wantsValue: boolean, origin: Node): Expr {
  if (node.type === 'UpdateExpression') return update(f, node, wantsValue, origin);
  if (node.type !== 'AssignmentExpression') return f.lower.expr(f, node);
  const { left } = node;
  if (left.type === 'ArrayPattern' || left.type === 'ObjectPattern') {
    const value = settled(f, f.lower.expr(f, node.right), node.right);
    f.lower.pattern(f, left, value, false, origin);
    return value;
  }
  if (node.operator === '=') return plain(f, node, wantsValue, origin);
  if (node.operator === '&&=' || node.operator === '||=' || node.operator === '??=') {
    return logical(f, node, wantsValue, origin);
  }
  const reference = lowerReference(f, left, needsNodes(f.module, node.right) ? 'kept' : 'twice');
  const op = node.operator.slice(0, -1) as BinaryOp;
  let old = readTarget(f, reference);
  if (needsNodes(f.module, node.right)) old = settled(f, old, left);
  const value: Expr = { kind: 'binary', op, left: old, right: f.lower.expr(f, node.right) };
  return store(f, reference, value, wantsValue, origin);
}

/**
 * How the parts of a reference are used: `once`, right away; `twice`, read and written by one node; `kept`,
 * after other code has run.
 */
type Reuse = 'once' | 'twice' | 'kept';

/** Where a pattern element or the left side of an assignment stores; its parts are evaluated here. */
export function lowerReference(f: FunctionScope, wrapped: Node, reuse: Reuse): Target {
  const node = stripTypes(wrapped as Expression);
  if (node.type === 'Identifier') return identifierTarget(f, node, false);
  if (node.type !== 'MemberExpression') {
    // Calls as targets are an early error in current engines and a ReferenceError in old ones.
    f.lower.effect(f, node, node);
    return { kind: 'temp', temp: f.builder.temp() };
  }
  if (node.object.type === 'Super') {
    return { kind: 'super-member', key: keptKey(f, superKey(f, node), reuse, node) };
  }
  if (!node.computed) {
    const object = keptPart(f, f.lower.expr(f, node.object), reuse, node.object);
    return { kind: 'member', object, key: f.lower.key(f, asProperty(node)) };
  }
  const parts = f.lower.exprs(f, [node.object, node.property]);
  const object = keptPart(f, parts[0] ?? undefinedExpr, reuse, node.object);
  return { kind: 'member', object, key: keptKey(f, computedKey(parts[1] ?? undefinedExpr), reuse, node.property) };
}

export function identifierTarget(f: FunctionScope, node: Node & { name: string }, declare: boolean): Target {
  const read = readIdentifier(f, node);
  if (read.kind !== 'var') {
    if (read.kind === 'member') return { kind: 'member', object: read.object, key: read.key };
    return { kind: 'global', name: node.name };
  }
  const scope: string | undefined = f.module.scopes.variables[read.binding]?.scope.type;
  // Sloppy code drops what it assigns to the name of the function expression that it is in.
  if (scope === 'function-expression-name' && !f.strict) return { kind: 'temp', temp: f.builder.temp() };
  noteUse(f, read.binding);
  if (declare) f.module.declared.add(read.binding);
  return { kind: 'var', binding: read.binding, declare };
}

/** Writes a value and, for exported members of a namespace, the property that mirrors the variable. */
export function store(f: FunctionScope, target: Target, value: Expr, wantsValue: boolean, origin: Node): Expr {
  const b = f.builder;
  if (target.kind === 'var') {
    b.assign(target, value, origin);
    mirror(f, target.binding, origin);
    return { kind: 'var', binding: target.binding };
  }
  const kept = wantsValue ? settled(f, value, origin) : value;
  b.assign(target, kept, origin);
  return kept;
}

export function mirror(f: FunctionScope, binding: number, origin: Node): void {
  const exported = f.module.mirrored.get(binding);
  if (exported === undefined) return;
  noteUse(f, exported.namespace);
  const object: Expr = { kind: 'var', binding: exported.namespace };
  f.builder.assign(
    { kind: 'member', object, key: { kind: 'name', name: exported.name } },
    { kind: 'var', binding },
    origin,
  );
}

function keptPart(f: FunctionScope, value: Expr, reuse: Reuse, origin: Node): Expr {
  if (reuse === 'once' || isStable(f, value) || (reuse === 'twice' && value.kind === 'var')) return value;
  return f.builder.spill(value, origin);
}

function keptKey(f: FunctionScope, key: Key, reuse: Reuse, origin: Node): Key {
  return key.kind === 'computed' ? { kind: 'computed', value: keptPart(f, key.value, reuse, origin) } : key;
}

function plain(f: FunctionScope, node: Assignment, wantsValue: boolean, origin: Node): Expr {
  const target = lowerReference(f, node.left, needsNodes(f.module, node.right) ? 'kept' : 'once');
  if (target.kind === 'var') {
    const name = f.module.bindings[target.binding]?.name ?? '';
    f.lower.exprTo(f, node.right, target, origin, name);
    mirror(f, target.binding, origin);
    return { kind: 'var', binding: target.binding };
  }
  const name = target.kind === 'member' && target.key.kind !== 'computed' ? target.key.name : '';
  const value = f.lower.named(f, node.right, name);
  return store(f, target, value, wantsValue, origin);
}

function logical(f: FunctionScope, node: Assignment, wantsValue: boolean, origin: Node): Expr {
  const b = f.builder;
  const target = lowerReference(f, node.left, 'kept');
  const old = wantsValue ? settled(f, readTarget(f, target), node.left) : readTarget(f, target);
  const test: Expr = node.operator === '??=' ? { kind: 'unary', op: 'is-nullish', operand: old } : old;
  const result = wantsValue ? b.temp() : null;
  const { yes, no } = b.branch(test, node.left);
  const [short, long] = node.operator === '||=' ? [yes, no] : [no, yes];
  b.resume(short);
  if (result !== null) b.assign({ kind: 'temp', temp: result }, old, origin);
  const done = b.take();
  b.resume(long);
  const name = target.kind === 'var' ? (f.module.bindings[target.binding]?.name ?? '') : '';
  const value = store(f, target, f.lower.named(f, node.right, name), wantsValue, origin);
  if (result !== null) b.assign({ kind: 'temp', temp: result }, value, origin);
  b.join(done);
  return result === null ? undefinedExpr : { kind: 'temp', temp: result };
}

function update(f: FunctionScope, node: Update, wantsValue: boolean, origin: Node): Expr {
  const target = lowerReference(f, node.argument, node.prefix || !wantsValue ? 'twice' : 'kept');
  const op = node.operator === '++' ? 'increment' : 'decrement';
  const read = readTarget(f, target);
  if (node.prefix || !wantsValue) {
    return store(f, target, { kind: 'unary', op, operand: read }, wantsValue, origin);
  }
  const old = f.builder.spill({ kind: 'unary', op: 'numeric', operand: read }, node.argument);
  store(f, target, { kind: 'unary', op, operand: old }, false, origin);
  return old;
}

function readTarget(f: FunctionScope, target: Target): Expr {
  switch (target.kind) {
    case 'var':
      noteUse(f, target.binding);
      return { kind: 'var', binding: target.binding };
    case 'member':
      return { kind: 'member', object: target.object, key: target.key };
    default:
      return target;
  }
}
