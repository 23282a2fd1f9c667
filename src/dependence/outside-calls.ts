import { callKinds, specialVars, type ModuleFacts } from '#ir/facts';
import type { CallResolution } from './call-resolution';
import { isOpen } from './common-calls';
import { ObjectSpace } from './object-space';
import { passedOn } from './passed-on';
import type { PointerSolver, SolverCall } from './pointers';

/** More functions than this in one argument of unknown code are not taken for callbacks. */
const callbackLimit = 6;

interface Wrapping {
  readonly result: number;
  readonly args: readonly number[];
  /** How many objects the arguments held when it was last looked at. */
  held: number;
}

type Host = Pick<PointerSolver, 'program' | 'objects' | 'pointsTo' | 'varBase'> & {
  specialVar(fn: number, which: number): number;
};

/**
 * Functions handed to code that cannot be seen are called by it, with unknown arguments; what it gives back may call them, too
 * (`const get = memoize(load)`).
 */
export class OutsideCalls {
  /** Calls whose result may stand for the functions that they were given. */
  private readonly wrapping: Wrapping[] = [];

  constructor(
    private readonly host: Host,
    private readonly calls: CallResolution,
  ) {}

  follow(): void {
    const passed = new Map<ModuleFacts, Uint8Array>();
    for (const call of this.calls.all) {
      if (call.targets.size > 0 || call.builtIn !== null || isOpen(this.host.pointsTo, call)) continue;
      const module = this.host.program.modules[call.module]!;
      const args = this.calls.argVars(module, call).filter((arg) => arg >= 0);
      for (const arg of args) this.escape(call, arg);
      if (args.length === 0 || callKinds[module.calls.kind[call.index]!] !== 'call') continue;
      let isPassedOn = passed.get(module);
      if (isPassedOn === undefined) passed.set(module, (isPassedOn = passedOn(module)));
      const result = module.calls.result[call.index]!;
      if (isPassedOn[result] === 1)
        this.wrapping.push({ result: this.host.varBase[call.module]! + result, args, held: 0 });
    }
  }

  /** True when results turned out to stand for more functions: one wrapper may be handed to another. */
  followWrapped(): boolean {
    const { pointsTo } = this.host;
    let isNew = false;
    for (const wrapping of this.wrapping) {
      const { args, result } = wrapping;
      const held = args.reduce((sum, arg) => sum + pointsTo.objectsOf(arg).length, 0);
      if (held === wrapping.held) continue;
      wrapping.held = held;
      for (const fn of this.functionsIn(args)) {
        if (pointsTo.objectsOf(result).includes(fn)) continue;
        isNew = true;
        pointsTo.add(result, fn);
      }
    }
    return isNew;
  }

  /** None where they may be too many to be callbacks. */
  private functionsIn(args: readonly number[]): ReadonlySet<number> {
    const { pointsTo, objects } = this.host;
    if (args.some((arg) => pointsTo.holdsCommon(arg))) return new Set();
    const found = new Set(args.flatMap((arg) => pointsTo.objectsOf(arg).filter((o) => objects.functionOf(o) >= 0)));
    return found.size > callbackLimit ? new Set() : found;
  }

  /** Functions given to unknown code, also as properties of an object made for it, are called by it. */
  private escape(call: SolverCall, value: number): void {
    if (value < 0) return;
    const { pointsTo, objects } = this.host;
    if (pointsTo.holdsCommon(value)) return;
    const held = pointsTo.objectsOf(value);
    const functions: number[] = [];
    for (const object of held) {
      const fn = objects.functionOf(object);
      if (fn >= 0) functions.push(fn);
      else if (this.calls.resolvers.has(object)) this.calls.resolvers.run(call, object, []);
      else if (held.length === 1 && objects.isLiteral(object)) {
        const methods = this.methodsOf(object);
        functions.push(...methods);
        // Outside code calls them on the object that it was given.
        if (methods.length <= callbackLimit)
          for (const method of methods) pointsTo.add(this.host.specialVar(method, specialVars.this), object);
      }
    }
    // A value that may be many functions is data that flows through, not a callback.
    if (functions.length > callbackLimit) return;
    for (const fn of functions) {
      call.callbacks.add(fn);
      for (let p = 0; p < this.calls.paramCount(fn); p++) {
        const param = this.calls.paramVar(fn, p);
        if (param >= 0 && pointsTo.isEmpty(param)) pointsTo.add(param, ObjectSpace.external);
      }
    }
  }

  private methodsOf(object: number): number[] {
    const { pointsTo, objects } = this.host;
    const found: number[] = [];
    for (const property of pointsTo.fieldsOf(object)) {
      if (pointsTo.isLink(property)) continue;
      for (const value of pointsTo.objectsOf(pointsTo.field(object, property))) {
        const fn = objects.functionOf(value);
        if (fn >= 0) found.push(fn);
      }
    }
    return found;
  }
}
