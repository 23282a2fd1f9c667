import { nodeId } from '#core/ids';
import { calleeKinds } from '#ir/facts';
import { lastAtMost, offsets, type Program } from '#ir/program';
import type { BuiltIn } from './built-in';
import type { UnresolvedCall } from './call-graph';
import { BuiltInsCalled, callNames } from './call-names';
import type { HeldObjects } from './held-objects';
import { ObjectSpace } from './object-space';
import type { PointerSolution } from './pointer-solution';
import { isOfPrimitive } from './primitive-calls';
import type { CallSite, ImplicitCall, ResolvedCall, ResolvedCalls } from './pointers';

/** The calls of a program with what they were found to reach; each is described when it is first looked at. */
export class SolvedCalls implements ResolvedCalls {
  readonly base: Int32Array;
  readonly count: number;
  readonly implicit: readonly ImplicitCall[];
  private readonly known: (ResolvedCall | undefined)[] = [];
  private readonly builtIns: (BuiltInsCalled | undefined)[] = [];
  readonly openNodes: Int32Array;
  private readonly opened: ReadonlySet<number>;

  constructor(
    private readonly program: Program,
    private readonly held: HeldObjects,
    private readonly solution: PointerSolution,
  ) {
    this.base = offsets(program.modules, (m) => m.calls.count);
    this.count = this.base.at(-1) ?? 0;
    this.implicit = implicitCalls(program, solution.implicit);
    this.openNodes = nodesAt(program, solution.openNodes);
    this.opened = new Set(solution.open);
  }

  get exiting(): Int32Array {
    return this.solution.exiting;
  }

  get settling(): Int32Array {
    return this.solution.settling;
  }

  get settled(): Int32Array {
    return this.solution.settled;
  }

  get open(): Int32Array {
    return this.solution.open;
  }

  get common(): Int32Array {
    return this.solution.common;
  }

  isOpen(index: number): boolean {
    return this.opened.has(index);
  }

  call(index: number): ResolvedCall {
    return (this.known[index] ??= this.describe(index));
  }

  indexAt(node: number): number {
    const m = this.program.moduleOfNode(nodeId(node));
    const { calls } = this.program.modules[m]!;
    if (calls.count === 0) return -1;
    const local = node - this.program.nodeBase[m]!;
    const index = lastAtMost(calls.node, local, calls.count);
    return calls.node[index] === local ? this.base[m]! + index : -1;
  }

  targetCount(index: number): number {
    return this.solution.targetOffset[index + 1]! - this.solution.targetOffset[index]!;
  }

  targetsOf(index: number): Int32Array {
    const { targetOffset, targets } = this.solution;
    return targets.subarray(targetOffset[index], targetOffset[index + 1]);
  }

  callbacksOf(index: number): Int32Array {
    const { callbackOffset, callbacks } = this.solution;
    return callbacks.subarray(callbackOffset[index], callbackOffset[index + 1]);
  }

  isUnresolved(index: number): boolean {
    return this.targetCount(index) === 0 || this.opened.has(index);
  }

  unresolved(index: number): UnresolvedCall | undefined {
    if (!this.isUnresolved(index)) return undefined;
    const { module: m, index: call, node } = this.site(index);
    const found = { site: nodeId(node), name: callNames(this.program.modules[m]!, call).shown };
    if (this.opened.has(index)) return { ...found, reason: 'too-many-targets' };
    const isOfPrimitiveHere = isOfPrimitive(this.program.modules[m]!, call, (held) => this.held.heldBy(m, held));
    if (isOfPrimitiveHere || this.builtIn(m, call) !== null) return { ...found, reason: 'built-in' };
    return { ...found, reason: this.isExternal(m, call) ? 'external' : 'unknown' };
  }

  private isExternal(m: number, call: number): boolean {
    const { calls } = this.program.modules[m]!;
    const target = calls.target[call]!;
    const kind = calleeKinds[calls.callee[call]!];
    if (kind === 'import' || calls.global[call]! >= 0) return true;
    if (target < 0 || kind === 'function') return false;
    return this.held.heldBy(m, target).includes(ObjectSpace.external);
  }

  site(index: number): CallSite {
    const { program } = this;
    const m = lastAtMost(this.base, index, program.modules.length);
    const { calls } = program.modules[m]!;
    const local = index - this.base[m]!;
    return {
      module: m,
      index: local,
      node: program.nodeBase[m]! + calls.node[local]!,
      returnNode: program.nodeBase[m]! + calls.returnNode[local]!,
      caller: program.functionBase[m]! + calls.fn[local]!,
    };
  }

  private describe(index: number): ResolvedCall {
    const { module, index: local, node, returnNode, caller } = this.site(index);
    const builtIn = this.builtIn(module, local);
    return { module, index: local, node, returnNode, caller, targetCount: this.targetCount(index), builtIn };
  }

  private builtIn(m: number, call: number): BuiltIn | null {
    return (this.builtIns[m] ??= new BuiltInsCalled(this.program.modules[m]!)).of(call);
  }
}

function implicitCalls(program: Program, words: Int32Array): ImplicitCall[] {
  const found: ImplicitCall[] = [];
  for (let i = 0; i < words.length; i += 3) {
    const m = words[i]!;
    found.push({ node: program.nodeBase[m]! + program.pointerFacts(m).nodes[words[i + 1]!]!, callee: words[i + 2]! });
  }
  return found;
}

function nodesAt(program: Program, words: Int32Array): Int32Array {
  const found: number[] = [];
  for (let i = 0; i < words.length; i += 2) {
    const m = words[i]!;
    found.push(program.nodeBase[m]! + program.pointerFacts(m).nodes[words[i + 1]!]!);
  }
  return Int32Array.from(found.toSorted((a, b) => a - b));
}
