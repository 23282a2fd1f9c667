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
  /** By the node that calls. */
  readonly children = new Map<number, CallingContext[]>();

  constructor(
    readonly id: number,
    readonly fn: FunctionId,
    readonly call: AffectedCall,
    /** Null for the function under analysis, and for functions that the language runs out of its queue. */
    readonly caller: Caller | null,
    readonly isEntry: boolean,
    nodes: FunctionNodeRange,
  ) {
    this.affected = within(nodes, call.nodes);
    this.reached = within(nodes, call.reached);
    this.depth = caller === null ? 0 : caller.context.depth + 1;
  }
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
  readonly #ofCaller = new WeakMap<Frame, CallingContext>();
  #last: KnownContext | null = null;
  #count = 0;

  constructor(program: Program, source: AffectedSource, entry: FunctionId) {
    this.#program = program;
    this.#source = source;
    this.#entry = entry;
  }

  /** Null for frames that are not of the program. */
  of(frame: Frame): CallingContext | null {
    const last = this.#last;
    if (last !== null && isSameActivation(last, frame)) return last.context;
    const below = last?.below ?? null;
    // Most often it is one that has just returned.
    if (below !== null && isSameActivation(below, frame)) {
      this.#last = below;
      return below.context;
    }
    const { closure, caller } = frame;
    const isCalled = last !== null && caller !== null && isSameActivation(last, caller);
    if (isCalled) this.#ofCaller.set(caller, last.context);
    const context = this.#find(frame);
    if (context !== null) this.#last = { closure, caller, context, below: isCalled ? last : null };
    return context;
  }

  #find({ closure, caller, purpose }: Frame): CallingContext | null {
    const fn = this.#functionOf(closure);
    if (fn === null) return null;
    if (caller === null || caller.purpose.kind === 'job') return this.root(fn);
    const below = this.#below(caller);
    if (below === null) return null;
    return this.#enter(
      below,
      ...siteOf(caller),
      fn,
      purpose.kind === 'generator' || purpose.kind === 'async-generator',
    );
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

  /** A caller waits, and stays the same object while what it called is under way. */
  #below(caller: Frame): CallingContext | null {
    const known = this.#ofCaller.get(caller);
    if (known !== undefined) return known;
    const found = this.#find(caller);
    if (found !== null) this.#ofCaller.set(caller, found);
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
    const known = siblings?.find(({ fn, caller }) => fn === callee && caller?.resumes === resumes);
    if (known !== undefined) return known;
    if (siblings === undefined) context.children.set(site, (siblings = []));
    // Who goes on with a generator is not who handed it its arguments.
    const at = nodeId(this.#program.nodesOf(context.fn).first + site);
    const call = isResumed ? this.#source.anywhere(callee) : context.call.called(at, callee);
    const made = this.#make(callee, call, { context, site, resumes }, false);
    siblings.push(made);
    return made;
  }

  #make(fn: FunctionId, call: AffectedCall, caller: Caller | null, isEntry: boolean): CallingContext {
    return new CallingContext(this.#count++, fn, call, caller, isEntry, this.#program.nodesOf(fn));
  }
}

/** The context that was asked for last: an activation has many frames, one after the other. */
interface KnownContext {
  readonly closure: Frame['closure'];
  readonly caller: Frame | null;
  readonly context: CallingContext;
  /** Of the activation that called it. */
  readonly below: KnownContext | null;
}

function isSameActivation(known: KnownContext, { closure, caller }: Frame): boolean {
  return known.caller === caller && known.closure === closure;
}

/** A frame that has called stands at the return node; one that calls on its way stands where it was. */
function siteOf({ closure, node }: Frame): [site: number, resumes: Caller['resumes']] {
  const op = closure.fn.nodes[node]?.op;
  return op?.kind === 'call-return' ? [op.callNode, 'return'] : [node, 'site'];
}
