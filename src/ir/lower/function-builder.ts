import type { Node } from 'oxc-parser';
import { labels, type CfgNode, type Edge, type Op } from '../cfg';
import type { Expr, Target } from '../expression';
import { endlessHeaders } from './endless-loops';
import { mayThrow, type Known } from './may-throw';

/** An edge whose target is not known yet. */
export interface Pending {
  readonly from: number;
  readonly label: string;
  readonly weak: boolean;
}

/** A place that edges lead to before or after it is bound to a node. */
export class Label {
  node = -1;
  readonly pending: Pending[] = [];
}

/**
 * What stands between a node and the end of its function. Errors go to the innermost frame; `break`,
 * `continue` and `return` pass through every frame that they leave.
 */
export type Frame =
  | { readonly kind: 'catch'; readonly handler: Label }
  | {
      readonly kind: 'finally';
      readonly handler: Label;
      readonly entry: Label;
      readonly completion: number;
      readonly routes: Map<string, () => void>;
      readonly origin: Node;
    }
  | { readonly kind: 'iterator'; readonly handler: Label; readonly iter: number; readonly origin: Node };

export interface JumpTarget {
  readonly names: readonly string[];
  /** Null for labelled blocks and `switch`, which `continue` passes by. */
  readonly continueTo: Label | null;
  readonly breakTo: Label;
  /** Frames that stay when the jump is taken. */
  readonly breakDepth: number;
  readonly continueDepth: number;
  /** Only a labelled `break` reaches a labelled block. */
  readonly plainBreak: boolean;
}

interface BuiltNode extends CfgNode {
  readonly edges: Edge[];
}

/** Grows one CFG: nodes in emission order, dangling edges that the next node picks up, frames. */
export class FunctionBuilder {
  readonly nodes: BuiltNode[] = [];
  readonly frames: Frame[] = [];
  readonly jumps: JumpTarget[] = [];
  readonly exitLabel = new Label();
  tempCount = 0;
  /** What runs between a `return` and the exit may end the function in another way. */
  mayAbandonReturn = false;
  private pendingReturns = 0;
  private dangling: Pending[] = [];
  private awaiting: Label[] = [];

  readonly #known: Known;

  constructor(known: Known) {
    this.#known = known;
  }

  temp(): number {
    return this.tempCount++;
  }

  get reachable(): boolean {
    return this.dangling.length > 0;
  }

