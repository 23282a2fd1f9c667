import type { FoundPaths, StopReason } from '#behaviour/find-paths';
import { solverMissing } from '#core/path-diagnostics';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { FunctionInputs } from '#symbolic/input-type';
import { buildPath } from './build-path';
import { buildSymbolicTree } from './build-symbolic-tree';
import { withComputedKey } from './computed-key';
import type { NodeDescriber } from './describe-node';
import { SiteDescriber } from './describe-site';
import type { AffectedPaths, FunctionPath, PathAssumption, PathBounds, PathsResult } from './paths-result';
import { replayDiagnostics } from './replay-diagnostics';
import type { SymbolicTree } from './symbolic-tree';

export interface PathsLayout {
  readonly bounds: PathBounds;
  /** Most nodes of the symbolic tree; null when it is not wanted. */
  readonly treeNodes: number | null;
  /** What was compared with, when only affected paths are wanted. */
  readonly against?: Pick<AffectedPaths, 'base' | 'goal' | 'pruning' | 'affectedNodes'>;
}

/** The paths of a function as a result. */
export function buildPaths(nodes: NodeDescriber, found: FoundPaths, layout: PathsLayout): PathsResult {
  const { bounds, treeNodes, against } = layout;
  const { module, fn, inputs, solverProblem } = found.followed;
  const sites = new SiteDescriber(nodes.loaded);
  const paths = found.paths.map((path) => {
    const built = buildPath(path, sites, bounds, found.directed !== null);
    return { ...built, call: withComputedKey(built.call, { module, fn }) };
  });
  const gaps = gapsOf(found, paths, bounds);
  return {
    schemaVersion: 1,
    function: `${module.path}#${fn.qualifiedName}`,
    signature: signatureOf(fn, inputs),
    span: nodes.span(module.path, fn.start, fn.end),
    paths,
    complete: gaps.length === 0,
    gaps,
    bounds,
    assumptions: assumptionsOf(inputs, module),
    ...(treeNodes === null ? {} : { tree: treeOf(found, sites, treeNodes) }),
    ...(against === undefined || found.directed === null
      ? {}
      : { against: { ...against, states: found.directed.states, pruned: found.directed.pruned } }),
    diagnostics: [...(solverProblem === null ? [] : [solverMissing(solverProblem)]), ...replayDiagnostics(paths)],
  };
}

function treeOf({ followed, effects }: FoundPaths, sites: SiteDescriber, limit: number): SymbolicTree {
  const { world, tree, ends, module, fn } = followed;
  const entry = sites.ref({ path: module.path, fn: fn.index, node: fn.entry });
  if (effects === null || entry === null) return { nodes: [], total: 0 };
  return buildSymbolicTree({ world, roots: tree.roots, ends, effects, entry }, sites, limit);
}

const stopReasons: Readonly<Record<StopReason, (bounds: PathBounds) => string>> = {
  interrupted: () => 'the search was interrupted',
  budget: () => 'the budget ran out (--budget)',
  paths: ({ paths }) => `the search ended at ${paths} paths (--max-paths)`,
};

/** What keeps the paths from being all that there are. */
function gapsOf(
  { stopped, paths: found, directed }: FoundPaths,
  paths: readonly FunctionPath[],
  bounds: PathBounds,
): string[] {
  const gaps = stopped === null ? [] : [stopReasons[stopped](bounds)];
  if (directed?.isBounded === true) {
    gaps.push(`sequences that execute an affected statement more than ${bounds.loops + 1} times are not told apart`);
  }
  const kinds = found.map(({ described }) => (described.outcome.kind === 'cut' ? described.outcome.reason.kind : ''));
  const count = (...wanted: readonly string[]): number => kinds.filter((kind) => wanted.includes(kind)).length;
  const loops = count('loop-bound');
  if (loops > 0) gaps.push(`${leave(loops)} after ${bounds.loops} open turns of a loop (--loops)`);
  const depth = count('recursion-bound');
  if (depth > 0) gaps.push(`${leave(depth)} at ${bounds.depth} calls inside of each other (--depth)`);
  const others = count('step-bound', 'time', 'target', 'contradiction');
  if (others > 0) gaps.push(`${leave(others)} early`);
  const undecided = count('undecided');
  if (undecided > 0) {
    const which = undecided === 1 ? 'it is' : 'they are';
    gaps.push(`${leave(undecided)} because the solver could not tell whether ${which} possible`);
  }
  const unsupported = paths.flatMap(({ cut }) => (cut?.startsWith(unsupportedMark) === true ? [cut] : []));
  const [first] = unsupported;
  if (first !== undefined) {
    const more = new Set(unsupported).size - 1;
    const what = first.slice(unsupportedMark.length);
    gaps.push(`${meet(unsupported.length)}: ${what}${more > 0 ? `, and ${more} more` : ''}`);
  }
  const narrow = found.filter(({ described }) => described.notes.some(({ kind }) => kind === 'concretised')).length;
  if (narrow > 0) gaps.push(`${narrow === 1 ? '1 path tries' : `${narrow} paths try`} one value only of many`);
  const assuming = found.filter(({ described }) =>
    described.notes.some(({ kind }) => kind === 'assumed' || kind === 'stated'),
  ).length;
  if (assuming > 0) gaps.push(`${assuming === 1 ? '1 path rests' : `${assuming} paths rest`} on assumptions`);
  return gaps;
}

const unsupportedMark = 'unsupported: ';

function leave(amount: number): string {
  return amount === 1 ? '1 path is left' : `${amount} paths are left`;
}

function meet(amount: number): string {
  return amount === 1 ? '1 path meets something unsupported' : `${amount} paths meet something unsupported`;
}

/** `update(pedalPos, bSwitch)`, `new Cart(items)`, `Cart.add(item, ...more)`. */
function signatureOf(fn: FunctionIr, { params }: FunctionInputs): string {
  const list = params.map(({ name, rest }) => (rest ? `...${name}` : name)).join(', ');
  if (fn.kind === 'getter' || fn.kind === 'setter') return fn.qualifiedName;
  const name = fn.qualifiedName;
  return fn.kind === 'constructor' ? `new ${name.replace(/\.?constructor$/, '')}(${list})` : `${name}(${list})`;
}

function assumptionsOf({ preconditions, widened }: FunctionInputs, module: ModuleIr): PathAssumption[] {
  const stated = preconditions.map(({ text }): PathAssumption => ({ kind: 'precondition', text }));
  const wider = widened.map(({ type, reason, path }) => {
    const where = path === module.path ? '' : ` of ${path}`;
    return `${type}${where}: ${reason}`;
  });
  return [...stated, ...[...new Set(wider)].map((text): PathAssumption => ({ kind: 'type', text }))];
}
