import type { Callee, CfgNode, FunctionIr, ModuleIr, Op } from './cfg';
import type { Expr, Target } from './expression';
import { givesPrimitive, isPrimitiveFunction, isPrimitiveStatic } from './primitive-methods';

/** How sure it is that a variable holds no object. */
const [certain, declared, open] = [0, 1, 2] as const;

/**
 * Variables and temporaries of a module that hold texts, numbers and the like. Of some it is certain that they never hold an object,
 * for they are given nothing else; others are declared to hold none, or get what such a one holds: a cast may give them one.
 */
export class PrimitiveVariables {
  /** By variable: bindings by their number, temporaries after them. */
  private readonly levels: Uint8Array;

  constructor(
    module: ModuleIr,
    private readonly variables: Numbering,
    count: number,
  ) {
    this.levels = new Flow(module, variables, count).levels();
  }

  /** Whether a value is no object, if declarations hold. */
  has(expr: Expr, fn: number): boolean {
    const source = sourceOf(expr, fn, this.variables);
    return source === 'primitive' || (source !== 'any' && this.isDeclared(source));
  }

  isDeclared(variable: number): boolean {
    return this.levels[variable] !== open;
  }

  /** Whether a variable may hold an object. */
  mayHold(variable: number): boolean {
    return this.levels[variable] !== certain;
  }
}

interface Numbering {
  temp(fn: number, temp: number): number;
}

/** What decides whether a value may be an object: nothing, anything, or what a variable holds. */
type Source = 'primitive' | 'any' | number;

function sourceOf(expr: Expr, fn: number, variables: Numbering): Source {
  let at = expr;
  // What a text or a number has is another one, or a function of the language.
  while (at.kind === 'member') at = at.object;
  switch (at.kind) {
    case 'const':
    case 'typeof-global':
    case 'unary':
    case 'binary':
    case 'private-in':
    case 'template':
      return 'primitive';
    case 'var':
      return at.binding;
    case 'temp':
      return variables.temp(fn, at.temp);
    default:
      return 'any';
  }
}

/** Which variable is given what which other one holds; what is not known to be no object spreads from there. */
class Flow {
  private readonly receivers: (number[] | undefined)[] = [];
  private readonly level: Uint8Array;
  private readonly given: Uint8Array;
  private readonly changed: number[] = [];
  private readonly functions = new Map<number, number>();

  constructor(
    private readonly module: ModuleIr,
    private readonly variables: Numbering,
    /** Results of functions are numbered behind the variables. */
    private readonly firstResult: number,
  ) {
    this.level = new Uint8Array(firstResult + module.functions.length);
    this.given = new Uint8Array(firstResult + module.functions.length);
  }

  levels(): Uint8Array {
    const { bindings, functions } = this.module;
    for (const fn of functions) this.findFunctions(fn);
    const passed = new Set<number>();
    for (const fn of functions) for (const node of fn.nodes) this.node(fn, node, passed);
    for (const { params } of functions)
      for (const { target } of params)
        if (target.kind === 'var' && !passed.has(target.binding)) this.raise(target.binding, open);
    for (const { index, kind, primitive } of bindings) {
      // Of what is never given anything, somebody else may know more.
      if (!assignable.has(kind) || this.given[index] === 0) this.raise(index, open);
      if (primitive) this.raise(index, declared);
    }
    for (const fn of functions) if (fn.async || fn.generator) this.raise(this.firstResult + fn.index, open);
    for (let variable = bindings.length; variable < this.firstResult; variable++)
      if (this.given[variable] === 0) this.raise(variable, open);
    this.spread();
    return this.level.subarray(0, this.firstResult);
  }

  /** Variables that are one function for good. */
  private findFunctions({ nodes }: FunctionIr): void {
    for (const { op } of nodes) {
      if (op.kind !== 'assign' || op.target.kind !== 'var' || op.value.kind !== 'closure') continue;
      if (this.module.bindings[op.target.binding]?.constant === true)
        this.functions.set(op.target.binding, op.value.fn);
    }
  }

