import { specialVars, type ModuleFacts } from '#ir/facts';
import type { CommonCalls } from './common-calls';
import { ObjectSpace } from './object-space';
import type { PointerSolver, SolverCall } from './pointers';
import type { Resolvers } from './resolvers';

type Host = Pick<PointerSolver, 'objects' | 'pointsTo' | 'varBase'> & {
  specialVar(fn: number, which: number): number;
};

interface Callees {
  readonly common: CommonCalls;
  readonly resolvers: Resolvers;
  argValues(module: ModuleFacts, call: SolverCall): number[];
  elementsOf(list: number): number;
  paramCount(fn: number): number;
  paramVar(fn: number, position: number): number;
  passArgument(fn: number, position: number, value: number): void;
  result(fn: number, to: number, isNew: boolean): void;
}

type Way = 'call' | 'apply' | 'bind';

/** A call of a method of functions, with variables for its arguments and its result. */
interface Through {
  readonly call: SolverCall;
  readonly way: Way;
  readonly args: readonly number[];
  readonly result: number;
}

/** `f.call(this, a)`, `f.apply(this, list)`, `f.bind(this)`. */
export class CallsThrough {
  constructor(
    private readonly host: Host,
    private readonly calls: Callees,
  ) {}

  load(call: SolverCall, module: ModuleFacts, receiver: number): void {
    const way = module.strings[module.calls.property[call.index]!];
    if (way !== 'call' && way !== 'apply' && way !== 'bind') return;
    const { pointsTo, objects, varBase } = this.host;
    const args = this.calls.argValues(module, call);
    const result = varBase[call.module]! + module.calls.result[call.index]!;
    const through: Through = { call, way, args, result };
    call.callees.push(receiver);
    pointsTo.watch(receiver, (object) => {
      if (object === ObjectSpace.common) this.runCommon(through);
      if (this.calls.resolvers.has(object)) this.settle(through, object);
      const fn = objects.functionOf(object);
      if (fn >= 0) this.run(through, fn);
    });
  }

  private runCommon({ way, args, result }: Through): void {
    const { common } = this.calls;
    common.passThis(args[0] ?? -1);
    if (way === 'apply') {
      const list = args[1] ?? -1;
      if (list >= 0) common.passFrom(0, this.calls.elementsOf(list));
    } else args.slice(1).forEach((arg, p) => common.pass(p, arg));
    if (way !== 'bind') {
      common.returnTo(result);
      return;
    }
    if (args.length > 1) common.shift(args.length - 1);
    this.host.pointsTo.add(result, ObjectSpace.common);
  }

  private settle({ call, way, args, result }: Through, resolver: number): void {
    this.calls.resolvers.run(call, resolver, args.slice(1));
    if (way === 'bind') this.host.pointsTo.add(result, resolver);
  }

  private run({ call, way, args, result }: Through, fn: number): void {
    const { pointsTo, objects } = this.host;
    const [thisArg = -1, list = -1] = args;
    if (thisArg >= 0) pointsTo.copy(thisArg, this.host.specialVar(fn, specialVars.this));
    if (way === 'apply' && list >= 0) this.passElements(fn, list);
    else args.slice(1).forEach((arg, p) => this.calls.passArgument(fn, p, arg));
    if (way === 'bind') {
      if (args.length > 1) this.shiftBehind(fn, args.length - 1);
      pointsTo.add(result, objects.fn(fn));
      return;
    }
    call.targets.add(fn);
    this.calls.result(fn, result, false);
  }

  private passElements(fn: number, list: number): void {
    const { pointsTo } = this.host;
    for (let p = 0; p < this.calls.paramCount(fn); p++) {
      const param = this.calls.paramVar(fn, p);
      if (param >= 0) pointsTo.load(list, pointsTo.elementProperty, param);
    }
  }

  /** What the bound function is called with comes after what is bound. */
  private shiftBehind(fn: number, fixed: number): void {
    for (let p = 0; p + fixed < this.calls.paramCount(fn); p++) {
      const from = this.calls.paramVar(fn, p);
      const to = this.calls.paramVar(fn, p + fixed);
      if (from >= 0 && to >= 0) this.host.pointsTo.copy(from, to);
    }
  }
}