  /** Appends a node after the current point and makes it the current point. */
  emit(op: Op, origin: Node): number {
    const index = this.nodes.length;
    const live = index === 0 || this.reachable;
    this.nodes.push({ index, op, start: origin.start, end: origin.end, origin, edges: [] });
    // Dead code leads nowhere: handlers that only it could reach are dead, too, and no loop begins with it.
    if (!live) return index;
    for (const label of this.awaiting) label.node = index;
    this.awaiting.length = 0;
    for (const edge of this.dangling) this.connect(edge, index);
    this.dangling = op.kind === 'throw' || op.kind === 'exit' ? [] : [{ from: index, label: labels.next, weak: false }];
    if (op.kind === 'throw') this.raise(index, true);
    else if (op.kind === 'iter-close' && op.rethrow) {
      this.dangling = [];
      this.raise(index, true);
    } else if (mayThrow(op, this.#known)) this.raise(index, false);
    return index;
  }

  assign(target: Target, value: Expr, origin: Node): number {
    return this.emit({ kind: 'assign', target, value }, origin);
  }

  /** Stores a value in a fresh temporary. */
  spill(value: Expr, origin: Node): Expr {
    const temp = this.temp();
    this.assign({ kind: 'temp', temp }, value, origin);
    return { kind: 'temp', temp };
  }

  /** A two-way decision; returns its edges and leaves no current point. */
  branch(test: Expr, origin: Node): { yes: Pending[]; no: Pending[] } {
    return this.decide({ kind: 'branch', test }, origin);
  }

  decide(op: Op, origin: Node): { yes: Pending[]; no: Pending[] } {
    const from = this.emit(op, origin);
    if (this.take().length === 0) return { yes: [], no: [] };
    return { yes: [{ from, label: labels.yes, weak: false }], no: [{ from, label: labels.no, weak: false }] };
  }

  /** Continues from these edges only. */
  resume(edges: readonly Pending[]): void {
    this.dangling = [...edges];
  }

  /** Takes the dangling edges away, to be joined later. */
  take(): Pending[] {
    const taken = this.dangling;
    this.dangling = [];
    return taken;
  }

  join(edges: readonly Pending[]): void {
    this.dangling.push(...edges);
  }

  /** Continues with the edges that wait for the label: no edge may lead to it afterwards. */
  bind(label: Label): void {
    this.dangling.push(...label.pending);
    label.pending.length = 0;
  }

  /** Makes the next node the target of a label that later edges lead back to. */
  mark(label: Label): void {
    this.bind(label);
    this.awaiting.push(label);
  }

  jump(label: Label, origin: Node): void {
    if (this.awaiting.includes(label)) this.emit({ kind: 'nop' }, origin);
    for (const edge of this.dangling) this.lead(edge, label);
    this.dangling = [];
  }

  lead(edge: Pending, label: Label): void {
    if (label.node >= 0) this.connect(edge, label.node);
    else label.pending.push(edge);
  }

  /**
   * Leaves all frames above `depth` towards `label`: closes iterators, and hands over to the first
   * `finally` with the completion `route`, which goes on from there when it ends.
   */
  leave(depth: number, label: Label, route: string, origin: Node): void {
    if (!this.reachable) return;
    if (route === 'return') this.whileReturning(() => this.unwind(depth, label, route, origin));
    else {
      if (this.pendingReturns > 0) this.mayAbandonReturn = true;
      this.unwind(depth, label, route, origin);
    }
  }

  /** Emits code that runs after a `return` has evaluated its value. */
  whileReturning(emit: () => void): void {
    this.pendingReturns++;
    emit();
    this.pendingReturns--;
  }

  private unwind(depth: number, label: Label, route: string, origin: Node): void {
    const kept = this.frames.slice();
    for (let i = this.frames.length - 1; i >= depth; i--) {
      const frame = kept[i];
      if (frame === undefined) continue;
      this.frames.length = i;
      if (frame.kind === 'iterator') {
        this.emit({ kind: 'iter-close', iter: frame.iter, rethrow: false }, frame.origin);
      } else if (frame.kind === 'finally') {
        this.assign({ kind: 'temp', temp: frame.completion }, { kind: 'const', value: route }, origin);
        this.jump(frame.entry, origin);
        if (!frame.routes.has(route)) frame.routes.set(route, () => this.leave(depth, label, route, frame.origin));
        this.restore(kept);
        return;
      }
    }
    this.restore(kept);
    this.jump(label, origin);
  }

  private restore(frames: readonly Frame[]): void {
    this.frames.length = 0;
    this.frames.push(...frames);
  }

  private raise(from: number, explicit: boolean): void {
    const frame = this.frames.at(-1);
    if (this.pendingReturns > 0 && this.frames.some(({ kind }) => kind !== 'iterator')) this.mayAbandonReturn = true;
    const weak = !explicit && (frame === undefined || frame.kind === 'iterator');
    this.lead({ from, label: labels.error, weak }, frame?.handler ?? this.exitLabel);
  }

  private connect(edge: Pending, to: number): void {
    const edges = this.nodes[edge.from]?.edges;
    if (edges === undefined || edges.some((e) => e.to === to && e.label === edge.label)) return;
    edges.push({ to, label: edge.label, weak: edge.weak });
  }
}

/** A jump target that only `break` reaches, with the frames of the current point. */
export function leaving(builder: FunctionBuilder, breakTo: Label): JumpTarget {
  const depth = builder.frames.length;
  return { names: [], continueTo: null, breakTo, breakDepth: depth, continueDepth: depth, plainBreak: true };
}

/** Drops what the entry cannot reach and gives endless loops a virtual edge to the exit. */
export function finishGraph(builder: FunctionBuilder, exit: number): { nodes: CfgNode[]; exit: number } {
  const built = builder.nodes;
  const reached = new Uint8Array(built.length);
  const stack = [0];
  reached[0] = 1;
  reached[exit] = 1;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const { to } of built[node]?.edges ?? []) {
      if (reached[to] === 0) {
        reached[to] = 1;
        stack.push(to);
      }
    }
  }
  for (const header of endlessHeaders(built, reached, exit)) {
    // A call leads to its return node and nowhere else.
    const from = built[header]?.op.kind === 'call' ? header + 1 : header;
    built[from]?.edges.push({ to: exit, label: labels.virtual, weak: false });
  }
  if (reached.every((mark) => mark === 1)) return { nodes: built, exit };
  return withoutUnreached(built, reached, exit);
}

function withoutUnreached(
  built: readonly BuiltNode[],
  reached: Uint8Array,
  exit: number,
): { nodes: CfgNode[]; exit: number } {
  const renumbered = new Int32Array(built.length).fill(-1);
  let count = 0;
  for (let i = 0; i < built.length; i++) if (reached[i] === 1) renumbered[i] = count++;
  const at = (i: number): number => renumbered[i] ?? -1;
  const nodes: CfgNode[] = [];
  built.forEach((node, i) => {
    if (reached[i] !== 1) return;
    const op: Op = node.op.kind === 'call-return' ? { ...node.op, callNode: at(node.op.callNode) } : node.op;
    const edges = node.edges.map((edge) => ({ ...edge, to: at(edge.to) }));
    nodes.push({ index: at(i), op, start: node.start, end: node.end, origin: node.origin, edges });
  });
  return { nodes, exit: at(exit) };
}