  private node(fn: FunctionIr, { op }: CfgNode, passed: Set<number>): void {
    switch (op.kind) {
      case 'entry':
        for (const { target } of fn.params) if (target.kind !== 'var') this.give(fn, target, 'any');
        return;
      case 'assign':
      case 'await':
        if (op.target !== null) this.give(fn, op.target, this.source(op.value, fn));
        return;
      case 'call':
        this.callbacks(fn, op, passed);
        return;
      case 'call-return': {
        const call = fn.nodes[op.callNode]?.op;
        if (op.target !== null) this.give(fn, op.target, call?.kind === 'call' ? this.result(call, fn) : 'any');
        return;
      }
      case 'delete':
        if (op.target !== null) this.give(fn, op.target, 'primitive');
        return;
      case 'iter-open': {
        const of = op.over === 'keys' ? 'primitive' : this.source(op.source, fn);
        this.give(fn, { kind: 'temp', temp: op.iter }, of);
        return;
      }
      case 'iter-next':
      case 'iter-step':
        if (op.target !== null) this.give(fn, op.target, this.variables.temp(fn.index, op.iter));
        return;
      case 'iter-rest':
      case 'catch':
        if (op.target !== null) this.give(fn, op.target, 'any');
        return;
      case 'yield':
        if (op.target !== null) this.give(fn, op.target, 'any');
        if (op.returned !== null) this.give(fn, { kind: 'temp', temp: op.returned }, 'any');
        return;
      case 'return':
        if (op.value !== null) this.flow(this.source(op.value, fn), this.firstResult + fn.index);
        return;
      default:
    }
  }

  /** What `replace` of a text hands to a function that is written there: texts and numbers, and behind these what has named groups. */
  private callbacks(fn: FunctionIr, { callee, args }: Extract<Op, { kind: 'call' }>, passed: Set<number>): void {
    const replacer = args[1]?.value;
    if (callee.kind !== 'method' || callee.key.kind !== 'name' || !replacing.has(callee.key.name)) return;
    const called = replacer?.kind === 'closure' ? this.module.functions[replacer.fn] : undefined;
    if (called?.kind !== 'arrow' || args[0]?.spread === true) return;
    const source = this.source(callee.object, fn);
    for (const { target, rest } of called.params.slice(0, 3)) {
      if (target.kind !== 'var' || rest) continue;
      passed.add(target.binding);
      this.give(called, target, source);
    }
  }

  private result(op: Extract<Op, { kind: 'call' }>, fn: FunctionIr): Source {
    return op.call === 'call' ? this.called(op.callee, fn) : 'any';
  }

  private called(callee: Callee, fn: FunctionIr): Source {
    if (callee.kind === 'method') {
      const { object, key } = callee;
      if (key.kind !== 'name') return 'any';
      if (object.kind === 'global') return isPrimitiveStatic(object.name, key.name) ? 'primitive' : 'any';
      return givesPrimitive(key.name) ? this.source(object, fn) : 'any';
    }
    if (callee.kind !== 'value') return 'any';
    if (callee.value.kind === 'global') return isPrimitiveFunction(callee.value.name) ? 'primitive' : 'any';
    const known = callee.value.kind === 'var' ? this.functions.get(callee.value.binding) : undefined;
    return known === undefined ? 'any' : this.firstResult + known;
  }

  private source(expr: Expr, fn: FunctionIr): Source {
    return sourceOf(expr, fn.index, this.variables);
  }

  private give(fn: FunctionIr, target: Target, source: Source): void {
    if (target.kind === 'var') this.flow(source, target.binding);
    else if (target.kind === 'temp') this.flow(source, this.variables.temp(fn.index, target.temp));
  }

  private flow(source: Source, to: number): void {
    this.given[to] = 1;
    if (source === 'any') this.raise(to, open);
    else if (source !== 'primitive') (this.receivers[source] ??= []).push(to);
  }

  private raise(variable: number, level: number): void {
    const most = this.module.bindings[variable]?.primitive === true ? declared : level;
    if ((this.level[variable] ?? open) >= most) return;
    this.level[variable] = most;
    this.changed.push(variable);
  }

  private spread(): void {
    for (let from = this.changed.pop(); from !== undefined; from = this.changed.pop())
      for (const to of this.receivers[from] ?? []) this.raise(to, this.level[from] ?? open);
  }
}

const assignable: ReadonlySet<string> = new Set(['var', 'let', 'const', 'param']);
const replacing: ReadonlySet<string> = new Set(['replace', 'replaceAll']);
