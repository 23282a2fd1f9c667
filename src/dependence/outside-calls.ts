import { callKinds, specialVars } from '#ir/facts';
import type { CallResolution } from './call-resolution';
import { isOpen } from './common-calls';
import { ObjectSpace } from './object-space';
import type { PointerSolver, SolverCall } from './pointers';

/** More functions than this in one argument of unknown code are not taken for callbacks. */
const callbackLimit = 6;

type Host = Pick<PointerSolver, 'program' | 'objects' | 'pointsTo' | 'varBase'> & {
  specialVar(fn: number, which: number): number;
};

/**
 * Functions handed to code that cannot be seen are called by it, with unknown arguments; what it gives back may call them, too
 * (`const get = memoize(load)`).
 */
export class OutsideCalls {
  /** Calls whose result may stand for the functions that they were given: of each, how many of them are known. */
  private readonly wrapping = new Map<SolverCall, number>();

  constructor(
    private readonly host: Host,
    private readonly calls: CallResolution,
  ) {}

  follow(): void {
    for (const call of this.calls.all) {
      if (call.targets.size > 0 || call.builtIn !== null || isOpen(this.host.pointsTo, call)) continue;
      const module = this.host.program.modules[call.module]!;
      for (const arg of this.calls.argVars(module, call)) this.escape(call, arg);
      if (callKinds[module.calls.kind[call.index]!] === 'call') this.wrapping.set(call, 0);
    }
  }

  /** True when results turned out to stand for more functions: one wrapper may be handed to another. */
  followWrapped(): boolean {
    let isNew = false;
    for (const [call, known] of this.wrapping) {
      const functions = this.functionsGiven(call);
      if (functions.length === known) continue;
      this.wrapping.set(call, functions.length);
      isNew = true;
      const { varBase, program, pointsTo } = this.host;
      const result = varBase[call.module]! + program.modules[call.module]!.calls.result[call.index]!;
      for (const fn of functions) pointsTo.add(result, fn);
    }
    return isNew;
  }

  private functionsGiven(call: SolverCall): readonly number[] {
    const { pointsTo, objects, program } = this.host;
    const given = this.calls.argVars(program.modules[call.module]!, call).filter((arg) => arg >= 0);
    if (given.some((arg) => pointsTo.holdsCommon(arg))) return [];
    const functions = new Set(
      given.flatMap((arg) => pointsTo.objectsOf(arg).filter((o) => objects.functionOf(o) >= 0)),
    );
    return functions.size > callbackLimit ? [] : [...functions];
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
      else if (held.length === 1 && objects.isLiteral(object)) {
        const methods = this.functionsIn(object);
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

  private functionsIn(object: number): number[] {
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
