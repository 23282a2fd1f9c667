import { BitSet } from '#core/bit-set';
import { nodeId, type FunctionId } from '#core/ids';
import type { FunctionIr } from '#ir/cfg';
import type { Program } from '#ir/program';
import type { Frame } from '#symbolic/frame';
import type { AffectedCall, AffectedSource } from './affected-source';

/** A function, the calls that led to it, and what is affected in it because of them. One object for equal contexts. */
export class CallingContext {
  /** Affected nodes, counted from the entry of the function. */
  readonly affected: BitSet;
  /** Those among them that the change can reach. */
  readonly reached: BitSet;
  readonly depth: number;
  /** The number of its entry: nodes are counted from there. */
  readonly first: number;
  /** By the node that calls. */
  readonly children = new Map<number, CallingContext[]>();

  constructor(
    readonly id: number,
    readonly fn: FunctionId,
    readonly call: AffectedCall,
    /** Null for the function under analysis, and for functions that the language runs out of its queue. */
    readonly caller: Caller | null,
    readonly isEntry: boolean,
    { affected, reached, first }: ContextNodes,
  ) {
    this.affected = affected;
    this.reached = reached;
    this.first = first;
    this.depth = caller === null ? 0 : caller.context.depth + 1;
  }
}

/** Of a function in all contexts that mean the same to it. */
interface ContextNodes {
  readonly affected: BitSet;
  readonly reached: BitSet;
  readonly first: number;
}

interface FunctionNodeRange {
  readonly first: number;
  readonly count: number;
}

function within({ first, count }: FunctionNodeRange, nodes: Iterable<number>): BitSet {
  const set = new BitSet(count);
  for (const node of nodes) if (node >= first && node < first + count) set.add(node - first);
  return set;
}

export interface Caller {
  readonly context: CallingContext;
  /** The node that calls, counted from the entry of its function. */
  readonly site: number;
  /** `return`: control comes back at the return node of the call; `site`: the node called on its way and is gone on with. */
  readonly resumes: 'return' | 'site';
}

/** The contexts of one exploration. */
export class CallingContexts {
  readonly #program: Program;
  readonly #source: AffectedSource;
  readonly #entry: FunctionId;
  readonly #roots = new Map<FunctionId, CallingContext>();
  readonly #functions = new Map<FunctionIr, FunctionId | null>();
  readonly #nodes = new Map<AffectedCall, Map<FunctionId, ContextNodes>>();
  #last: KnownContext | null = null;
  #count = 0;

  constructor(program: Program, source: AffectedSource, entry: FunctionId) {
    this.#program = program;
    this.#source = source;
    this.#entry = entry;
  }

  /** Null for frames that are not of the program. */
  of(frame: Frame): CallingContext | null {
    const known = this.#known(frame);
    if (known !== null) this.#last = known;
    return known === null ? null : known.context;
  }

  /** An activation has many frames, one after the other, and two stacks have most of those below in common. */
  #known(frame: Frame): KnownContext | null {
    const { depth, closure, caller } = frame;
    let last = this.#last;
    while (last !== null && last.depth > depth) last = last.below;
    if (last !== null && last.caller === caller && last.closure === closure && last.depth === depth) return last;
    return this.#find(frame);
  }

  #find({ closure, caller, purpose, depth }: Frame): KnownContext | null {
    const fn = this.#functionOf(closure);
    if (fn === null) return null;
    if (caller === null || caller.purpose.kind === 'job') {
      return { closure, caller, depth, context: this.root(fn), below: null };
    }
    const below = this.#known(caller);
    if (below === null) return null;
    const isResumed = purpose.kind === 'generator' || purpose.kind === 'async-generator';
    // A frame that has called stands at the return node; one that calls on its way stands where it was.
    const op = caller.closure.fn.nodes[caller.node]?.op;
    const context =
      op?.kind === 'call-return'
        ? this.#enter(below.context, op.callNode, 'return', fn, isResumed)
        : this.#enter(below.context, caller.node, 'site', fn, isResumed);
    return { closure, caller, depth, context, below };
  }

  root(fn: FunctionId): CallingContext {
    const known = this.#roots.get(fn);
    if (known !== undefined) return known;
    const isEntry = fn === this.#entry;
    const call = isEntry ? this.#source.entry(fn) : this.#source.anywhere(fn);
    const made = this.#make(fn, call, null, isEntry);
    this.#roots.set(fn, made);
    return made;
  }

  called(context: CallingContext, site: number, resumes: Caller['resumes'], callee: FunctionId): CallingContext {
    return this.#enter(context, site, resumes, callee, false);
  }

  #functionOf({ fn, module }: Frame['closure']): FunctionId | null {
    const known = this.#functions.get(fn);
    if (known !== undefined) return known;
    const moduleIndex = this.#program.moduleIndex(module.path);
    const found = moduleIndex === undefined ? null : this.#program.functionAt(moduleIndex, fn.index);
    this.#functions.set(fn, found);
    return found;
  }

  #enter(
    context: CallingContext,
    site: number,
    resumes: Caller['resumes'],
    callee: FunctionId,
    isResumed: boolean,
  ): CallingContext {
    let siblings = context.children.get(site);
    if (siblings === undefined) context.children.set(site, (siblings = []));
    for (const known of siblings) if (known.fn === callee && known.caller?.resumes === resumes) return known;
    // Who goes on with a generator is not who handed it its arguments.
    const at = nodeId(context.first + site);
    const call = isResumed ? this.#source.anywhere(callee) : context.call.called(at, callee);
    const made = this.#make(callee, call, { context, site, resumes }, false);
    siblings.push(made);
    return made;
  }

  #make(fn: FunctionId, call: AffectedCall, caller: Caller | null, isEntry: boolean): CallingContext {
    return new CallingContext(this.#count++, fn, call, caller, isEntry, this.#nodesOf(fn, call));
  }

  #nodesOf(fn: FunctionId, call: AffectedCall): ContextNodes {
    let ofCall = this.#nodes.get(call);
    if (ofCall === undefined) this.#nodes.set(call, (ofCall = new Map()));
    const known = ofCall.get(fn);
    if (known !== undefined) return known;
    const range = this.#program.nodesOf(fn);
    const made = { affected: within(range, call.nodes), reached: within(range, call.reached), first: range.first };
    ofCall.set(fn, made);
    return made;
  }
}

/** The context of an activation that was asked for last. */
interface KnownContext {
  readonly closure: Frame['closure'];
  readonly caller: Frame | null;
  readonly depth: number;
  readonly context: CallingContext;
  /** Of the activation that called it. */
  readonly below: KnownContext | null;
}
