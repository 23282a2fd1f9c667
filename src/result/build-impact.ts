import type { FunctionId, NodeId } from '#core/ids';
import type { Slice, SliceStep } from '#slice/slice';
import type { NodeDescriber } from './describe-node';
import type { ImpactedFunction, ImpactedStatement, Step } from './impact-result';
import { kinshipWith } from './kinship';

/** A slice of one version of the program, with the describer of that version. */
export interface SliceOfVersion {
  readonly slice: Slice;
  readonly nodes: NodeDescriber;
  /** From this version's nodes to those of the version that is reported; undefined for nodes that are gone. */
  readonly toReported: (node: NodeId) => NodeId | undefined;
}

interface Found extends HowFar {
  readonly node: NodeId;
  /** Where it comes from; null for a seed. */
  readonly hit: { readonly of: SliceOfVersion; readonly node: NodeId } | null;
}

interface HowFar {
  /** Dependences on its chain that are guesses, and all of them. */
  readonly vague: number;
  readonly distance: number;
}

/** Chains are given for this many statements, the nearest: a result must stay small enough to read. */
export const mostChains = 3000;

/**
 * Hits of one or more slices as statements and functions of the reported version, nearest first; of those equally near, the ones
 * whose files are nearer. Statements that hold an `excluded` node (a seed) are left out.
 */
export function buildImpact(
  reported: NodeDescriber,
  slices: readonly SliceOfVersion[],
  excluded: ReadonlySet<NodeId>,
): { statements: ImpactedStatement[]; functions: ImpactedFunction[] } {
  const nearest = new Map<NodeId, Found>();
  for (const of of slices) {
    for (const { node: hit, vague, distance } of of.slice.hits) {
      const node = of.toReported(hit);
      if (node === undefined) continue;
      const found = { node, vague, distance, hit: { of, node: hit } };
      const known = nearest.get(node);
      if (known === undefined || byNearness(found, known) < 0) nearest.set(node, found);
    }
  }
  const candidates = [...nearest.values()].filter((found) => reported.isVisible(found.node));
  for (const node of excluded) if (!nearest.has(node)) candidates.push({ node, vague: 0, distance: 0, hit: null });
  const groups = statementsOf(reported, candidates).filter(({ found }) => !found.some((f) => excluded.has(f.node)));
  const placed = groups.map(({ fn, found }) => ({ fn, found, nearest: nearestOf(found) }));
  const kinship = kinshipWith(reported.loaded.program, excluded);
  placed.sort(
    (a, b) =>
      byNearness(a.nearest, b.nearest) ||
      kinship(b.nearest.node) - kinship(a.nearest.node) ||
      a.nearest.node - b.nearest.node,
  );
  const listed = placed.map(({ fn, found, nearest: first }, i) => ({
    fn,
    statement: statement(reported, fn, found, first, i < mostChains),
  }));
  return { statements: listed.map((item) => item.statement), functions: functionsOf(reported, listed) };
}

/** Nodes inside one another's text are parts of one statement: a call and the assignment of its result. */
function statementsOf(
  { loaded: { program } }: NodeDescriber,
  candidates: readonly Found[],
): { fn: FunctionId; found: Found[] }[] {
  const byFunction = new Map<FunctionId, PlacedNode[]>();
  for (const found of candidates) {
    const fn = program.functionOf(found.node);
    const { start, end } = program.spanOf(found.node);
    const list = byFunction.get(fn);
    if (list === undefined) byFunction.set(fn, [{ found, fn, start, end }]);
    else list.push({ found, fn, start, end });
  }
  // Many short lists are sorted sooner than a long one.
  const placed = [...byFunction]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, list]) => list.toSorted((a, b) => a.start - b.start || b.end - a.end));
  const groups: { fn: FunctionId; end: number; found: Found[] }[] = [];
  for (const { found, fn, end } of placed) {
    const last = groups.at(-1);
    // The text of a catch clause holds the statements of its body.
    if (last !== undefined && last.fn === fn && end <= last.end) last.found.push(found);
    else groups.push({ fn, end: program.kindOf(found.node) === 'catch' ? -1 : end, found: [found] });
  }
  return groups;
}

interface PlacedNode {
  readonly found: Found;
  readonly fn: FunctionId;
  readonly start: number;
  readonly end: number;
}

function nearestOf(found: readonly Found[]): Found {
  return found.reduce((best, next) => (byNearness(next, best) < 0 ? next : best));
}

/** Fewer guesses first, then fewer dependences. */
function byNearness(a: HowFar, b: HowFar): number {
  return a.vague - b.vague || a.distance - b.distance;
}

function statement(
  nodes: NodeDescriber,
  fn: FunctionId,
  found: readonly Found[],
  first: Found,
  isExplained: boolean,
): ImpactedStatement {
  const { program } = nodes.loaded;
  const width = (node: NodeId): number => program.spanOf(node).end - program.spanOf(node).start;
  const shown = found.reduce((best, next) => (width(next.node) > width(best.node) ? next : best));
  const { span, text } = nodes.result(shown.node);
  return {
    id: nodes.idOf(shown.node),
    function: program.nameOf(fn),
    span,
    line: span.line,
    text,
    score: scoreOf(first),
    vague: first.vague,
    distance: first.distance,
    because: isExplained ? becauseOf(first) : [],
  };
}

function functionsOf(
  nodes: NodeDescriber,
  listed: readonly { fn: FunctionId; statement: ImpactedStatement }[],
): ImpactedFunction[] {
  const { program } = nodes.loaded;
  const byFunction = new Map<FunctionId, { nearest: ImpactedStatement; count: number }>();
  for (const { fn, statement: item } of listed) {
    const known = byFunction.get(fn);
    if (known === undefined) byFunction.set(fn, { nearest: item, count: 1 });
    else known.count++;
  }
  return [...byFunction].map(([fn, { nearest, count }]) => {
    const { file, start, end } = program.functionSpan(fn);
    const { score, vague, distance, because } = nearest;
    const span = nodes.span(file, start, end);
    return { id: program.nameOf(fn), span, score, vague, distance, statements: count, because };
  });
}

/** Nearer is stronger: 1 for the change itself, half of it one dependence away, a third two away; a guess is as weak as a hundred. */
export function scoreOf({ vague, distance }: HowFar): number {
  return Math.round(10_000 / (1 + distance + 100 * vague)) / 10_000;
}

/** One step after the other, each from a node to what depends on it; a backward slice explains from its seed on. */
function becauseOf({ hit }: Found): readonly Step[] {
  if (hit === null) return [];
  const { slice, nodes } = hit.of;
  const steps = slice.explain(hit.node);
  return (slice.direction === 'forward' ? steps : steps.toReversed()).map((step) => describe(nodes, step));
}

function describe(nodes: NodeDescriber, step: SliceStep): Step {
  return { kind: step.kind, from: nodes.ref(step.from), to: nodes.ref(step.to), label: step.label };
}
