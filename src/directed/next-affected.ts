import { BitSet } from '#core/bit-set';
import { nodeId, type FunctionId, type NodeId } from '#core/ids';
import type { CallEdge } from '#dependence/call-graph';
import { labels } from '#ir/cfg';
import { functionFlags } from '#ir/facts';
import type { Program } from '#ir/program';
import type { CallingContext, CallingContexts } from './calling-context';
import { wordAt } from './function-nodes';
import { markBits, NodeMarks, type MarksInput, type Ways } from './node-marks';
import type { PossibleErrors } from './possible-errors';
import type { Runners } from './runners';

/** Which affected nodes control can come to next, as the control-flow graphs allow it. */
export interface Next {
  readonly elements: ReadonlySet<Element>;
  /** The function under analysis may end before it comes to any. */
  readonly ends: boolean;
  /** There may be others that the graphs do not show. */
  readonly isOpen: boolean;
}

/**
 * An affected node in its calling context; one that decides, or raises an error that is caught, with the node that it goes on
 * to. One object for equal elements.
 */
export interface Element {
  readonly context: CallingContext;
  readonly node: number;
  readonly to: number | null;
  /** Whether a path may come to it more than once. */
  readonly mayRecur: boolean;
}

export interface NextAffectedInput extends MarksInput {
  readonly program: Program;
  readonly contexts: CallingContexts;
  readonly runners: Runners;
  readonly errors: PossibleErrors;
}

/** Contexts deeper than this are not told apart. */
const mostDepth = 24;

/** Walks the graphs of functions, into the functions they call and back, up to the next affected nodes. */
export class NextAffected {
  readonly #input: NextAffectedInput;
  /** By number of the context, then by node. */
  readonly #elements: (Element[] | undefined)[][] = [];
  /** By number of the node. */
  readonly #ways: (Ways | undefined)[] = [];
  readonly #decisions: (readonly number[] | undefined)[] = [];
  readonly #recurring: (boolean | undefined)[] = [];
  readonly #from: NextTable = [];
  readonly #after: NextTable = [];
  readonly #completed: NextTable = [];

  readonly marks: NodeMarks;

  constructor(input: NextAffectedInput) {
    this.#input = input;
    this.marks = new NodeMarks(input, this);
  }

