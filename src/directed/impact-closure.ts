import type { FunctionId, NodeId } from '#core/ids';
import type { CallGraph } from '#dependence/call-graph';
import type { Formals } from './formals';
import { FlowSweep } from './flow-sweep';
import { isSilent, type FunctionFlow } from './function-flow';
import type { ImpactDerivation, ImpactRule, ImpactRuleSet } from './impact-derivation';
import type { ProgramFlows } from './program-flows';
import type { StateFlow } from './state-flow';

/**
 * The dependence analysis of iDiSE Fig. 3(a) from one set of seeds to its fixpoint. Line 6 takes la from P where all other
 * lines take locations from m; read as the slip that it seems, all data flow is inside the method.
 */
export class ImpactClosure {
  /** In the order in which they were found. */
  readonly members = new Map<NodeId, ImpactDerivation>();
  /** Members whose values a change can reach; the others are there because these depend on them. */
  readonly forward = new Set<NodeId>();
  /** Members that read shared state which a member writes. */
  readonly readsState = new Set<NodeId>();
  readonly #world: ImpactWorld;
  readonly #scope: 'program' | 'function';
  /** Functions that have grown forward since they were last asked for. */
  #grown = new Set<FunctionId>();
  /** Functions whose callers know that they have an impact. */
  readonly #impacted = new Set<FunctionId>();
  readonly #pending: NodeId[] = [];
  readonly #sweeps = new Map<FunctionFlow, { readers: FlowSweep; writers: FlowSweep }>();

  /** In the scope of a function nothing leaves it: not through its callers, and not through shared state. */
  constructor(world: ImpactWorld, scope: 'program' | 'function') {
    this.#world = world;
    this.#scope = scope;
  }

  seed(derivation: ImpactDerivation): void {
    this.#add(derivation, true);
    if (derivation.rule === 'state') this.readsState.add(derivation.node);
  }

  /** All that the seeds reach forward; with the published rules, all that they reach. More may be seeded afterwards. */
  spread(): void {
    const published = this.#world.rules === 'published';
    this.#exhaust((node, flow) => {
      this.#forwardData(node, flow);
      if (published) this.#backward(node, flow);
      else this.#forwardExtended(node, flow);
    });
  }

  /** Then, with the extended rules, what that depends on. */
  finish(): void {
    if (this.#world.rules === 'published') return;
    for (const member of this.members.keys()) this.#pending.push(member);
    this.#exhaust((node, flow) => this.#backward(node, flow));
  }

  takeGrown(): ReadonlySet<FunctionId> {
    const grown = this.#grown;
    this.#grown = new Set();
    return grown;
  }

  #exhaust(expand: (node: NodeId, flow: FunctionFlow) => void): void {
    for (let at = 0, node = this.#pending[at]; node !== undefined; node = this.#pending[++at]) {
      if (this.forward.has(node)) this.#callFlow(node);
      expand(node, this.#world.flows.ofNode(node));
    }
    this.#pending.length = 0;
  }

  #forwardData(id: NodeId, flow: FunctionFlow): void {
    const node = flow.indexOf(id);
    this.#addAll(flow, this.#sweepsOf(flow).readers.of(node, flow.definitionsOf(node)), 'data forward', id, true);
    const back = flow.returnOf(node);
    if (back !== undefined) this.#addAll(flow, [back], 'statement', id, true);
  }

  #forwardExtended(id: NodeId, flow: FunctionFlow): void {
    const node = flow.indexOf(id);
    this.#addAll(flow, this.#sweepsOf(flow).readers.of(node, flow.handedBy(node)), 'data forward', id, true);
    this.#addAll(flow, flow.controlledBy(node), 'control forward', id, true);
    if (this.#scope === 'function') return;
    for (const reader of this.#world.state.readersOf(id)) this.seed({ rule: 'state', node: reader, from: id });
  }

  #backward(id: NodeId, flow: FunctionFlow): void {
    const node = flow.indexOf(id);
    const isForward = this.#world.rules === 'published';
    this.#addAll(flow, this.#sweepsOf(flow).writers.of(node, flow.usesOf(node)), 'data backward', id, isForward);
    this.#addAll(flow, flow.controllersOf(node), 'control backward', id, isForward);
    const call = flow.callOf(node);
    if (call !== undefined) this.#addAll(flow, [call], 'statement', id, isForward);
  }

  #sweepsOf(flow: FunctionFlow): { readers: FlowSweep; writers: FlowSweep } {
    const known = this.#sweeps.get(flow);
    if (known !== undefined) return known;
    const isDone = (node: number): boolean => this.members.has(flow.idOf(node));
    const sweeps = { readers: new FlowSweep(flow, 'readers', isDone), writers: new FlowSweep(flow, 'writers', isDone) };
    this.#sweeps.set(flow, sweeps);
    return sweeps;
  }

  #addAll(flow: FunctionFlow, nodes: readonly number[], rule: ImpactRule, from: NodeId, isForward: boolean): void {
    for (const node of nodes) {
      if (!isSilent(flow.kindOf(node))) this.#add({ rule, node: flow.idOf(node), from }, isForward);
    }
  }

  #add(derivation: ImpactDerivation, isForward: boolean): void {
    const { node } = derivation;
    if (this.members.has(node)) return;
    this.members.set(node, derivation);
    this.#pending.push(node);
    if (!isForward) return;
    this.forward.add(node);
    this.#grown.add(this.#world.flows.program.functionOf(node));
  }

  /** `CallFlow`: once a function has an impact, all calls of it have one. */
  #callFlow(node: NodeId): void {
    const fn = this.#world.flows.program.functionOf(node);
    if (this.#scope === 'function' || this.#impacted.has(fn)) return;
    this.#impacted.add(fn);
    const { calls, rules } = this.#world;
    for (const { site } of calls.callsTo(fn)) this.#add({ rule: 'call', node: site, callee: fn }, true);
    if (rules === 'published' || !calls.isCommon(fn)) return;
    for (const { site } of calls.common.sites) this.#add({ rule: 'call', node: site, callee: fn }, true);
  }
}

/** What all closures of one analysis share. */
export interface ImpactWorld {
  readonly flows: ProgramFlows;
  readonly formals: Formals;
  readonly calls: CallGraph;
  readonly rules: ImpactRuleSet;
  readonly state: StateFlow;
  readonly boundArguments: ReadonlyMap<FunctionId, readonly number[]>;
}
