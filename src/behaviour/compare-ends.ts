import { moduleVariables } from '#symbolic/describe-effects';
import type { Location } from '#symbolic/location';
import type { Machine, World } from '#symbolic/machine';
import { isSameValue } from '#symbolic/object-changes';
import { listed, type Completion, type OutsideCall, type State } from '#symbolic/state';
import type { Ref, Value } from '#symbolic/value';
import { all, different, same, unsure, type Finding } from './finding';
import { BothSides } from './side';
import { ValueComparison, type SameCode } from './value-comparison';

/** One version: its world, how it was when the function was called, and what its modules had made by then. */
export interface ComparedVersion {
  readonly world: World;
  readonly start: State;
  /** Objects of the modules, by a name that reaches them. */
  readonly named: ReadonlyMap<Ref, string>;
  /** A path of this version as the head calls it. */
  readonly headPath: (path: string) => string;
}

export interface EndComparison {
  readonly first: ComparedVersion;
  readonly second: ComparedVersion;
  readonly sameCode: SameCode;
  /** Whether it counts which objects are the same one, and in which order keys are. */
  readonly strict: boolean;
}

/** In what respect two versions behave differently. */
export type Respect = 'outcome' | 'input' | 'module' | 'calls';

export type EndFinding = Exclude<Finding, { kind: 'different' }> | (Finding & { kind: 'different'; respect: Respect });

/**
 * Compares everything that can be seen of one input's path in both versions. The machine is at the end of the second
 * version's path; what has to be decided about the input is decided there.
 */
export function compareEnds(versions: EndComparison, first: State, second: Machine): EndFinding {
  const sides = new BothSides(versions.first.world, first, second);
  const comparison = new ValueComparison(sides, versions.sameCode, versions.strict);
  const respects: readonly (readonly [Respect, () => Finding])[] = [
    ['outcome', () => compareCompletions(comparison, first.completion, second.state.completion)],
    ['calls', () => compareCalls(versions, first, second)],
    ['input', () => compareInputs(comparison)],
    ['module', () => compareModules(versions, comparison)],
  ];
  let doubt: EndFinding | null = null;
  for (const [respect, compare] of respects) {
    const finding = compare();
    if (finding.kind === 'different') return { ...finding, respect };
    if (finding.kind === 'unsure') doubt ??= finding;
  }
  return doubt ?? { kind: 'same' };
}

function compareCompletions(comparison: ValueComparison, a: Completion | null, b: Completion | null): Finding {
  const [first, second] = [endOf(a), endOf(b)];
  if (first === null || second === null) return first === second ? same : different('whether it ends');
  if (first.kind !== second.kind) return different('outcome');
  if (first.promised !== second.promised) return different('whether it returns a promise');
  return comparison.values(first.value, second.value, first.kind === 'returns' ? 'result' : 'error');
}

/** Null for a promise that nothing settles. */
function endOf(
  completion: Completion | null,
): { readonly kind: 'returns' | 'throws'; readonly value: Value; readonly promised: boolean } | null {
  if (completion === null || completion.kind === 'cut') return null;
  const promised = completion.promised === true;
  return completion.kind === 'returns'
    ? { kind: 'returns', value: completion.value, promised }
    : { kind: 'throws', value: completion.error, promised };
}

/** What was done to objects that were handed in. */
function compareInputs(comparison: ValueComparison): Finding {
  const { first, second } = comparison.sides;
  const ids = [...first.state.inputObjects.entries(), ...second.state.inputObjects.entries()].map(([id]) => id);
  return all(
    [...new Set(ids)]
      .toSorted((a, b) => a - b)
      .map((id) => (): Finding => {
        const location = second.world.locations.at(id);
        if (location === undefined || isRestParameter(location)) return same;
        const value: Value = { kind: 'input', location };
        const settled = comparison.sides.settle(value, value);
        if (settled.first.kind !== 'object' || settled.second.kind !== 'object') return same;
        const isFunction = second.object(settled.second.ref).internal.kind === 'callback';
        return isFunction ? same : comparison.contents(settled.first.ref, settled.second.ref, location.name);
      }),
  );
}

