import type { FunctionId, NodeId } from '#core/ids';
import type { CallEdge } from '#dependence/call-graph';
import { calleeKinds, places, roles, type ModuleFacts } from '#ir/facts';
import { lastAtMost } from '#ir/program';
import { formalKey, type Argument, type Formal } from './formals';
import { FlowSweep } from './flow-sweep';
import { wordAt, type Access } from './function-nodes';
import type { ImpactClosure, ImpactWorld } from './impact-closure';

/** One `argument ↦ formal` on an edge of the call graph (iDiSE III-A.4): the impact of the argument flows into the callee. */
export interface CallAnnotation {
  readonly edge: CallEdge;
  /** The variable that holds the impact, or where it has no name the argument's place in the call. */
  readonly argument: string;
  readonly formal: Formal;
}

/** The formal whose impact set is annotated: its own value is impacted although no node of the set assigns it. */
export interface ActiveFormal {
  readonly fn: FunctionId;
  readonly formal: Formal;
  readonly uses: ReadonlySet<NodeId>;
}

/**
 * `CallGraphAnnotations` of Fig. 3(a), line 4: an argument is annotated when an impacted location assigns the variable it
 * reads. As printed, a parameter that is handed on as it came is not annotated, since no location assigns it; the
 * extended rules do, and know of receivers, callbacks, accessors and impacted callees.
 */
export function callAnnotations(
  world: ImpactWorld,
  closure: ImpactClosure,
  fn: FunctionId,
  active: ActiveFormal | null,
): CallAnnotation[] {
  const found = new Map<string, CallAnnotation>();
  const usesAt = impactedUses(world, closure, fn, active);
  const annotate = (edge: CallEdge, argument: string, formal: Formal): void => {
    const key = `${edge.site} ${edge.callee} ${edge.kind} ${argument} ${formalKey(formal)}`;
    if (!found.has(key)) found.set(key, { edge, argument, formal });
  };
  for (const edge of edgesFrom(world, fn)) {
    if (!closure.forward.has(edge.site)) continue;
    for (const access of usesAt(edge.site)) {
      const argument = nameOf(world, edge.site, access);
      for (const formal of formalsFed(world, edge, access)) annotate(edge, argument, formal);
    }
    if (world.rules === 'published' || !isChanged(closure, edge.site)) continue;
    // Which of its arguments differ is not known: `f(1)` may have been `f(2)`.
    for (const formal of world.formals.of(edge.callee)) annotate(edge, 'changed call', formal);
  }
  return [...found.values()];
}

/** Without those to functions that are held in common where these are very many. */
function edgesFrom({ calls, rules }: ImpactWorld, fn: FunctionId): readonly CallEdge[] {
  const edges = calls.callsFrom(fn);
  if (rules === 'published' || !calls.callsCommon(fn) || calls.common.callees.length > mostCommon) return edges;
  const { sites, callees } = calls.common;
  const others = sites
    .filter(({ caller }) => caller === fn)
    .flatMap(({ caller, site, returnNode }) => {
      const kind = site === returnNode ? 'implicit' : 'call';
      return callees.map((callee): CallEdge => ({ caller, callee, site, returnNode, kind }));
    });
  return [...edges, ...others];
}

const mostCommon = 512;

function impactedUses(
  world: ImpactWorld,
  closure: ImpactClosure,
  fn: FunctionId,
  active: ActiveFormal | null,
): (site: NodeId) => readonly Access[] {
  const flow = world.flows.of(fn);
  const extended = world.rules === 'extended';
  const isFormal = active === null ? never : world.formals.isAccess(active.fn, active.formal);
  const writers = new FlowSweep(flow, 'writers', (writer) => !closure.forward.has(flow.idOf(writer)));
  return (site) => {
    const node = flow.indexOf(site);
    // Which of its uses a node shares with others is not known: all of them.
    const isShared = extended && closure.readsState.has(site);
    const isActive = extended && active?.uses.has(site) === true ? isFormal : never;
    return flow.usesOf(node).filter((use) => isShared || isActive(use) || writers.of(node, [use]).length > 0);
  };
}

function isChanged({ members }: ImpactClosure, site: NodeId): boolean {
  const rule = members.get(site)?.rule;
  return rule === 'changed' || rule === 'added' || rule === 'removed';
}

const never = (): boolean => false;

function formalsFed(world: ImpactWorld, edge: CallEdge, access: Access): Formal[] {
  const { formals, rules } = world;
  const fed = (): Formal[] => {
    const all = formals.of(edge.callee);
    // What else runs as part of the node, or another function than before: nobody knows what it is handed.
    if (edge.kind !== 'call' || access.role === roles.whole) return all;
    const call = callAt(world, edge.site);
    const receives = (argument: Argument): Formal[] => formals.receiving(edge.callee, argument);
    if (call.style === 'plain') {
      if (access.role === roles.receiver) return all.filter(isThis);
      const argument = argumentAt(call, access.role);
      const bound = world.boundArguments.get(edge.callee) ?? [];
      return [0, ...bound].flatMap((fixed) => receives({ ...argument, position: argument.position + fixed }));
    }
    if (access.role === roles.receiver) return all;
    if (access.role === 0) return all.filter(isThis);
    const { position, spread } = argumentAt(call, access.role);
    return receives({ position: position - 1, spread: spread || call.style === 'apply' });
  };
  return rules === 'extended' ? fed() : fed().filter((formal) => edge.kind === 'call' && isAssigned(access, formal));
}

/** The document knows arguments and parameters. */
function isAssigned(access: Access, formal: Formal): boolean {
  return access.role >= 0 && formal.kind === 'parameter';
}

function isThis(formal: Formal): boolean {
  return formal.kind === 'this';
}

/** `call`: the first argument becomes `this`; `apply`: and the second is a list of the others. */
interface Call {
  readonly style: 'plain' | 'call' | 'apply';
  readonly isSpread: (index: number) => boolean;
}

function callAt(world: ImpactWorld, site: NodeId): Call {
  const { module, local } = locate(world, site);
  const { calls, strings } = module;
  const call = lastAtMost(calls.node, local, calls.count);
  const first = wordAt(calls.argOffset, call);
  const property = calleeKinds[wordAt(calls.callee, call)] === 'method' ? strings[wordAt(calls.property, call)] : '';
  return {
    style: property === 'call' || property === 'apply' ? property : 'plain',
    isSpread: (index) => wordAt(calls.args, first + 2 * index + 1) === 1,
  };
}

/** After a spread, which may be empty, an argument may come at any position from the number of plain ones before it on. */
function argumentAt({ isSpread }: Call, index: number): Argument {
  let before = 0;
  for (let at = 0; at < index; at++) if (isSpread(at)) before++;
  return { position: index - before, spread: before > 0 || isSpread(index) };
}

function locate(world: ImpactWorld, node: NodeId): { module: ModuleFacts; local: number } {
  const { program } = world.flows;
  const { module, index } = program.locate(program.functionOf(node));
  return { module, local: wordAt(module.functions.firstNode, index) + world.flows.ofNode(node).indexOf(node) };
}

function nameOf(world: ImpactWorld, site: NodeId, access: Access): string {
  const { module } = locate(world, site);
  const text = (string: number | undefined): string => module.strings[string ?? -1] ?? '';
  if (access.kind === places.binding) return text(module.bindings.name[access.a]);
  if (access.kind === places.global) return text(access.a);
  if (access.kind === places.field) return `.${text(access.b)}`;
  if (access.role >= 0) return `argument ${access.role + 1}`;
  return access.role === roles.receiver ? 'receiver' : 'callee';
}
