import type { Segment } from '#trace/recording';
import type { ExecuteAfterSequence } from './collect-ea';
import type { ImpactTechnique } from './impact-technique';

/** What one test executed: its own segments, and those of loading the modules that it uses. */
export type SegmentedExecution = readonly Segment[];

/**
 * Execute-after impact (EAT, Section 2.2): in each execution, the functions that ran when the first changed one did, or later; the
 * union over all executions.
 *
 * Times of two processes do not compare: when a changed function ran in one process of an execution, all that its other
 * processes ran counts as after it.
 */
export function executeAfterImpact(executions: Iterable<SegmentedExecution>, changed: Iterable<number>): Set<number> {
  const changedFunctions = Uint32Array.from(new Set(changed)).toSorted();
  const union = new ImpactUnion();
  const earliest = new Map<Segment, number>();
  for (const execution of executions) addExecution(execution, changedFunctions, earliest, union);
  return union.impacted();
}

export function executeAfter(executions: readonly SegmentedExecution[]): ImpactTechnique {
  return { name: 'execute-after', impact: (changed) => executeAfterImpact(executions, changed) };
}

/** What `CollectEa` collected, as a segment of a process of its own. */
export function segmentOf({ first, last }: ExecuteAfterSequence, process: number): Segment {
  const functions = Uint32Array.from(last.keys()).filter((number) => last[number] !== 0);
  const timesOf = (times: Float64Array): Float64Array => Float64Array.from(functions, (number) => times[number] ?? 0);
  return { process, functions, first: timesOf(first), last: timesOf(last) };
}

function addExecution(
  execution: SegmentedExecution,
  changed: Uint32Array,
  earliest: Map<Segment, number>,
  union: ImpactUnion,
): void {
  // F[CLT] of each process; several may have one when tests start processes of their own.
  const starts = new Map<number, number>();
  for (const segment of execution) {
    let start = earliest.get(segment);
    if (start === undefined) earliest.set(segment, (start = firstChange(segment, changed)));
    if (start < (starts.get(segment.process) ?? Infinity)) starts.set(segment.process, start);
  }
  if (starts.size === 0) return;
  for (const segment of execution) {
    const onlyThere = starts.size === 1 && starts.has(segment.process);
    union.add(segment, onlyThere ? (starts.get(segment.process) ?? -Infinity) : -Infinity);
  }
}

/** Infinity when no changed function ran. The shorter list leads, the longer one is searched. */
function firstChange({ functions, first }: Segment, changed: Uint32Array): number {
  let start = Infinity;
  const changedLeads = changed.length <= functions.length;
  const [leading, searched] = changedLeads ? [changed, functions] : [functions, changed];
  let from = 0;
  for (let i = 0; i < leading.length && from < searched.length; i++) {
    from = lowerBound(searched, leading[i]!, from);
    if (searched[from] === leading[i]) start = Math.min(start, first[changedLeads ? from : i]!);
  }
  return start;
}

/** Index of the first value that is not below, at or behind `from`. Doubles its steps: neighbours are found at once. */
function lowerBound(values: Uint32Array, value: number, from: number): number {
  let step = 1;
  let low = from;
  while (low + step < values.length && values[low + step - 1]! < value) {
    low += step;
    step *= 2;
  }
  let high = Math.min(values.length, low + step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Segments come back in many executions, as those of loading do: only an earlier start than before adds to them. */
class ImpactUnion {
  /** 1 for functions of the impact set. */
  #marks = new Uint8Array(1024);
  readonly #starts = new Map<Segment, number>();

  add(segment: Segment, start: number): void {
    if (start >= (this.#starts.get(segment) ?? Infinity)) return;
    this.#starts.set(segment, start);
    const { functions, last } = segment;
    this.#reserve((functions.at(-1) ?? 0) + 1);
    const marks = this.#marks;
    for (let i = 0; i < functions.length; i++) if (last[i]! >= start) marks[functions[i]!] = 1;
  }

  impacted(): Set<number> {
    const impacted = new Set<number>();
    this.#marks.forEach((mark, number) => mark === 1 && impacted.add(number));
    return impacted;
  }

  #reserve(count: number): void {
    if (count <= this.#marks.length) return;
    const larger = new Uint8Array(Math.max(count, this.#marks.length * 2));
    larger.set(this.#marks);
    this.#marks = larger;
  }
}
