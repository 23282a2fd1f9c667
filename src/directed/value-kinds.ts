import type { FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { BinaryOp, Constant, Expr, UnaryOp } from '#ir/expression';
import { targetOf } from '#ir/operands';
import type { Scalar } from '#smt/sorts';
import type { InputMember, InputType } from '#symbolic/input-type';

/** What kinds of values something may be, as bits. */
export const kinds = {
  none: 0,
  undefined: 1,
  null: 2,
  boolean: 4,
  number: 8,
  string: 16,
  bigint: 32,
  symbol: 64,
  object: 128,
  any: 255,
} as const;

/** Which kinds of values the functions of a module take and give, as far as somebody knows. */
export interface KindsAround {
  parameter(fn: FunctionIr, position: number, of: KindsOf): number;
  result(fn: FunctionIr, callNode: number, of: KindsOf): number;
  /** Whether variables of the function hold what nobody has assigned. */
  isOpen(owner: number): boolean;
}

export type KindsOf = (expr: Expr, fn: FunctionIr) => number;

/**
 * The kinds of values that variables and temporaries of a module may hold, whatever the order of its statements: a value
 * that nobody assigns is `undefined`, everything else is what is assigned.
 */
export class ValueKinds {
  readonly #around: KindsAround;
  readonly #bindings: Uint8Array;
  readonly #temps: readonly Uint8Array[];

  constructor(module: ModuleIr, around: KindsAround) {
    this.#around = around;
    this.#bindings = Uint8Array.from(module.bindings, ({ kind, owner }) =>
      around.isOpen(owner) ? kinds.any : (initialKinds[kind] ?? kinds.none),
    );
    this.#temps = module.functions.map((fn) => new Uint8Array(fn.tempCount));
    let isStable = false;
    while (!isStable) {
      isStable = true;
      for (const fn of module.functions) {
        for (const { op } of fn.nodes) if (this.#flow(fn, op)) isStable = false;
      }
    }
  }

  of(expr: Expr, fn: FunctionIr): number {
    switch (expr.kind) {
      case 'const':
        return kindOfConstant(expr.value);
      case 'var':
        return this.#bindings[expr.binding] ?? kinds.any;
      case 'temp':
        return this.#temps[fn.index]?.[expr.temp] ?? kinds.any;
      case 'global':
        return globalKinds.get(expr.name) ?? kinds.any;
      case 'unary':
        return this.#unary(expr.op, this.of(expr.operand, fn));
      case 'binary':
        return binaryKinds(expr.op, this.of(expr.left, fn), this.of(expr.right, fn));
      case 'private-in':
        return kinds.boolean;
      case 'typeof-global':
      case 'template':
        return kinds.string;
      case 'regexp':
      case 'arguments':
      case 'self':
      case 'import-meta':
      case 'template-object':
      case 'array':
      case 'object':
      case 'object-rest':
      case 'closure':
      case 'class':
        return kinds.object;
      case 'member':
        return this.#member(expr, fn);
      case 'this':
      case 'new-target':
      case 'super-member':
        return kinds.any;
    }
  }

  #member(expr: Extract<Expr, { kind: 'member' }>, fn: FunctionIr): number {
    const isLength = expr.key.kind === 'name' && expr.key.name === 'length';
    return isLength && this.of(expr.object, fn) === kinds.string ? kinds.number : kinds.any;
  }

  #unary(op: UnaryOp, operand: number): number {
    switch (op) {
      case '!':
      case 'is-nullish':
      case 'is-undefined':
        return kinds.boolean;
      case 'typeof':
        return kinds.string;
      case 'void':
        return kinds.undefined;
      case '+':
        return kinds.number;
      case '-':
      case '~':
      case 'numeric':
      case 'increment':
      case 'decrement':
        return numeric(operand);
      case 'property-key':
        return kinds.string | kinds.symbol;
      case 'require-object':
        return operand;
    }
  }

  readonly #of: KindsOf = (expr, fn) => this.of(expr, fn);

  /** Whether anything is new. */
  #flow(fn: FunctionIr, op: Op): boolean {
    if (op.kind === 'entry') return this.#flowParameters(fn);
    const target = targetOf(op);
    if (target === null || (target.kind !== 'var' && target.kind !== 'temp')) return false;
    const value =
      op.kind === 'assign'
        ? this.of(op.value, fn)
        : op.kind === 'call-return'
          ? this.#around.result(fn, op.callNode, this.#of)
          : kinds.any;
    return target.kind === 'var'
      ? widen(this.#bindings, target.binding, value)
      : widen(this.#temps[fn.index], target.temp, value);
  }

  #flowParameters(fn: FunctionIr): boolean {
    let isNew = false;
    fn.params.forEach(({ target, rest }, position) => {
      const value = rest ? kinds.object : this.#around.parameter(fn, position, this.#of);
      if (target.kind === 'var') isNew = widen(this.#bindings, target.binding, value) || isNew;
      else if (target.kind === 'temp') isNew = widen(this.#temps[fn.index], target.temp, value) || isNew;
    });
    return isNew;
  }
}

/** What a declared type of an input allows. */
export function kindsOfInput({ members }: InputType): number {
  return members.reduce<number>((all, member) => all | kindsOfMember(member), kinds.none);
}

function kindsOfMember(member: InputMember): number {
  switch (member.kind) {
    case 'undefined':
    case 'null':
    case 'boolean':
    case 'string':
    case 'bigint':
    case 'symbol':
    case 'number':
      return kinds[member.kind];
    case 'literals':
      return member.values.reduce<number>((all, value) => all | kindOfConstant(value), kinds.none);
    default:
      return kinds.object;
  }
}

/** Bindings that have a value before any statement runs, and those that another module or the language gives one. */
const initialKinds: Readonly<Partial<Record<ModuleIr['bindings'][number]['kind'], number>>> = {
  var: kinds.undefined,
  let: kinds.undefined,
  function: kinds.object,
  import: kinds.any,
  catch: kinds.any,
  enum: kinds.any,
  namespace: kinds.any,
};

const globalKinds: ReadonlyMap<string, number> = new Map([
  ['undefined', kinds.undefined],
  ['NaN', kinds.number],
  ['Infinity', kinds.number],
  ...['Math', 'JSON', 'Object', 'Array', 'String', 'Number', 'Boolean', 'Error', 'RangeError', 'TypeError'].map(
    (name) => [name, kinds.object] as const,
  ),
]);

function kindOfConstant(value: Constant | Scalar): number {
  if (value === null) return kinds.null;
  switch (typeof value) {
    case 'undefined':
      return kinds.undefined;
    case 'boolean':
      return kinds.boolean;
    case 'number':
      return kinds.number;
    case 'string':
      return kinds.string;
    case 'bigint':
      return kinds.bigint;
    default:
      return kinds.any;
  }
}

function binaryKinds(op: BinaryOp, left: number, right: number): number {
  switch (op) {
    case '==':
    case '!=':
    case '===':
    case '!==':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
    case 'instanceof':
      return kinds.boolean;
    case '+': {
      const isText = ((left | right) & (kinds.string | kinds.object)) !== 0;
      return numeric(left | right) | (isText ? kinds.string : kinds.none);
    }
    default:
      return numeric(left | right);
  }
}

function numeric(operands: number): number {
  return (operands & (kinds.bigint | kinds.object)) === 0 ? kinds.number : kinds.number | kinds.bigint;
}

function widen(table: Uint8Array | undefined, index: number, by: number): boolean {
  const before = table?.[index];
  if (table === undefined || before === undefined || (before | by) === before) return false;
  table[index] = before | by;
  return true;
}
