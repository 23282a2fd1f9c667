import { calleeKinds } from '#ir/facts';
import { crossings } from './edge-list';
import { edgeKinds } from './function-graph';
import { ObjectSpace } from './object-space';
import type { PointerAnalysis } from './pointers';
import type { VertexNumbering } from './vertex-numbering';

/** Calls of methods of "some object": every function of that name may be meant, and most are not. */
export class GuessedCalls {
  /** Per call, the functions that it is known to run; null where all that it runs are. */
  private readonly known = new Map<number, ReadonlySet<number> | null>();

  constructor(
    private readonly pointers: PointerAnalysis,
    private readonly numbering: VertexNumbering,
  ) {}

  /** Whether an edge into a callee or back to a caller, or across a call, in either direction, rests on such a guess. */
  isGuess(from: number, to: number, kind: number, crossing: number): boolean {
    if (crossing === crossings.down) return this.isGuessed(this.callAt(from), this.numbering.functionOf[to]!);
    if (crossing === crossings.up) return this.isGuessed(this.callAt(to), this.numbering.functionOf[from]!);
    if (kind !== edgeKinds.summary) return false;
    const call = this.callAt(from);
    return this.pointers.calls.targetsOf(call).every((target) => this.isGuessed(call, target));
  }

  private isGuessed(call: number, target: number): boolean {
    if (call < 0) return false;
    let known = this.known.get(call);
    if (known === undefined) this.known.set(call, (known = this.knownTargets(call)));
    return known !== null && !known.has(target);
  }

  /** The call whose node, argument or return a vertex is; −1 for other vertices. */
  private callAt(vertex: number): number {
    const { callOf, callVertex } = this.numbering;
    const own = callOf[vertex]!;
    if (own >= 0 || vertex === 0) return own;
    const before = callOf[vertex - 1]!;
    return before >= 0 && callVertex[before] === vertex - 1 ? before : -1;
  }

  private knownTargets(call: number): ReadonlySet<number> | null {
    const { pointers } = this;
    const { module, index } = pointers.calls.site(call);
    const { calls } = pointers.program.modules[module]!;
    const receiver = calls.target[index]!;
    if (calleeKinds[calls.callee[index]!] !== 'method' || receiver < 0) return null;
    const held = pointers.pointsTo.heldBy(module, receiver);
    if (!held.includes(ObjectSpace.any)) return null;
    const found = new Set<number>();
    const property = pointers.property(module, calls.property[index]!);
    for (const object of this.inheritedFrom(held)) {
      for (const value of pointers.pointsTo.inField(object, property)) {
        const fn = pointers.objects.functionOf(value);
        if (fn >= 0) found.add(fn);
      }
    }
    return found;
  }

  /** Some objects, and those that reads of them look in as well. */
  private inheritedFrom(objects: readonly number[]): Iterable<number> {
    const { pointsTo } = this.pointers;
    const found = new Set(objects.filter((object) => object > ObjectSpace.external));
    for (const object of found) {
      for (const link of [pointsTo.protoProperty, pointsTo.spreadProperty]) {
        for (const source of pointsTo.inField(object, link)) if (source > ObjectSpace.external) found.add(source);
      }
    }
    return found;
  }
}
