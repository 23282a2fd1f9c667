import type { Scalar, ScalarOf, Sort } from './sorts';

/**
 * One operation on scalars: total, deterministic and without effects.
 *
 * `evaluate` is its meaning, given by the engine itself. Rewriting, intervals and the solvers'
 * theories are only ever approximations of it and are tested against it.
 */
export interface Operation {
  /** Sorts of the arguments; of every argument when `variadic`. */
  readonly params: readonly Sort[];
  readonly variadic: boolean;
  readonly result: Sort;
  /** What it gives depends on where the program runs: `evaluate` is one of many meanings, by which nothing is proved. */
  readonly ofPlace: boolean;
  /** `data` is what the operation carries besides its arguments: a regular expression, the name of a function. */
  readonly evaluate: (args: readonly Scalar[], data: string) => Scalar;
}

type Values<Params extends readonly Sort[]> = { [Index in keyof Params]: ScalarOf[Params[Index]] };

export function operation<const Params extends readonly Sort[], Result extends Sort>(
  params: Params,
  result: Result,
  meaning: (...args: Values<Params>) => ScalarOf[Result],
): Operation {
  const evaluate = (args: readonly Scalar[]): Scalar => meaning(...(args as unknown as Values<Params>));
  return { params, variadic: false, result, ofPlace: false, evaluate };
}

/** An operation that gives something else elsewhere. */
export function ofPlace(here: Operation): Operation {
  return { ...here, ofPlace: true };
}

export function operationWithData<const Params extends readonly Sort[], Result extends Sort>(
  params: Params,
  result: Result,
  meaning: (data: string, ...args: Values<Params>) => ScalarOf[Result],
): Operation {
  const evaluate = (args: readonly Scalar[], data: string): Scalar =>
    meaning(data, ...(args as unknown as Values<Params>));
  return { params, variadic: false, result, ofPlace: false, evaluate };
}

export function variadic<Param extends Sort, Result extends Sort>(
  param: Param,
  result: Result,
  meaning: (args: readonly ScalarOf[Param][]) => ScalarOf[Result],
): Operation {
  const evaluate = (args: readonly Scalar[]): Scalar => meaning(args as readonly ScalarOf[Param][]);
  return { params: [param], variadic: true, result, ofPlace: false, evaluate };
}
