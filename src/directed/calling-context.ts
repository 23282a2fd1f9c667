import { BitSet } from '#core/bit-set';
import { nodeId, type FunctionId } from '#core/ids';
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
  readonly children = new Map<string, CallingContext>();

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
  readonly #ofFrame = new WeakMap<Frame, CallingContext>();
  #count = 0;

  constructor(program: Program, source: AffectedSource, entry: FunctionId) {
    this.#program = program;
    this.#source = source;
    this.#entry = entry;
  }

  /** Null for frames that are not of the program. */
  of(frame: Frame): CallingContext | null {
    const { closure, caller, purpose } = frame;
    const moduleIndex = this.#program.moduleIndex(closure.module.path);
    if (moduleIndex === undefined) return null;
    const fn = this.#program.functionAt(moduleIndex, closure.fn.index);
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

  /** A caller waits, and stays the same object while what it called is under way. */
  #below(caller: Frame): CallingContext | null {
    const known = this.#ofFrame.get(caller);
    if (known !== undefined) return known;
    const found = this.of(caller);
    if (found !== null) this.#ofFrame.set(caller, found);
    return found;
  }

  #enter(
    context: CallingContext,
    site: number,
    resumes: Caller['resumes'],
    callee: FunctionId,
    isResumed: boolean,
  ): CallingContext {
    const key = `${site} ${resumes} ${callee}`;
    const known = context.children.get(key);
    if (known !== undefined) return known;
    // Who goes on with a generator is not who handed it its arguments.
    const at = nodeId(this.#program.nodesOf(context.fn).first + site);
    const call = isResumed ? this.#source.anywhere(callee) : context.call.called(at, callee);
    const made = this.#make(callee, call, { context, site, resumes }, false);
    context.children.set(key, made);
    return made;
  }

  #make(fn: FunctionId, call: AffectedCall, caller: Caller | null, isEntry: boolean): CallingContext {
    return new CallingContext(this.#count++, fn, call, caller, isEntry, this.#program.nodesOf(fn));
  }
}

/** A frame that has called stands at the return node; one that calls on its way stands where it was. */
function siteOf({ closure, node }: Frame): [site: number, resumes: Caller['resumes']] {
  const op = closure.fn.nodes[node]?.op;
  return op?.kind === 'call-return' ? [op.callNode, 'return'] : [node, 'site'];
}
