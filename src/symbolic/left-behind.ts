import type { CellId } from './closure';
import { moduleVariables } from './describe-effects';
import type { HeapObject } from './heap-object';
import type { World } from './machine';
import type { State } from './state';
import type { Ref } from './value';

/** What a call has changed of all that was there before. */
export interface LeftBehind {
  readonly cells: readonly CellId[];
  readonly objects: readonly Ref[];
  /** Modules were loaded. */
  readonly hasLoaded: boolean;
  /** Timers were set, or have fired. */
  readonly hasTimed: boolean;
}

export function leftBehind(before: State, after: State): LeftBehind {
  return {
    cells: before.cells.differences(after.cells).filter((cell) => before.cells.get(cell) !== undefined),
    objects: before.heap
      .differences(after.heap)
      .filter((ref) => ref < before.nextRef && isChanged(ref, before.heap.get(ref), after)),
    hasLoaded: before.modules !== after.modules,
    hasTimed: before.timers !== after.timers,
  };
}

export function isNothing({ cells, objects, hasLoaded, hasTimed }: LeftBehind): boolean {
  return cells.length === 0 && objects.length === 0 && !hasLoaded && !hasTimed;
}

/** Whether something that was there before is another one now, or holds something else, apart from some variables. */
export function hasChanged(before: State, after: State, apart: ReadonlySet<CellId>): boolean {
  const { cells, objects } = leftBehind(before, after);
  return objects.length > 0 || cells.some((cell) => !apart.has(cell));
}

/** The variables of a module: what a later call sees of them, its code says. */
export function variablesOf(world: World, state: State, path: string): ReadonlySet<CellId> {
  return new Set(moduleVariables(world, state).flatMap((each) => (each.path === path ? [each.cell] : [])));
}

/** Of what was handed in, looking changes what is known; and functions handed in give anything each time, whatever they gave. */
function isChanged(ref: Ref, before: HeapObject | undefined, { heap, written }: State): boolean {
  const after = heap.get(ref);
  if (before === undefined || after === undefined) return true;
  if (after.internal.kind === 'callback') {
    return before.properties !== after.properties && written.has(ref);
  }
  return after.input === null || written.has(ref);
}
