import type { ModuleIr, Op } from '#ir/cfg';
import type { Expr, Property, Target } from '#ir/expression';
import { eachOperand, eachPart } from '#ir/operands';
import { isExports } from './quiet-nodes';

/** What holds a value in a function: a temporary of it, or a variable under one of its names. */
export type Variable =
  { readonly kind: 'temp'; readonly temp: number } | { readonly kind: 'var'; readonly bindings: ReadonlySet<number> };

/** A property of a literal that is there under a name that is written, and whose value is all there is to it. */
type NamedProperty = Extract<Property, { kind: 'value' | 'method' | 'get' | 'set' }>;

/** The properties of the object that an operation makes and keeps, by name; null where it is no such, or has others. */
export function propertiesMade(module: ModuleIr, op: Op): ReadonlyMap<string, NamedProperty> | null {
  if (op.kind !== 'assign' || op.value.kind !== 'object') return null;
  const found = new Map<string, NamedProperty>();
  for (const property of op.value.properties) {
    if (property.kind !== 'value' && property.kind !== 'method') return null;
    if (property.key.kind !== 'name' || property.key.name === '__proto__' || found.has(property.key.name)) return null;
    found.set(property.key.name, property);
  }
  return isHolder(module, op.target) ? found : null;
}

/**
 * What an operation does with a variable that has changed: all of it, or, where `names` is not null, the object that it holds, in properties of
 * these names. `none`: it takes other properties, by their names. `content`: it passes the object on. A set of names: it makes an object of which
 * properties of these names are others. `value`: anything else.
 */
export function useOf(
  module: ModuleIr,
  op: Op,
  variable: Variable,
  names: ReadonlySet<string> | null,
): 'none' | 'content' | 'value' | ReadonlySet<string> {
  if (names !== null && op.kind === 'assign' && isVariable(op.value, variable) && isHolder(module, op.target)) {
    return 'content';
  }
  const made = propertiesMade(module, op);
  const look = new Look(variable, names);
  if (made === null || op.kind !== 'assign') {
    eachOperand(op, (operand) => look.into(operand));
    return look.sees > 0 || look.passes === 0 ? 'value' : 'none';
  }
  if (op.target.kind === 'member') look.into(op.target.object);
  if (look.sees + look.passes > 0) return 'value';
  const affected = new Set<string>();
  for (const [name, property] of made) {
    if (property.kind !== 'value') continue;
    const inside = new Look(variable, names);
    inside.into(property.value);
    if (inside.sees > 0) affected.add(name);
    look.passes += inside.passes;
  }
  if (affected.size > 0) return affected;
  return look.passes > 0 ? 'none' : 'value';
}

/** Is what is stored there seen only by those who use the variable, or what the module exports? */
function isHolder(module: ModuleIr, target: Target): boolean {
  return target.kind === 'temp' || (target.kind === 'var' && target.declare) || isExports(module, target);
}

/** Counts where expressions see what changed of a variable, and where they take only what did not. */
class Look {
  sees = 0;
  passes = 0;

  constructor(
    private readonly variable: Variable,
    private readonly names: ReadonlySet<string> | null,
  ) {}

  into(expr: Expr): void {
    if (isVariable(expr, this.variable)) {
      this.sees++;
    } else if (this.names !== null && expr.kind === 'member' && isVariable(expr.object, this.variable)) {
      if (expr.key.kind === 'name' && !this.names.has(expr.key.name)) this.passes++;
      else this.sees++;
      if (expr.key.kind === 'computed') this.into(expr.key.value);
    } else if (
      this.names !== null &&
      expr.kind === 'unary' &&
      expr.op === 'require-object' &&
      isVariable(expr.operand, this.variable)
    ) {
      this.passes++;
    } else eachPart(expr, (part) => this.into(part));
  }
}

function isVariable(expr: Expr, variable: Variable): boolean {
  if (expr.kind === 'temp') return variable.kind === 'temp' && expr.temp === variable.temp;
  return expr.kind === 'var' && variable.kind === 'var' && variable.bindings.has(expr.binding);
}
