import type { CfgNode, FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import type { Variable } from './object-content';

/** The statement that makes the object of an enum, and the properties of it that another one sets. */
export interface EnumMember {
  readonly made: CfgNode;
  readonly properties: ReadonlySet<string>;
}

/** What a statement does that only sets a member of an enum to a constant, or leads back from there to its name; null for all others. */
export function enumMemberAt(module: ModuleIr, fn: FunctionIr, { op }: CfgNode): EnumMember | null {
  if (op.kind !== 'assign' || op.target.kind !== 'member' || op.value.kind !== 'const') return null;
  const { object, key } = op.target;
  const made = fn.nodes.find((node) => makes(node.op, object));
  if (!isEnum(module, object) || made === undefined) return null;
  // Members are found by their values, too.
  if (key.kind === 'name') return { made, properties: new Set([key.name, String(op.value.value)]) };
  const back = key.kind === 'computed' ? memberOf(object, key.value) : null;
  const set = fn.nodes.find((node) => setsMember(node.op, object, back));
  return set === undefined ? null : enumMemberAt(module, fn, set);
}

/** Whether a statement only sets a member of the enum in a variable to a constant, or leads back to its name: no other member is another by that. */
export function isOtherMember(module: ModuleIr, op: Op, variable: Variable): boolean {
  if (variable.kind !== 'var' || op.kind !== 'assign' || op.target.kind !== 'member') return false;
  const { object } = op.target;
  const isOwn = object.kind === 'var' && variable.bindings.has(object.binding) && isEnum(module, object);
  return isOwn && op.value.kind === 'const';
}

function makes(op: Op, object: Expr): boolean {
  if (op.kind !== 'assign' || op.target.kind !== 'var' || object.kind !== 'var') return false;
  return op.target.binding === object.binding && op.value.kind === 'object';
}

function setsMember(op: Op, object: Expr, name: string | null): boolean {
  if (op.kind !== 'assign' || op.target.kind !== 'member' || op.target.key.kind !== 'name') return false;
  return op.target.key.name === name && isSame(op.target.object, object);
}

function memberOf(object: Expr, expr: Expr): string | null {
  return expr.kind === 'member' && expr.key.kind === 'name' && isSame(expr.object, object) ? expr.key.name : null;
}

function isSame(a: Expr, b: Expr): boolean {
  return a.kind === 'var' && b.kind === 'var' && a.binding === b.binding;
}

function isEnum(module: ModuleIr, expr: Expr): boolean {
  return expr.kind === 'var' && module.bindings[expr.binding]?.kind === 'enum';
}
