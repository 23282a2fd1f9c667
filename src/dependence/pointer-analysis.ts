import { offsets, type Program } from '#ir/program';
import { ConstraintLoader } from './constraint-loader';
import { freezeSolution } from './freeze-solution';
import { Linker, type ResolveModule } from './link';
import { canonicalBases } from './held-objects';
import type { Memory } from './memory';
import { ObjectSpace } from './object-space';
import { pointerKey } from './pointer-key';
import { decodeSolution, encodeSolution, type PointerSolution } from './pointer-solution';
import { pointerLimit, type PointerLimit } from './pointer-limits';
import { PrototypeReceivers } from './prototype-receivers';
import { SolvedPointers } from './solved-pointers';

/** Runs the solver, unless a program with the same key was solved before. */
export function analyzePointers(
  program: Program,
  resolveModule: ResolveModule,
  expired: () => boolean = () => false,
  memory: Memory | null = null,
  limit: PointerLimit = pointerLimit,
): SolvedPointers {
  const linker = new Linker(program, resolveModule);
  const key = memory === null ? null : pointerKey(program, linker, limit);
  const known = key === null ? undefined : knownSolution(program, memory?.store.get(key));
  if (known !== undefined) return new SolvedPointers(program, linker, known, key, true);
  const loader = new ConstraintLoader(program, linker, limit);
  loader.load();
  const prototypes = new PrototypeReceivers(loader);
  let isComplete = loader.pointsTo.solve(expired);
  // Before it is asked which parameters no call of the program provides.
  while (isComplete && (prototypes.follow() || loader.accessors.follow(false)))
    isComplete = loader.pointsTo.solve(expired);
  loader.secondRound();
  isComplete = loader.pointsTo.solve(expired);
  while (isComplete && (loader.followUp() || prototypes.follow())) isComplete = loader.pointsTo.solve(expired);
  const solution = freezeSolution(loader);
  if (key !== null && isComplete) memory?.keep(key, () => encodeSolution(solution));
  // What is found with half a solution is not kept.
  return new SolvedPointers(program, linker, solution, isComplete ? key : null, isComplete);
}

function knownSolution(program: Program, blob: Uint8Array | undefined): PointerSolution | undefined {
  if (blob === undefined) return undefined;
  return decodeSolution(blob, {
    variables: canonicalBases(program).at(-1) ?? 0,
    objects: new ObjectSpace(program).count,
    calls: offsets(program.modules, (m) => m.calls.count).at(-1) ?? 0,
  });
}
