import type { FunctionChange } from '#change/change-set';
import type { FunctionId } from '#core/ids';
import { affectedSetsOfChange } from '#directed/affected-sets-of-change';
import type { LoadedProgram } from '#ir/load-program';
import { functionIn } from '../build-functions';
import { NodeDescriber } from '../describe-node';
import type { NodeMark } from '../graph-view';
import { FunctionFigures, type FunctionFigure } from './function-figures';
import type { GraphChange } from './graph-change';

/** What happened to a function since the base, for the nodes of a picture. */
export interface FunctionMarks {
  readonly status: FunctionChange['status'];
  /** By node of the head, counted from the entry. */
  markOf(index: number): NodeMark | null;
  /** Where the function was in the base; null for a new one. */
  readonly base: BaseFunction | null;
}

export interface BaseFunction {
  readonly figure: FunctionFigure;
  /** Nodes of the base that are gone, counted from its entry. */
  readonly removed: ReadonlySet<number>;
  /** The node of the head that a node of the base is now. */
  headOf(index: number): number | undefined;
  /** The node of the base that a node of the head was. */
  baseOf(index: number): number | undefined;
}

/** As DiSE Fig. 2 shades its nodes: the change itself, then the affected conditions and writes. */
export function functionMarks(loaded: LoadedProgram, fn: FunctionId, change: GraphChange): FunctionMarks {
  const found = changeOf(loaded, fn, change);
  if (found === undefined) return { status: 'unchanged', markOf: () => null, base: null };
  const { nodes } = found;
  const base = baseFunction(found, change);
  const baseVersion = base === null ? null : { program: change.base.program, fn: base.figure.fn };
  const sets = affectedSetsOfChange(baseVersion, { program: loaded.program, fn }, nodes);
  const { first } = loaded.program.nodesOf(fn);
  const marks = new Map<number, NodeMark>();
  // Later ones win: a condition that also writes is shaded as a condition, and a changed node as changed.
  for (const node of sets.other) marks.set(node - first, 'affected');
  for (const node of sets.AWN) marks.set(node - first, 'affected-write');
  for (const node of sets.ACN) marks.set(node - first, 'affected-condition');
  nodes.headStatus.forEach((status, index) => {
    if (status === 'changed' || status === 'added') marks.set(index, status);
  });
  return { status: found.status, markOf: (index) => marks.get(index) ?? null, base };
}

/** Undefined for a function of a file that did not change. */
export function changeOf(loaded: LoadedProgram, fn: FunctionId, { changes }: GraphChange): FunctionChange | undefined {
  const { module, index } = loaded.program.locate(fn);
  return changes.functions.find(
    ({ head }) => head !== null && head.module.path === module.path && head.fn.index === index,
  );
}

function baseFunction({ base, nodes }: FunctionChange, change: GraphChange): BaseFunction | null {
  if (base === null) return null;
  const describer = new NodeDescriber(change.base);
  const fn = functionIn(describer, base);
  if (fn === undefined) return null;
  return {
    figure: new FunctionFigures(describer).of(fn),
    removed: new Set(nodes.baseStatus.flatMap((status, index) => (status === 'removed' ? [index] : []))),
    headOf: (index) => partner(nodes.toHead, index),
    baseOf: (index) => partner(nodes.toBase, index),
  };
}

function partner(map: Int32Array, index: number): number | undefined {
  const found = map[index] ?? -1;
  return found < 0 ? undefined : found;
}
