import type { PointerSolver } from './pointers';

/** Constructors of errors keep the `cause` of their options: what one of the arguments has by that name is what the error has. */
export function keepCause(
  { pointsTo, propertyNames }: Pick<PointerSolver, 'pointsTo' | 'propertyNames'>,
  args: readonly number[],
  error: number,
): void {
  const cause = propertyNames.intern('cause');
  for (const arg of args) {
    if (arg < 0) continue;
    const kept = pointsTo.newVar();
    pointsTo.load(arg, cause, kept);
    pointsTo.store(error, cause, kept);
  }
}
