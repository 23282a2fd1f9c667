import { isAboutState, onlyFirst } from '#behaviour/about-calls';
import { comparableFunction } from '#behaviour/functions-to-compare';
import type { FunctionRef } from '#change/change-set';
import { BitSet } from '#core/bit-set';
import { Digraph } from '#core/digraph';
import type { FunctionId } from '#core/ids';
import { IntList } from '#core/int-list';
import { stronglyConnectedComponents } from '#core/scc';
import { stepToCallers } from '#dependence/call-walk';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { roleOf } from './build-functions';
import type { Judged } from './build-verdict';
import type { NodeDescriber } from './describe-node';
import { ExportedFunctions } from './exported-functions';
import type { Judgements } from './judgements';
import type { EntryPointResult } from './result';
import type { Verdict } from './verdict';

/** Exported functions that the change can reach, with the changed functions that it comes from; nearest first. */
export interface ReachedEntryPoint {
  readonly fn: FunctionId;
  readonly reaches: readonly FunctionId[];
  /** How whoever imports its module gets at it; null where that has no name. */
  readonly exportedAs?: string | null;
  /** It runs none of it, but what it gives has these functions, which may. */
  readonly handsOut?: readonly FunctionId[];
}

/** `sources`: functions in which something depends on the change, each with the changed functions that this comes from. */
export function reachedEntryPoints(
  graph: DependenceGraph,
  sources: ReadonlyMap<FunctionId, ReadonlySet<FunctionId>>,
): ReachedEntryPoint[] {
  const distances = callerDistances(graph, sources.keys());
  const exported = new ExportedFunctions(graph);
  const entries = [...exported.all].filter((fn) => distances.has(fn));
  const changedBehind = calledSources(graph, distances.keys(), sources);
  const reached = entries
    .toSorted((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0) || a - b)
    .map((fn) => ({ fn, reaches: changedBehind(fn), exportedAs: exported.nameOf(fn) }));
  // Who hands out what may run the change and is no entry point itself shows it, too: last, for others have to call that.
  const isHidden = (fn: FunctionId): boolean => distances.has(fn) && !exported.all.has(fn);
  const handing = [...exported.all].flatMap((fn): ReachedEntryPoint[] => {
    const given = distances.has(fn) ? [] : exported.handedOutBy(fn).filter(isHidden);
    const behind = new Set(given.flatMap((each) => changedBehind(each)));
    return given.length === 0 ? [] : [{ fn, reaches: [...behind].toSorted((a, b) => a - b), handsOut: given }];
  });
  return [...reached, ...handing];
}

/** Exported functions from which no way to the change is known. */
export function otherEntryPoints(graph: DependenceGraph, reached: readonly ReachedEntryPoint[]): ReachedEntryPoint[] {
  const isReached = new Set(reached.map(({ fn }) => fn));
  return [...new ExportedFunctions(graph).all].flatMap((fn) => (isReached.has(fn) ? [] : [{ fn, reaches: [] }]));
}

/** Functions and everything that may call one of them, directly or not, by how many calls away the nearest is. */
function callerDistances(graph: DependenceGraph, functions: Iterable<FunctionId>): Map<FunctionId, number> {
  const seen = new Map<FunctionId, number>();
  for (const fn of functions) seen.set(fn, 0);
  const callersOf = stepToCallers(graph.callGraph);
  for (const [callee, distance] of seen) {
    for (const caller of callersOf(callee)) if (!seen.has(caller)) seen.set(caller, distance + 1);
  }
  return seen;
}

/**
 * Per function, the changed functions of all sources that it may call, directly or not, in ascending order. Functions that
 * call one another have the same, so that one pass over their components is enough.
 */
function calledSources(
  graph: DependenceGraph,
  functions: Iterable<FunctionId>,
  sources: ReadonlyMap<FunctionId, ReadonlySet<FunctionId>>,
): (fn: FunctionId) => readonly FunctionId[] {
  const members = [...functions];
  const indexOf = new Map(members.map((fn, i) => [fn, i]));
  const from = new IntList();
  const to = new IntList();
  const { callGraph } = graph;
  // Calls of functions held in common meet in a vertex of their own.
  const common = members.length;
  members.forEach((fn, i) => {
    for (const caller of callGraph.callersOf(fn)) {
      from.push(indexOf.get(caller) ?? i);
      to.push(i);
    }
    if (callGraph.callsCommon(fn)) {
      from.push(i);
      to.push(common);
    }
    if (callGraph.isCommon(fn)) {
      from.push(common);
      to.push(i);
    }
  });
  const calls = Digraph.fromEdges(members.length + 1, from.toArray(), to.toArray());
  const components = stronglyConnectedComponents(calls);
  const changed = [...new Set(Array.from(sources.values(), (of) => [...of]).flat())].toSorted((a, b) => a - b);
  const numberOf = new Map(changed.map((fn, i) => [fn, i]));
  const behind: BitSet[] = [];
  for (let component = 0; component < components.count; component++) {
    const found = new BitSet(changed.length);
    for (const member of components.members(component)) {
      const changedHere = member === common ? undefined : sources.get(members[member] as FunctionId);
      for (const fn of changedHere ?? []) found.add(numberOf.get(fn) ?? 0);
      calls.forEachSuccessor(member, (callee) => {
        const further = components.of(callee);
        if (further !== component) found.unionWith(behind[further] ?? found);
      });
    }
    behind.push(found);
  }
  return (fn) => Array.from(behind[components.of(indexOf.get(fn) ?? 0)] ?? [], (i) => changed[i] as FunctionId);
}

