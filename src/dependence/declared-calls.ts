import { signatureProperties } from '#ir/facts';
import { mostPositions, type CommonCalls } from './common-calls';
import { ObjectSpace } from './object-space';
import type { PointerSolver } from './pointers';

type Host = Pick<PointerSolver, 'objects' | 'pointsTo' | 'propertyNames'>;

interface Callbacks {
  paramCount(fn: number): number;
  /** −1 for a parameter that holds no object. */
  paramVar(fn: number, position: number): number;
  readonly common: CommonCalls;
}

/** A call of a function from outside of which the type is declared: it returns, and passes to callbacks, what the type says. */
export function callDeclared(
  { objects, pointsTo, propertyNames }: Host,
  callbacks: Callbacks,
  callee: number,
  args: readonly number[],
  result: number,
): void {
  const part = (object: number, property: string): number => pointsTo.field(object, propertyNames.intern(property));
  pointsTo.copy(part(callee, signatureProperties.result), result);
  args.forEach((arg, i) => {
    if (arg < 0) return;
    pointsTo.watch(part(callee, signatureProperties.param(i)), (expected) => {
      if (!objects.isDeclared(expected)) return;
      const give = (fn: number): void => {
        for (let p = 0; p < callbacks.paramCount(fn); p++) {
          const param = callbacks.paramVar(fn, p);
          if (param >= 0) pointsTo.copy(part(expected, signatureProperties.param(p)), param);
        }
      };
      pointsTo.watch(arg, (object) => {
        const fn = objects.functionOf(object);
        if (fn >= 0) give(fn);
        if (object !== ObjectSpace.common) return;
        for (let p = 0; p < mostPositions; p++) callbacks.common.pass(p, part(expected, signatureProperties.param(p)));
      });
    });
  });
}