  /** From a node that was not executed yet. */
  from(context: CallingContext, node: number): Next {
    const known = this.#from[context.id]?.[node];
    if (known !== undefined) return known;
    const passed: Place[] = [];
    let place: Place = [context, node];
    let next: Next | undefined;
    // Along nodes with one way to go on, all have the same ahead of them.
    for (let then: Place | null = place; then !== null && next === undefined; then = this.#onlyStep(place)) {
      place = then;
      next = this.#from[place[0].id]?.[place[1]];
      passed.push(place);
    }
    next ??= new Walk(this, this.#input).from(...place);
    for (const [{ id }, at] of passed) (this.#from[id] ??= [])[at] = next;
    return next;
  }

  /** Where control comes to from a node that is not affected, executes nothing that is, and has one way to go on. */
  #onlyStep([context, node]: Place): Place | null {
    const { program, runners } = this.#input;
    const id = this.idOf(context, node);
    if (runners.nodes.has(id) || this.counts(context, node)) return null;
    if (id === program.exitOf(context.fn)) {
      const { caller } = context;
      return caller?.resumes === 'return' ? [caller.context, caller.site + 1] : null;
    }
    const [to, ...others] = this.decisionsOf(context, node);
    // Never back: what goes round in a circle is left to a search that sees it.
    return to === undefined || others.length > 0 || to <= node ? null : [context, to];
  }

  /** From a node that was executed, or is being executed. */
  after(context: CallingContext, node: number): Next {
    const ofContext = (this.#after[context.id] ??= []);
    return (ofContext[node] ??= new Walk(this, this.#input).after(context, node));
  }

  afterElement({ context, node, to }: Element): Next {
    if (to !== null) return this.from(context, to);
    if (!this.mayFail(context, node)) return this.after(context, node);
    const ofContext = (this.#completed[context.id] ??= []);
    return (ofContext[node] ??= new Walk(this, this.#input).completed(context, node));
  }

  /** Whether executing the node adds to a sequence. */
  counts(context: CallingContext, node: number): boolean {
    return (this.marks.inSequence(context, node) & markBits.counts) !== 0;
  }

  /** Whether control can leave a node that counts in several ways that are told apart. */
  decides(context: CallingContext, node: number): boolean {
    return (this.marks.inSequence(context, node) & markBits.decides) !== 0;
  }

  /** Whether control leaves a node that counts in one way, unless it raises an error. */
  mayFail(context: CallingContext, node: number): boolean {
    return (this.marks.inSequence(context, node) & markBits.mayFail) !== 0;
  }

  /** What executing a node may add to a sequence. */
  elementsAt(context: CallingContext, node: number): readonly Element[] {
    if (this.decides(context, node)) {
      return this.decisionsOf(context, node).map((to) => this.element(context, node, to));
    }
    const completed = this.element(context, node, null);
    const { error } = this.waysOf(context, node);
    const fails = error !== null && this.mayFail(context, node) && this.decisionsOf(context, node).includes(error);
    return fails ? [completed, this.element(context, node, error)] : [completed];
  }

  idOf({ first }: CallingContext, node: number): NodeId {
    return nodeId(first + node);
  }

  element(context: CallingContext, node: number, to: number | null): Element {
    const ofContext = (this.#elements[context.id] ??= []);
    const known = (ofContext[node] ??= []);
    for (const element of known) if (element.to === to) return element;
    const made = { context, node, to, mayRecur: this.#mayRecur(context) };
    known.push(made);
    return made;
  }

  /** Whether nodes of a function may be executed again in the same context: there is a loop, in it or around its call. */
  #mayRecur(context: CallingContext): boolean {
    const { caller } = context;
    return (this.#recurring[context.id] ??=
      this.#hasLoop(context.fn) ||
      // Jobs of the queue, and functions that a node calls on its way, as often as it pleases.
      (caller === null ? !context.isEntry : caller.resumes === 'site' || this.#mayRecur(caller.context)));
  }

  #hasLoop(fn: FunctionId): boolean {
    const { module, index } = this.#input.program.locate(fn);
    const first = wordAt(module.functions.firstNode, index);
    const { edgeOffset, edgeTo } = module.nodes;
    for (let node = first; node < first + wordAt(module.functions.nodeCount, index); node++) {
      for (let edge = wordAt(edgeOffset, node); edge < wordAt(edgeOffset, node + 1); edge++) {
        if (wordAt(edgeTo, edge) <= node) return true;
      }
    }
    return false;
  }

  waysOf({ fn, first }: CallingContext, node: number): Ways {
    return (this.#ways[first + node] ??= this.#findWays(fn, node));
  }

  exitOf({ fn, first }: CallingContext): number {
    return this.#input.program.exitOf(fn) - first;
  }

  #findWays(fn: FunctionId, node: number): Ways {
    const { module, index } = this.#input.program.locate(fn);
    const first = wordAt(module.functions.firstNode, index);
    const { edgeOffset, edgeTo, edgeLabel } = module.nodes;
    const normal: number[] = [];
    let error: number | null = null;
    for (let edge = wordAt(edgeOffset, first + node); edge < wordAt(edgeOffset, first + node + 1); edge++) {
      const label = module.strings[wordAt(edgeLabel, edge)];
      const to = wordAt(edgeTo, edge) - first;
      if (label === labels.error) error = to;
      else if (label !== labels.virtual && !normal.includes(to)) normal.push(to);
    }
    return { normal, error: error !== null && normal.includes(error) ? null : error };
  }

  /** Where control may go on from a node, each once. */
  decisionsAt(fn: FunctionId, node: number): readonly number[] {
    const id = this.#input.program.nodesOf(fn).first + node;
    return (this.#decisions[id] ??= this.#findDecisions(fn, node, (this.#ways[id] ??= this.#findWays(fn, node))));
  }

  decisionsOf(context: CallingContext, node: number): readonly number[] {
    const id = context.first + node;
    return (this.#decisions[id] ??= this.#findDecisions(context.fn, node, this.waysOf(context, node)));
  }

  #findDecisions(fn: FunctionId, node: number, { normal, error }: Ways): readonly number[] {
    return error === null || !this.#input.errors.mayFail(fn, node) ? normal : [...normal, error];
  }
}

/** One search, breadth first, through nodes that are not affected. */
class Walk {
  readonly #graph: NextAffected;
  readonly #input: NextAffectedInput;
  readonly #elements = new Set<Element>();
  readonly #seen = new Map<CallingContext, BitSet>();
  readonly #resumed = new Map<CallingContext, BitSet>();
  readonly #pending: Place[] = [];
  #ends = false;
  #isOpen = false;

  constructor(graph: NextAffected, input: NextAffectedInput) {
    this.#graph = graph;
    this.#input = input;
  }

  from(context: CallingContext, node: number): Next {
    this.#reach(context, node);
    return this.#finish();
  }

  after(context: CallingContext, node: number): Next {
    this.#goOn(context, node);
    return this.#finish();
  }

  /** From a node that raises no error. */
  completed(context: CallingContext, node: number): Next {
    this.#goOn(context, node, this.#graph.waysOf(context, node).normal);
    return this.#finish();
  }

  #finish(): Next {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) this.#goOn(...next);
    return { elements: this.#elements, ends: this.#ends, isOpen: this.#isOpen };
  }

  #reach(context: CallingContext, node: number): void {
    if (!this.#setOf(this.#seen, context).add(node)) return;
    if (!this.#graph.counts(context, node)) this.#pending.push([context, node]);
    else for (const element of this.#graph.elementsAt(context, node)) this.#elements.add(element);
  }

  #goOn(context: CallingContext, node: number, ways: readonly number[] | null = null): void {
    const { program, callGraph, runners } = this.#input;
    const id = this.#graph.idOf(context, node);
    if (runners.open.has(id)) this.#isOpen = true;
    if (id === program.exitOf(context.fn)) return this.#leave(context);
    const edges = runners.nodes.has(id) ? callGraph.callsAt(id) : [];
    const entered = edges.filter((edge) => runners.functions.has(edge.callee));
    for (const edge of entered) this.#enter(context, node, id, edge);
    const calls = edges.filter((edge) => edge.kind === 'call');
    const isEntered = calls.length > 0 && calls.every((edge) => runners.functions.has(edge.callee));
    const isCertain = isEntered && callGraph.unresolvedAt(id) === undefined && !this.#fails(context, node);
    if (isCertain && !calls.some((edge) => this.#isLater(edge.callee))) return;
    for (const to of ways ?? this.#graph.decisionsOf(context, node)) this.#reach(context, to);
  }

  #fails(context: CallingContext, node: number): boolean {
    return this.#input.errors.mayFail(context.fn, node);
  }

  #enter(context: CallingContext, node: number, site: NodeId, edge: CallEdge): void {
    if (context.depth >= mostDepth || this.#isLater(edge.callee) || this.#isDeferred(site)) {
      this.#isOpen = true;
      return;
    }
    const resumes = edge.kind === 'call' ? 'return' : 'site';
    this.#reach(this.#input.contexts.called(context, node, resumes, edge.callee), 0);
  }

  /** Back to where the function was called. */
  #leave({ caller, isEntry }: CallingContext): void {
    if (caller === null) {
      this.#ends = true;
      // What the queue of jobs holds after a function of it is not known.
      if (!isEntry) this.#isOpen = true;
    } else if (caller.resumes === 'return') this.#reach(caller.context, caller.site + 1);
    else this.#goOnOnce(caller.context, caller.site);
  }

  /** The node that called on its way may call again, and is then gone on from. */
  #goOnOnce(context: CallingContext, node: number): void {
    if (!this.#setOf(this.#resumed, context).add(node)) return;
    const isUndecided = this.#graph.decides(context, node) || this.#graph.mayFail(context, node);
    if (!isUndecided) this.#pending.push([context, node]);
    else for (const element of this.#graph.elementsAt(context, node)) this.#elements.add(element);
  }

  #setOf(sets: Map<CallingContext, BitSet>, context: CallingContext): BitSet {
    const known = sets.get(context);
    if (known !== undefined) return known;
    const made = new BitSet(context.affected.capacity);
    sets.set(context, made);
    return made;
  }

  /** A generator or async function is not, or not wholly, executed by its call. */
  #isLater(fn: FunctionId): boolean {
    const { module, index } = this.#input.program.locate(fn);
    return (wordAt(module.functions.flags, index) & (functionFlags.async | functionFlags.generator)) !== 0;
  }

  /** What is handed to a promise runs when its time comes. */
  #isDeferred(site: NodeId): boolean {
    const { program } = this.#input;
    const m = program.moduleOfNode(site);
    const module = program.modules[m];
    if (module === undefined) return true;
    const local = site - wordAt(program.nodeBase, m);
    const call = module.calls.node.indexOf(local);
    const property = call < 0 ? -1 : wordAt(module.calls.property, call);
    return deferring.has(module.strings[property] ?? '');
  }
}

const deferring: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);

type NextTable = (Next | undefined)[][];

/** A node in its calling context. */
type Place = readonly [context: CallingContext, node: number];
