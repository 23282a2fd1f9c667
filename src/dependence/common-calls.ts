import { specialVars } from '#ir/facts';
import type { PointerSolver, SolverCall } from './pointers';

type Host = Pick<PointerSolver, 'objects' | 'pointsTo'> & {
  specialVar(fn: number, which: number): number;
};

interface Callees {
  paramCount(fn: number): number;
  passArgument(fn: number, position: number, value: number): void;
  result(fn: number, to: number, isNew: boolean): void;
}

/** Arguments further back share a variable. */
export const mostPositions = 12;

/**
 * Calls of the functions that variables with too many hold in common (`CommonFunctions`): what one such call passes reaches all of
 * the functions, and what one of them returns comes back to all of the calls.
 */
export class CommonCalls {
  private readonly thisVar: number;
  private readonly returned: number;
  private readonly made: number;
  private readonly args: number[] = [];
  private isConnected = false;

  constructor(
    private readonly host: Host,
    private readonly callees: Callees,
  ) {
    this.thisVar = host.pointsTo.newVar();
    this.returned = host.pointsTo.newVar();
    this.made = host.pointsTo.newVar();
  }

  /** The value becomes `this`; −1 for none. */
  passThis(value: number): void {
    this.connect();
    if (value >= 0) this.host.pointsTo.copy(value, this.thisVar);
  }

  /** −1 for a value that is no object. */
  pass(position: number, value: number): void {
    this.connect();
    const to = this.argument(Math.min(position, mostPositions - 1));
    if (value >= 0) this.host.pointsTo.copy(value, to);
  }

  /** The value may be any argument from a position on. */
  passFrom(position: number, value: number): void {
    for (let p = position; p < mostPositions; p++) this.pass(p, value);
  }

  /** Arguments that `bind` fixes come before those of the call. */
  shift(fixed: number): void {
    for (let p = 0; p < mostPositions; p++) this.pass(p + fixed, this.argument(p));
  }

  returnTo(result: number): void {
    this.connect();
    this.host.pointsTo.copy(this.returned, result);
  }

  /** `new` makes an instance of one of them. */
  makeInto(result: number): void {
    this.returnTo(result);
    this.host.pointsTo.copy(this.made, result);
  }

  private connect(): void {
    if (this.isConnected) return;
    this.isConnected = true;
    const { pointsTo, objects } = this.host;
    pointsTo.common.each((fn) => {
      const own = this.host.specialVar(fn, specialVars.this);
      pointsTo.copy(this.thisVar, own);
      pointsTo.add(own, objects.instance(fn));
      pointsTo.add(this.made, objects.instance(fn));
      this.callees.result(fn, this.returned, false);
    });
  }

  /** All positions before one that is passed are there as well. */
  private argument(position: number): number {
    while (this.args.length <= position) {
      const added = this.args.push(this.host.pointsTo.newVar()) - 1;
      this.host.pointsTo.common.each((fn) => this.passTo(fn, added));
    }
    return this.args[position]!;
  }

  private passTo(fn: number, position: number): void {
    const value = this.args[position]!;
    this.callees.passArgument(fn, position, value);
    if (position < mostPositions - 1) return;
    for (let p = mostPositions; p < this.callees.paramCount(fn); p++) this.callees.passArgument(fn, p, value);
  }
}

/** Whether a call may run functions that were left out of the variables that it calls. */
export function isOpen(pointsTo: PointerSolver['pointsTo'], { callees }: SolverCall): boolean {
  return callees.some((callee) => pointsTo.holdsCommon(callee));
}
