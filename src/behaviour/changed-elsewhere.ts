import type { Expr } from '#ir/expression';
import type { LoadedProgram } from '#ir/load-program';
import { eachPart } from '#ir/operands';
import type { FunctionPlace } from './change-facts';
import type { FunctionVersion } from './function-pair';
import { pathOf, placeOf, UsesOfProgram, type Place } from './uses-of-program';

/** Programs of more files than these are not searched for code that changes a variable of another module. */
const mostFiles = 200;

/**
 * Variables of modules, by name, that a function sees and that code changes which is not called in between: methods, and functions
 * of other modules. `followed`, of its own module, are.
 */
export function changedElsewhere(
  { loaded, path, index }: FunctionVersion,
  followed: Iterable<number>,
  headPath: (path: string) => string,
): ChangedVariable[] {
  const program = new UsesOfProgram(loaded);
  const { reads } = program.reach(path, [index], true);
  const { functions } = program.reach(path, [index, ...followed], false, 'directly');
  // Whoever gets one of these calls it when they like.
  for (const place of handedOut(loaded, functions)) functions.delete(place);
  const { paths } = loaded.snapshot;
  const isShared = paths.length <= mostFiles && [...reads].some((place) => program.isExported(place));
  const modules = new Set([...[...reads].map(pathOf), ...(isShared ? paths : [])]);
  const writers = new Map<Place, FunctionPlace[]>();
  for (const { place, by } of [...modules].flatMap((each) => program.writes(each, functions))) {
    if (reads.has(place)) writers.set(place, [...(writers.get(place) ?? []), by]);
  }
  return [...writers]
    .map(([place, by]) => ({ name: program.nameOf(place, headPath(pathOf(place))), by }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Functions that one of these returns as it has made them. */
function handedOut(loaded: LoadedProgram, functions: ReadonlySet<Place>): readonly Place[] {
  return [...functions].flatMap((place) => {
    const path = pathOf(place);
    const nodes = loaded.module(path)?.functions[Number.parseInt(place, 10)]?.nodes ?? [];
    const found: Place[] = [];
    const visit = (expr: Expr): void => {
      if (expr.kind === 'closure') found.push(placeOf(path, expr.fn));
      eachPart(expr, visit);
    };
    for (const { op } of nodes) if (op.kind === 'return' && op.value !== null) visit(op.value);
    return found;
  });
}

export interface ChangedVariable {
  /** `cache of src/store.ts` */
  readonly name: string;
  /** Functions that change it, or what it holds. */
  readonly by: readonly FunctionPlace[];
}