/** What a function does to the array of its rest parameter is not seen from outside. */
function isRestParameter({ step }: Location): boolean {
  return step.kind === 'parameter' && step.rest;
}

/** In order, with what the arguments held when the calls were made. */
function compareCalls(versions: EndComparison, first: State, second: Machine): Finding {
  const [a, b] = [listed(first.outside), listed(second.state.outside)];
  const finding = all(
    a.slice(0, b.length).map(({ call }, index) => (): Finding => {
      const other = b[index]?.call;
      if (other === undefined || call.callee !== other.callee) return different(`call ${index + 1}`);
      return compareArguments(versions, first, call, second, other, index);
    }),
  );
  if (finding.kind === 'different' || a.length === b.length) return finding;
  return different(
    a.length > b.length ? `a call of ${a[b.length]?.call.callee}` : `a call of ${b[a.length]?.call.callee}`,
  );
}

function compareArguments(
  versions: EndComparison,
  first: State,
  call: OutsideCall,
  second: Machine,
  other: OutsideCall,
  index: number,
): Finding {
  const then = first.fork();
  then.heap = heapAt(first, call);
  const { heap: end, nextRef } = second.state;
  second.state.heap = heapAt(second.state, other);
  const sides = new BothSides(versions.first.world, then, second);
  const comparison = new ValueComparison(sides, versions.sameCode, versions.strict);
  const finding = comparison.lists(call.args, other.args, `arguments of call ${index + 1}`);
  const looked = second.state.heap;
  second.state.heap = end;
  for (let ref = nextRef; ref < second.state.nextRef; ref++) {
    const made = looked.get(ref);
    if (made !== undefined) second.state.heap = second.state.heap.set(ref, made);
  }
  return finding;
}

/** The objects when a call was made. Those of the input that were first looked at afterwards were untouched then. */
function heapAt(state: State, { heap }: OutsideCall): State['heap'] {
  let then = heap;
  for (const [, ref] of state.inputObjects.entries()) {
    const later = then.has(ref) ? undefined : state.heap.get(ref);
    if (later !== undefined) then = then.set(ref, later);
  }
  return then;
}

/** Variables of modules that a version has changed, and what it did to objects that they lead to. */
function compareModules({ first, second }: EndComparison, comparison: ValueComparison): Finding {
  const { sides } = comparison;
  const [a, b] = [variablesOf(first, sides.first.state), variablesOf(second, sides.second.state)];
  const [changedA, changedB] = [changedObjects(first, sides.first.state), changedObjects(second, sides.second.state)];
  return all([
    ...[...new Set([...changed(a), ...changed(b)])].map((name) => (): Finding => {
      const [left, right] = [a.get(name), b.get(name)];
      if (left === undefined || right === undefined) return unsure(`only one version keeps something in ${name}`);
      return comparison.values(left.after, right.after, name);
    }),
    ...[...new Set([...changedA, ...changedB])].map((name) => (): Finding => {
      const [left, right] = [refOf(first, name), refOf(second, name)];
      if (left === undefined || right === undefined) return unsure(`only one version keeps something in ${name}`);
      return comparison.contents(left, right, name);
    }),
  ]);
}

interface VariableState {
  readonly before: Value;
  readonly after: Value;
}

function variablesOf({ world, start, headPath }: ComparedVersion, end: State): ReadonlyMap<string, VariableState> {
  return new Map(
    moduleVariables(world, end).flatMap(({ name, cell, path }): (readonly [string, VariableState])[] => {
      const [before, after] = [start.cells.get(cell), end.cells.get(cell)];
      if (before === undefined || before === null || after === undefined || after === null) return [];
      return [[`${name} of ${headPath(path)}`, { before, after }]];
    }),
  );
}

function changed(variables: ReadonlyMap<string, VariableState>): string[] {
  return [...variables].flatMap(([name, { before, after }]) => (isSameValue(before, after) ? [] : [name]));
}

function changedObjects({ start, named }: ComparedVersion, end: State): string[] {
  return [...named].flatMap(([ref, name]) => (start.heap.get(ref) === end.heap.get(ref) ? [] : [name]));
}

function refOf({ named }: ComparedVersion, name: string): Ref | undefined {
  for (const [ref, known] of named) if (known === name) return ref;
  return undefined;
}
