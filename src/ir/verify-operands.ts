import { assertNever } from '#core/diagnostics';
import type { CfgNode, FunctionIr, ModuleIr } from './cfg';
import type { Expr, Target } from './expression';
import { eachExpr, targetOf } from './operands';
import type { Report } from './verify-report';

/** Checks that what the nodes of a function speak of exists and may be seen from there. */
export function verifyOperands(module: ModuleIr, fn: FunctionIr, report: Report): void {
  const check = new OperandCheck(module, fn, report);
  for (const param of fn.params) check.target(param.target, fn.nodes[fn.entry]);
  for (const node of fn.nodes) check.node(node);
}

class OperandCheck {
  readonly #module: ModuleIr;
  readonly #fn: FunctionIr;
  readonly #report: Report;

  constructor(module: ModuleIr, fn: FunctionIr, report: Report) {
    this.#module = module;
    this.#fn = fn;
    this.#report = report;
  }

  node(node: CfgNode): void {
    const { op } = node;
    eachExpr(op, (expr) => this.#expr(expr, node));
    const target = targetOf(op);
    if (target !== null) this.target(target, node);
    switch (op.kind) {
      case 'dispatch':
        return this.#temp(op.completion, node);
      case 'iter-open':
      case 'iter-next':
      case 'iter-step':
      case 'iter-rest':
      case 'iter-close':
        return this.#temp(op.iter, node);
      case 'yield':
        return op.returned === null ? undefined : this.#temp(op.returned, node);
      case 'scope':
        for (const binding of op.bindings) this.#owned(binding, node);
        return undefined;
      case 'call':
        return op.callee.kind === 'function' ? this.#function(op.callee.fn, node) : undefined;
      default:
        return undefined;
    }
  }

  target(target: Target, node: CfgNode | undefined): void {
    switch (target.kind) {
      case 'var':
        if (target.declare) this.#owned(target.binding, node);
        else this.#binding(target.binding, node);
        return;
      case 'temp':
        return this.#temp(target.temp, node);
      case 'global':
      case 'member':
      case 'super-member':
        return;
      default:
        return assertNever(target);
    }
  }

  #expr(expr: Expr, node: CfgNode): void {
    if (expr.kind === 'var') this.#binding(expr.binding, node);
    else if (expr.kind === 'temp') this.#temp(expr.temp, node);
    else if (expr.kind === 'closure') this.#function(expr.fn, node);
    else if (expr.kind === 'object') {
      for (const property of expr.properties) if ('fn' in property) this.#function(property.fn, node);
    } else if (expr.kind === 'class') {
      const klass = this.#module.classes[expr.index];
      this.#report.check(klass !== undefined, 'classes exist', this.#fn, node);
      const named = klass?.members.every((member) => member.key in expr.keys) ?? true;
      this.#report.check(named, 'the members of a class have keys', this.#fn, node);
    } else if (expr.kind === 'template') {
      const fits = expr.quasis.length === expr.values.length + 1;
      this.#report.check(fits, 'a template has a text around each of its values', this.#fn, node);
    }
  }

  #temp(temp: number, node: CfgNode | undefined): void {
    const inRange = Number.isInteger(temp) && temp >= 0 && temp < this.#fn.tempCount;
    this.#report.check(inRange, `temporary $${temp} exists`, this.#fn, node);
  }

  #function(index: number, node: CfgNode): void {
    const created = this.#module.functions[index];
    this.#report.check(created !== undefined, 'functions exist', this.#fn, node);
    const parented = created === undefined || created.parent === this.#fn.index || created.classIndex !== null;
    this.#report.check(parented, 'a closure is a child of the function that creates it', this.#fn, node);
  }

  #owned(index: number, node: CfgNode | undefined): void {
    const binding = this.#module.bindings[index];
    const owned = binding === undefined || binding.owner === this.#fn.index;
    this.#report.check(binding !== undefined, `binding ${index} exists`, this.#fn, node);
    this.#report.check(owned, `${binding?.name ?? ''} is declared by its owner`, this.#fn, node);
  }

  #binding(index: number, node: CfgNode | undefined): void {
    const binding = this.#module.bindings[index];
    this.#report.check(binding !== undefined, `binding ${index} exists`, this.#fn, node);
    if (binding === undefined || binding.owner === this.#fn.index) return;
    this.#report.check(binding.captured, `${binding.name}, used by an inner function, is captured`, this.#fn, node);
    this.#report.check(this.#sees(binding.owner), `${binding.name} is visible where it is used`, this.#fn, node);
  }

  #sees(owner: number): boolean {
    let at = this.#fn.parent;
    for (let steps = 0; at !== null && steps <= this.#module.functions.length; steps++) {
      if (at === owner) return true;
      at = this.#module.functions[at]?.parent ?? null;
    }
    return false;
  }
}
