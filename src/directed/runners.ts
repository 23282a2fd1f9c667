import type { FunctionId, NodeId } from '#core/ids';
import type { Program } from '#ir/program';
import type { PossibleCalls } from './possible-calls';

/** Functions from which a node of the set may be run, and the nodes at which that begins. */
export interface Runners {
  readonly functions: ReadonlySet<FunctionId>;
  /** The nodes of the set, and nodes that may run one of the functions. */
  readonly nodes: ReadonlySet<NodeId>;
  /** Those of the nodes that may run one of the functions although the call graph does not say so. */
  readonly open: ReadonlySet<NodeId>;
  /** Bodies of modules among the functions that need not load another module to run one of the nodes. */
  readonly bodies: readonly FunctionId[];
}

export function runnersOf(program: Program, calls: PossibleCalls, triggers: ReadonlySet<NodeId>): Runners {
  const functions = new Set<FunctionId>();
  const nodes = new Set<NodeId>();
  const open = new Set<NodeId>(triggers.size > 0 ? calls.anything : []);
  const pending: FunctionId[] = [];
  const add = (node: NodeId): void => {
    if (nodes.has(node)) return;
    nodes.add(node);
    const fn = program.functionOf(node);
    if (functions.has(fn)) return;
    functions.add(fn);
    pending.push(fn);
  };
  // Of lists that were met before, the nodes that only ever ran functions which the call graph names.
  const closed = new Map<readonly NodeId[], readonly NodeId[]>();
  const spread = (fn: FunctionId): void => {
    const listed = new Set(calls.callGraph.callsTo(fn).map((edge) => edge.site));
    for (const sites of calls.listsOf(fn)) {
      const left = closed.get(sites) ?? sites;
      if (left.length === 0) continue;
      for (const site of left) {
        add(site);
        if (!listed.has(site)) open.add(site);
      }
      closed.set(
        sites,
        left.filter((site) => !open.has(site)),
      );
    }
  };
  for (const trigger of triggers) add(trigger);
  open.forEach(add);
  // Whatever runs a body loads the module: that comes second.
  const bodies: FunctionId[] = [];
  for (let fn = pending.pop(); fn !== undefined; fn = pending.pop()) {
    if (program.functionKind(fn) === 'module') bodies.push(fn);
    else spread(fn);
  }
  bodies.forEach(spread);
  for (let fn = pending.pop(); fn !== undefined; fn = pending.pop()) spread(fn);
  return { functions, nodes, open, bodies };
}
