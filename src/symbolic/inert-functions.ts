import type { Callee, FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { Expr, Target } from '#ir/expression';
import { eachOperand, eachPart } from '#ir/operands';
import type { Closure } from './closure';
import type { InputMember } from './input-type';
import type { Machine } from './machine';
import { isTerm, type Ref, type Value } from './value';

/**
 * Whether it makes no difference to others when, and how often, a function is called: it changes nothing that is there, and
 * looks at nothing that anybody changes. A look at its code and at what it has around it, which says no when in doubt.
 */
export function isInert(machine: Machine, closure: Closure, met: ReadonlySet<FunctionIr> = new Set()): boolean {
  if (closure.construction !== null) return false;
  return met.has(closure.fn) || new InertScan(machine, closure, new Set([...met, closure.fn])).isInert();
}

class InertScan {
  readonly #machine: Machine;
  readonly #closure: Closure;
  readonly #module: ModuleIr;
  /** The function, and those that are made in it. */
  readonly #own: ReadonlySet<number>;
  readonly #met: ReadonlySet<FunctionIr>;

  constructor(machine: Machine, closure: Closure, met: ReadonlySet<FunctionIr>) {
    this.#machine = machine;
    this.#closure = closure;
    this.#module = closure.module;
    this.#own = withThoseInside(closure.module, closure.fn);
    this.#met = met;
  }

  isInert(): boolean {
    return [...this.#own].every((index) => {
      const fn = this.#module.functions[index];
      return fn !== undefined && fn.nodes.every(({ op }) => this.#isInertOp(op));
    });
  }

  #isInertOp(op: Op): boolean {
    if (op.kind === 'delete' && !this.#isItsOwn(op.object)) return false;
    if (op.kind === 'iter-open' && !this.#isItsOwn(op.source) && op.source.kind !== 'const') return false;
    if ('target' in op && op.target !== null && !this.#isInertTarget(op.target)) return false;
    if (op.kind === 'call' && !this.#isInertCallee(op.callee)) return false;
    let isSafe = true;
    eachOperand(op, (expr) => {
      isSafe &&= this.#isInertRead(expr);
    });
    return isSafe;
  }

  #isInertTarget(target: Target): boolean {
    switch (target.kind) {
      case 'temp':
        return true;
      case 'var':
        return this.#isOwn(target.binding);
      case 'member':
        return this.#isItsOwn(target.object);
      case 'global':
      case 'super-member':
        return false;
    }
  }

  #isInertCallee(callee: Callee): boolean {
    switch (callee.kind) {
      case 'method':
        return this.#isItsOwn(callee.object) || isQuietGlobal(callee.object);
      case 'value':
        return this.#isItsOwn(callee.value) || isQuietGlobal(callee.value) || this.#isFunctionAround(callee.value);
      default:
        return false;
    }
  }

  /** A function from around this one; whether it is inert itself is asked of all that is read. */
  #isFunctionAround(expr: Expr): boolean {
    if (expr.kind !== 'var' || this.#isOwn(expr.binding)) return false;
    const value = this.#valueOf(expr.binding);
    if (value === null) return false;
    if (value.kind === 'input') return value.location.type.members.every(isPlainOrFunction);
    return value.kind === 'object';
  }

  #isInertRead(expr: Expr): boolean {
    switch (expr.kind) {
      case 'global':
        return isQuietGlobal(expr);
      case 'this':
      case 'class':
      case 'super-member':
      case 'import-meta':
        return false;
      case 'var':
        return this.#isOwn(expr.binding) || this.#isInertVariable(expr.binding);
      default: {
        let isSafe = true;
        eachPart(expr, (part) => {
          isSafe &&= this.#isInertRead(part);
        });
        return isSafe;
      }
    }
  }

  #isInertVariable(binding: number): boolean {
    if (this.#module.bindings[binding]?.constant !== true) return false;
    const value = this.#valueOf(binding);
    if (value === null) return false;
    if (isTerm(value) || value.kind === 'undefined' || value.kind === 'null') return true;
    if (value.kind === 'input') return value.location.type.members.every(isPlainOrFunction);
    return value.kind === 'object' && this.#isInertObject(value.ref);
  }

  #isInertObject(ref: Ref): boolean {
    const { internal } = this.#machine.object(ref);
    if (internal.kind === 'closure') return isInert(this.#machine, internal.closure, this.#met);
    return internal.kind === 'callback' || internal.kind === 'builtin' || internal.kind === 'outside';
  }

  #valueOf(binding: number): Value | null {
    const cell = this.#closure.env.get(binding);
    return cell === undefined ? null : this.#machine.cell(cell);
  }

  #isOwn(binding: number): boolean {
    const owner = this.#module.bindings[binding]?.owner;
    return owner !== undefined && this.#own.has(owner);
  }

  /** What it is called with, and what it has made itself: whatever others see is not looked at. */
  #isItsOwn(expr: Expr): boolean {
    if (expr.kind === 'member') return this.#isItsOwn(expr.object);
    return expr.kind === 'temp' || (expr.kind === 'var' && this.#isOwn(expr.binding));
  }
}

function withThoseInside({ functions }: ModuleIr, { index }: FunctionIr): ReadonlySet<number> {
  const found = new Set([index]);
  // Functions are numbered from the outside to the inside.
  for (const fn of functions) if (fn.parent !== null && found.has(fn.parent)) found.add(fn.index);
  return found;
}

function isPlainOrFunction({ kind }: InputMember): boolean {
  return ['undefined', 'null', 'boolean', 'string', 'bigint', 'symbol', 'number', 'literals', 'function'].includes(
    kind,
  );
}

const quietGlobals: ReadonlySet<string> = new Set([
  'Math',
  'JSON',
  'Number',
  'String',
  'Boolean',
  'BigInt',
  'Symbol',
  'console',
  'parseInt',
  'parseFloat',
  'isNaN',
  'isFinite',
  'Error',
  'TypeError',
  'RangeError',
  'encodeURIComponent',
  'decodeURIComponent',
  'undefined',
  'NaN',
  'Infinity',
]);

function isQuietGlobal(expr: Expr): boolean {
  if (expr.kind === 'member') return isQuietGlobal(expr.object);
  return expr.kind === 'global' && quietGlobals.has(expr.name);
}
