import type { FunctionId } from '#core/ids';
import type { ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import type { ComparedFunction } from './compared-function';
import type { FunctionPair, FunctionVersion } from './function-pair';

/** Functions of both versions that do the same, with those that are written inside of them. */
export interface Interchangeable {
  readonly base: ReadonlySet<FunctionId>;
  readonly head: ReadonlySet<FunctionId>;
}

export const nothingInterchangeable: Interchangeable = { base: new Set(), head: new Set() };

/** Of some functions those that are, and what is known of who runs nothing else that has changed; null where there are none. */
export async function interchangeable(
  functions: readonly ComparedPair[],
  compareStrictly: (pair: FunctionPair) => Promise<ComparedFunction>,
): Promise<(Interchangeable & { readonly proof: ComparedFunction }) | null> {
  const same: ComparedPair[] = [];
  for (const { pair, compared } of functions) {
    // Who calls it may ask whether two objects are one.
    const isSame = isFreelySame(pair, compared) && isFreelySame(pair, await compareStrictly(pair));
    if (isSame) same.push({ pair, compared });
  }
  const proof = sameAround(same.map(({ compared }) => compared));
  if (proof === null) return null;
  return {
    proof,
    base: new Set(same.flatMap(({ pair }) => functionsWithin(pair.base))),
    head: new Set(same.flatMap(({ pair }) => functionsWithin(pair.head))),
  };
}

interface ComparedPair {
  readonly pair: FunctionPair;
  readonly compared: ComparedFunction;
}

/**
 * Whether two versions of a function may stand for each other wherever they are called: they do the same for all inputs, with
 * nothing taken for granted of callers or of earlier calls, and who calls them cannot see how long they take.
 */
function isFreelySame(
  { base, head }: FunctionPair,
  { behaviours, gaps, unconfirmed, problem, complete, remarks }: ComparedFunction,
): boolean {
  if (!complete || problem !== null || behaviours.length + unconfirmed.length + remarks.length > 0) return false;
  if (gaps.some(({ kind, why }) => kind === 'unknown' || why.kind === 'later-calls')) return false;
  return ![base, head].some(mayWait) && parametersOf(base) === parametersOf(head);
}

/** All that these rest on. */
function sameAround(compared: readonly ComparedFunction[]): ComparedFunction | null {
  const [first] = compared;
  if (first === undefined) return null;
  const loops = compared.flatMap((each) => each.loops ?? []);
  const { loops: _, ...rest } = first;
  return {
    ...rest,
    gaps: compared.flatMap(({ gaps }) => gaps),
    paths: sum(compared.map(({ paths }) => paths)),
    pairs: sum(compared.map(({ pairs }) => pairs)),
    steps: 0,
    ...(loops.length === 0 ? {} : { loops: Math.min(...loops) }),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

/** Others see in which order things happen that wait. */
function mayWait(version: FunctionVersion): boolean {
  const module = version.loaded.module(version.path);
  return module === null || within(module, version.index).some(({ async, generator }) => async || generator);
}

function parametersOf({ loaded, path, index }: FunctionVersion): string {
  const fn = loaded.module(path)?.functions[index];
  return fn === undefined ? '' : `${fn.name}/${fn.params.length}`;
}

function functionsWithin({ loaded, path, index }: FunctionVersion): FunctionId[] {
  const { program }: Pick<LoadedProgram, 'program'> = loaded;
  const [module, number] = [loaded.module(path), program.moduleIndex(path)];
  if (module === null || number === undefined) return [];
  return within(module, index).map((fn) => program.functionAt(number, fn.index));
}

function within(module: ModuleIr, index: number): ModuleIr['functions'] {
  const isWithin = (at: number | null): boolean =>
    at !== null && (at === index || isWithin(module.functions[at]?.parent ?? null));
  return module.functions.filter((fn) => isWithin(fn.index));
}
