import type { FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { Expr, Key, Target } from '#ir/expression';
import { eachExpr, targetOf } from '#ir/operands';
import { HeldParts, temporaries } from './held-parts';

/** Whether the code of a function may ask an object for a property of one of some names, none of which is a number. */
export function asksForNames(module: ModuleIr, fn: FunctionIr, names: ReadonlySet<string>): boolean {
  const mayBeIt = (key: Key): boolean => {
    if (key.kind === 'computed') return !isNumber(key.value, module, fn);
    return key.kind === 'name' && (names.has(key.name) || asking.has(key.name));
  };
  return fn.nodes.some(({ op }) => {
    let isAsked = keysOf(op).some(mayBeIt);
    eachExpr(op, (expr) => {
      if (expr.kind === 'member' || expr.kind === 'super-member') isAsked ||= mayBeIt(expr.key);
      if (expr.kind === 'binary' && expr.op === 'in') isAsked ||= !isNumber(expr.left, module, fn);
      if (expr.kind === 'const' && typeof expr.value === 'string') isAsked ||= names.has(expr.value);
    });
    return isAsked;
  });
}

/** Whether code of a module calls or reads members of its own object under names that it is given: `this[name](…)`. */
export function asksItself(module: ModuleIr): boolean {
  return module.functions.some((fn) => {
    const isOpen = (object: Expr, key: Key): boolean =>
      object.kind === 'this' && key.kind === 'computed' && !isNumber(key.value, module, fn);
    return fn.nodes.some(({ op }) => {
      let isAsked = op.kind === 'call' && op.callee.kind === 'method' && isOpen(op.callee.object, op.callee.key);
      eachExpr(op, (expr) => {
        if (expr.kind === 'member') isAsked ||= isOpen(expr.object, expr.key);
      });
      return isAsked;
    });
  });
}

/** Whether a function calls members of objects by keys that are put together when it runs, and may come to one of some names. Tables that its module writes are no such objects. */
export function callsByNames(module: ModuleIr, fn: FunctionIr, names: ReadonlySet<string>): boolean {
  const kept = temporaries(fn.nodes);
  const mayBeIt = (object: Expr, key: Key): boolean => {
    if (key.kind !== 'computed' || isNumber(key.value, module, fn) || isTable(module, object)) return false;
    return [...names].some((name) => mayGive(key.value, name, kept));
  };
  const open = new Set<string>();
  for (const { op } of fn.nodes) {
    const isRead = op.kind === 'assign' && op.value.kind === 'member' && mayBeIt(op.value.object, op.value.key);
    const holder = isRead ? holderOf(op.target) : null;
    if (holder !== null) open.add(holder);
  }
  return fn.nodes.some(({ op }) => {
    if (op.kind !== 'call' || op.call !== 'call') return false;
    const { callee } = op;
    if (callee.kind === 'value') return open.has(holderOf(callee.value) ?? '');
    if (callee.kind !== 'method') return false;
    const isCalled =
      callee.key.kind === 'name' && calling.has(callee.key.name) && open.has(holderOf(callee.object) ?? '');
    return isCalled || mayBeIt(callee.object, callee.key);
  });
}

const calling: ReadonlySet<string> = new Set(['call', 'apply', 'bind']);

/** Whether an expression may give a text, by what is written of it. */
function mayGive(expr: Expr, text: string, kept: ReadonlyMap<number, Expr>): boolean {
  switch (expr.kind) {
    case 'const':
      return String(expr.value) === text;
    case 'temp': {
      const value = kept.get(expr.temp);
      return value === undefined || mayGive(value, text, new Map());
    }
    case 'unary':
      return expr.op !== 'property-key' || mayGive(expr.operand, text, kept);
    case 'template':
      return text.startsWith(expr.quasis[0] ?? '') && text.endsWith(expr.quasis.at(-1) ?? '');
    case 'binary': {
      const { op, left, right } = expr;
      if (op !== '+') return false;
      if (left.kind === 'const') return text.startsWith(String(left.value));
      return right.kind === 'const' ? text.endsWith(String(right.value)) : true;
    }
    default:
      return true;
  }
}

/** A variable of the module that holds nothing but what it has written there by names. */
function isTable(module: ModuleIr, object: Expr): boolean {
  if (object.kind !== 'var' || module.bindings[object.binding]?.owner !== 0) return false;
  const parts = new HeldParts(module).ofVariable(object.binding);
  return parts.length > 0 && parts.every(({ name }) => name !== null);
}

function holderOf(at: Expr | Target): string | null {
  if (at.kind === 'var') return `variable ${at.binding}`;
  return at.kind === 'temp' ? `temporary ${at.temp}` : null;
}

/** Functions that are given a name to ask for. */
const asking: ReadonlySet<string> = new Set(['hasOwn', 'hasOwnProperty', 'propertyIsEnumerable', '__lookupGetter__']);

/** Keys that are part of no expression. What is written by a computed key is the object's own. */
function keysOf(op: Op): readonly Key[] {
  const target = targetOf(op);
  const written = target?.kind === 'member' && target.key.kind === 'name' ? [target.key] : [];
  if (op.kind !== 'call') return written;
  return op.callee.kind === 'method' || op.callee.kind === 'super-method' ? [op.callee.key, ...written] : written;
}

/** Whether an expression gives a number, and so do all that the variables in it are ever set to. */
function isNumber(expr: Expr, module: ModuleIr, fn: FunctionIr, met = new Set<string>()): boolean {
  const isOne = (part: Expr): boolean => isNumber(part, module, fn, met);
  switch (expr.kind) {
    case 'const':
      return typeof expr.value === 'number';
    case 'unary':
      return expr.op === 'property-key' ? isOne(expr.operand) : numeric.has(expr.op);
    case 'binary':
      return expr.op === '+' ? isOne(expr.left) && isOne(expr.right) : numeric.has(expr.op);
    case 'var':
    case 'temp': {
      const name = expr.kind === 'var' ? `variable ${expr.binding}` : `temporary ${expr.temp}`;
      if (met.has(name)) return true;
      met.add(name);
      if (expr.kind === 'temp') return valuesOf(expr, [fn]).every((value) => value !== null && isOne(value));
      const kind = module.bindings[expr.binding]?.kind ?? 'param';
      return variables.has(kind) && valuesOf(expr, module.functions).every((value) => value !== null && isOne(value));
    }
    default:
      return false;
  }
}

/** What functions set a variable to; null for what is no value of an expression. */
function valuesOf(
  variable: Extract<Expr, { kind: 'var' | 'temp' }>,
  functions: readonly FunctionIr[],
): readonly (Expr | null)[] {
  const isIt = (target: Target | null): boolean =>
    variable.kind === 'var'
      ? target?.kind === 'var' && target.binding === variable.binding
      : target?.kind === 'temp' && target.temp === variable.temp;
  return functions.flatMap(({ nodes }) =>
    nodes.flatMap(({ op }) => (isIt(targetOf(op)) ? [op.kind === 'assign' ? op.value : null] : [])),
  );
}

const variables: ReadonlySet<string> = new Set(['let', 'const', 'var']);
const numeric: ReadonlySet<string> = new Set('+ - ~ numeric increment decrement * / % ** << >> >>> | ^ &'.split(' '));