/** Of `others`, those that were seen to differ. */
export function buildEntryPoints(
  reached: readonly ReachedEntryPoint[],
  others: readonly ReachedEntryPoint[],
  nodes: NodeDescriber,
  judgements: Judgements,
): EntryPointResult[] {
  const { program } = nodes.loaded;
  const refTo = (fn: FunctionId): FunctionRef | null => {
    const { module: facts, index } = program.locate(fn);
    const module = nodes.loaded.module(facts.path);
    const of = module?.functions[index];
    return module === null || of === undefined ? null : { module, fn: of };
  };
  const isDifferent = (fn: FunctionId, as: 'of' | 'ofEntry'): boolean => {
    const ref = refTo(fn);
    const judged = ref === null ? null : as === 'of' ? judgements.of(ref) : judgements.ofEntry(ref, null);
    return judged?.verdict.kind === 'differs';
  };
  const shownBy = new Set(
    [...reached, ...others].flatMap(({ fn }) => {
      const key = classKey(refTo(fn));
      return key !== null && isDifferent(fn, 'ofEntry') ? [key] : [];
    }),
  );
  const described = ({ fn, reaches, exportedAs = null }: ReachedEntryPoint, judged: Judged): EntryPointResult => {
    const { file, start, end } = program.functionSpan(fn);
    const ref = refTo(fn);
    const ofClass = classKey(ref);
    // What another member does otherwise to an object, this one may show later.
    const mayShowLater = ofClass !== null && shownBy.has(ofClass);
    return {
      id: program.nameOf(fn),
      ...(ref === null ? {} : roleOf(ref)),
      ...(ref === null || exportedAs === null || isMadeAtTop(ref) ? {} : { exportedAs }),
      span: nodes.span(file, start, end),
      reaches: reaches.map((each) => program.nameOf(each)),
      ...judged,
      masked: !mayShowLater && isSureToHide(judged.verdict) && reaches.some((each) => isDifferent(each, 'of')),
    };
  };
  /** Members of what a function gives are judged by themselves: that it is the same says nothing of what they do. */
  const givenOtherwise = ({ handsOut = [], reaches }: ReachedEntryPoint): Judged | null => {
    const given = handsOut.find((each) => {
      const ref = refTo(each);
      const kind = ref === null ? 'same' : judgements.of(ref).verdict.kind;
      return kind === 'differs' || (kind === 'unknown' && reaches.includes(each));
    });
    if (given === undefined) return null;
    const reason = `what it gives has ${program.shortName(given)}, which was not called there`;
    return { verdict: { kind: 'unknown', reason }, behaviours: [] };
  };
  const { ofAll } = judgements;
  if (ofAll !== null) return reached.map((entry) => described(entry, ofAll));
  const overlooked = others.filter(({ fn }) => isDifferent(fn, 'ofEntry'));
  return [...reached, ...overlooked].flatMap((entry): EntryPointResult[] => {
    const ref = refTo(entry.fn);
    if (ref === null) return [];
    const open =
      judgements.ofEntry(ref, entry.exportedAs ?? null).verdict.kind === 'same' ? givenOtherwise(entry) : null;
    if (open !== null) return [described(entry, open)];
    return judgements.isUnaffected(ref) ? [] : [described(entry, judgements.ofEntry(ref, entry.exportedAs ?? null))];
  });
}

/** The class that a function is a member of. */
function classKey(ref: FunctionRef | null): string | null {
  return ref === null || ref.fn.classIndex === null ? null : `${ref.module.path}#${ref.fn.classIndex}`;
}

function isMadeAtTop({ module, fn }: FunctionRef): boolean {
  return comparableFunction(module, fn) === fn;
}

/** What is the same as long as others leave alone what it finds may show the change once they do not. */
function isSureToHide(verdict: Verdict): boolean {
  if (verdict.kind !== 'same') return false;
  return !(verdict.assumptions ?? []).some((each) => isAboutState(each) || each === onlyFirst);
}
