import type { FunctionId, NodeId } from '#core/ids';
import type { CallGraph } from '#dependence/call-graph';
import type { Program } from '#ir/program';
import { callAnnotations, type CallAnnotation } from './call-annotations';
import type { Seed } from './derivation';
import { formalKey, Formals, type Formal } from './formals';
import type { FlowOptions } from './function-flow';
import { ImpactClosure, type ImpactWorld } from './impact-closure';
import type { ImpactDerivation, ImpactRuleSet } from './impact-derivation';
import { groupBy } from './multi-map';
import { ProgramFlows } from './program-flows';
import { stateByName, type StateFlow } from './state-flow';

/** Phase I of iDiSE (III-A), the static impact analysis. */
export function impactSets(input: ImpactInput): ImpactSets {
  const rules = input.rules ?? 'extended';
  const world: ImpactWorld = {
    flows: new ProgramFlows(input.program, input.flowOptions),
    formals: new Formals(input.program),
    calls: input.calls,
    rules,
    state: rules === 'published' ? noState : (input.state ?? stateByName(input.program)),
    boundArguments: input.boundArguments ?? new Map(),
  };
  return new ImpactSets(world, input.changes);
}

/** Imp(m) or Imp(m(p)) of iDiSE, with why and with what it passes on. */
export interface ImpactSet {
  /** What it was initialised with, in node order. */
  readonly start: readonly NodeId[];
  /** In node order. */
  readonly nodes: readonly NodeId[];
  /** Those among them that the change can reach; with the extended rules, the others are what these depend on. */
  readonly forward: readonly NodeId[];
  /** One entry per node, in the order in which they were found. */
  readonly derivation: readonly ImpactDerivation[];
  /** The annotations that this set gives to the edges of the call graph. */
  readonly annotations: readonly CallAnnotation[];
}

export interface ImpactInput {
  readonly program: Program;
  readonly calls: CallGraph;
  /** Changed and added nodes of the head, and what removed nodes affected (`removedNodes`). */
  readonly changes: Iterable<Seed>;
  readonly rules?: ImpactRuleSet;
  readonly flowOptions?: (fn: FunctionId) => FlowOptions;
  /** Asked by the extended rules only; without it state is told apart by names. */
  readonly state?: StateFlow;
  /** Per function, how many arguments a `bind` of the program fixes: arguments of a call may come after those. */
  readonly boundArguments?: ReadonlyMap<FunctionId, readonly number[]>;
}

/**
 * One impact set for each function, and one for each of its formals: every function is analysed once, however many call
 * sites it has. A formal's set is made when first asked for.
 */
export class ImpactSets {
  /** Imp(m) where it is not empty. */
  readonly own: ReadonlyMap<FunctionId, ImpactSet>;
  readonly #world: ImpactWorld;
  readonly #formals = new Map<string, ImpactSet>();

  constructor(world: ImpactWorld, changes: Iterable<Seed>) {
    this.#world = world;
    const closure = new ImpactClosure(world, 'program');
    for (const change of changes) closure.seed(change);
    this.own = this.#settle(closure);
  }

  /** Imp(m). */
  of(fn: FunctionId): ImpactSet {
    return this.own.get(fn) ?? empty;
  }

  formalsOf(fn: FunctionId): readonly Formal[] {
    const { formals, rules } = this.#world;
    return rules === 'published' ? formals.parametersOf(fn) : formals.of(fn);
  }

  /** Imp(m(p)): inside m and the functions nested in it. */
  ofFormal(fn: FunctionId, formal: Formal): ImpactSet {
    const key = `${fn} ${formalKey(formal)}`;
    const known = this.#formals.get(key);
    if (known !== undefined) return known;
    const set = this.#impactOfFormal(fn, formal);
    this.#formals.set(key, set);
    return set;
  }

  #impactOfFormal(fn: FunctionId, formal: Formal): ImpactSet {
    const { formals, rules } = this.#world;
    const uses = formals.usesOf(fn, formal, rules === 'extended');
    const closure = new ImpactClosure(this.#world, 'function');
    for (const node of uses) closure.seed({ rule: 'parameter', node });
    closure.spread();
    const active = { fn, formal, uses: new Set(uses) };
    const annotations = [...closure.takeGrown()].flatMap((inner) =>
      callAnnotations(this.#world, closure, inner, active),
    );
    closure.finish();
    return impactSet(closure, closure.members.values(), annotations);
  }

  /**
   * To the fixpoint. What a function does to shared state because of an impacted argument is taken to happen in every
   * context, as long as there is one in which the argument is impacted: state has no calling context.
   */
  #settle(closure: ImpactClosure): Map<FunctionId, ImpactSet> {
    const annotations = new Map<FunctionId, CallAnnotation[]>();
    const active = new Set<string>();
    for (let grown = spread(closure); grown.size > 0; grown = spread(closure)) {
      for (const fn of grown) {
        const own = callAnnotations(this.#world, closure, fn, null);
        annotations.set(fn, own);
        if (this.#world.rules === 'extended') this.#shareState(own, closure, active);
      }
    }
    closure.finish();
    const derivations = groupBy(closure.members.values(), ({ node }) => this.#world.flows.program.functionOf(node));
    return new Map(
      Array.from(derivations, ([fn, derivation]) => [fn, impactSet(closure, derivation, annotations.get(fn) ?? [])]),
    );
  }

  #shareState(annotations: readonly CallAnnotation[], closure: ImpactClosure, active: Set<string>): void {
    const pending = [...annotations];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { edge, formal } = next;
      const key = `${edge.callee} ${formalKey(formal)}`;
      if (active.has(key)) continue;
      active.add(key);
      const set = this.ofFormal(edge.callee, formal);
      for (const from of set.forward) {
        for (const node of this.#world.state.readersOf(from)) closure.seed({ rule: 'state', node, from });
      }
      pending.push(...set.annotations);
    }
  }
}

const noState: StateFlow = { readersOf: () => [] };
const empty: ImpactSet = { start: [], nodes: [], forward: [], derivation: [], annotations: [] };
const seedRules: ReadonlySet<ImpactDerivation['rule']> = new Set(['changed', 'added', 'removed', 'parameter']);

function spread(closure: ImpactClosure): ReadonlySet<FunctionId> {
  closure.spread();
  return closure.takeGrown();
}

function impactSet(
  closure: ImpactClosure,
  members: Iterable<ImpactDerivation>,
  annotations: readonly CallAnnotation[],
): ImpactSet {
  const derivation = [...members];
  const nodes = nodesOf(derivation);
  return {
    start: nodesOf(derivation.filter(({ rule }) => seedRules.has(rule))),
    nodes,
    forward: nodes.filter((node) => closure.forward.has(node)),
    derivation,
    annotations,
  };
}

function nodesOf(derivation: readonly ImpactDerivation[]): NodeId[] {
  return derivation.map(({ node }) => node).toSorted((a, b) => a - b);
}
