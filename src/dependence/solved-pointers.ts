import { Interner } from '#core/interner';
import { offsets, type Program } from '#ir/program';
import { HeldObjects } from './held-objects';
import type { LinkedName, Linker } from './link';
import { ObjectSpace } from './object-space';
import type { PointerSolution } from './pointer-solution';
import type { PointerAnalysis } from './pointers';
import { SolvedCalls } from './solved-calls';

/** A solution seen through the numbers of a program that has its key. */
export class SolvedPointers implements PointerAnalysis {
  readonly solvedProperties: number;
  readonly objects: ObjectSpace;
  readonly pointsTo: HeldObjects;
  readonly varBase: Int32Array;
  readonly propertyNames = new Interner();
  readonly calls: SolvedCalls;
  readonly bound: ReadonlyMap<number, readonly number[]>;
  private readonly properties: (Int32Array | undefined)[] = [];
  private readonly imports: (ReadonlyMap<number, LinkedName> | undefined)[] = [];

  constructor(
    readonly program: Program,
    readonly linker: Linker,
    solution: PointerSolution,
    readonly key: string | null,
    readonly complete: boolean,
  ) {
    this.solvedProperties = solution.propertyNames.length;
    for (const name of solution.propertyNames) this.propertyNames.intern(name);
    this.objects = new ObjectSpace(program);
    this.varBase = offsets(program.modules, (m) => m.varCount);
    this.pointsTo = new HeldObjects(program, this.varBase, solution, this.propertyNames);
    this.calls = new SolvedCalls(program, this.pointsTo, solution);
    this.bound = boundOf(solution.bound);
  }

  property(module: number, string: number): number {
    const { strings } = this.program.modules[module]!;
    const known = (this.properties[module] ??= new Int32Array(strings.length).fill(-1));
    if (known[string] === -1) known[string] = this.propertyNames.intern(strings[string]!);
    return known[string]!;
  }

  importOf(module: number, binding: number): LinkedName | undefined {
    return (this.imports[module] ??= this.importsOf(module)).get(binding);
  }

  private importsOf(module: number): ReadonlyMap<number, LinkedName> {
    const { imports } = this.program.modules[module]!;
    return new Map(imports.map((i) => [i.binding, this.linker.imported(module, i.source, i.imported)]));
  }
}

function boundOf(pairs: Int32Array): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let i = 0; i < pairs.length; i += 2) {
    const list = found.get(pairs[i]!);
    if (list === undefined) found.set(pairs[i]!, [pairs[i + 1]!]);
    else list.push(pairs[i + 1]!);
  }
  return found;
}
