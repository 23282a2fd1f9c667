import { accessWidth, modes, placeMarks, places, siteKinds, wellKnown } from '#ir/facts';
import { argumentsOf, receiverOf } from './call-operands';
import { ObjectSpace } from './object-space';
import { placeKinds } from './place-kinds';
import type { ResolvedCall } from './pointers';
import { nothing, readPlaces, type PlacesRead } from './property-reads';
import type { Effects, SharingGraph, VisitDefinition, VisitUse } from './sharing-graph';

/**
 * What objects keep that no property shows: how far an iterator or a regular expression has got, and whether an object may still be
 * changed. Of regular expressions that are not known one by one, only what is written to `lastIndex` is followed.
 */
export class StateEffects implements Effects {
  private readonly hasIterators: boolean;

  constructor(private readonly graph: SharingGraph) {
    this.hasIterators = graph.program.modules.some(({ sites }) => sites.kind.includes(siteKinds.iterator));
  }

  definitions(module: number, define: VisitDefinition): void {
    this.eachCall(module, (call) => {
      const vertex = this.graph.vertexOf(call.returnNode);
      for (const object of this.changed(call)) define(vertex, this.stateOf(object));
    });
    if (this.hasIterators) this.iterations(module, define);
  }

  uses(module: number, use: VisitUse): void {
    this.eachCall(module, (call) => {
      const { state } = call.builtIn ?? {};
      if (state === undefined || state === 'lock' || state === 'stop') return;
      use(this.graph.vertexOf(call.node), this.stateRead(call, state));
    });
  }

  private eachCall(module: number, visit: (call: ResolvedCall) => void): void {
    const { calls } = this.graph.pointers;
    for (let i = calls.base[module]!; i < calls.base[module + 1]!; i++) visit(calls.call(i));
  }

  /** The objects whose state a call of a function of the language changes. */
  private changed(call: ResolvedCall): number[] {
    const { builtIn } = call;
    if (builtIn === null) return [];
    if (builtIn.state === 'lock' || builtIn.state === 'stop') return this.held(call, this.firstArgument(call));
    if (builtIn.state === 'match' || builtIn.state === 'match by argument') return this.regExps(call);
    return this.hasIterators ? this.iteratorsTaken(call) : [];
  }

  /** Iterators that a method moves on, and those that a function of the language takes as lists. */
  private iteratorsTaken(call: ResolvedCall): number[] {
    const { calls } = this.graph.program.modules[call.module]!;
    const isOfLanguage = calls.global[call.index]! >= 0;
    if (!isOfLanguage && call.builtIn?.reads !== true) return [];
    const taken = isOfLanguage ? argumentsOf(calls, call.index) : [receiverOf(calls, call.index)];
    return taken.flatMap((variable) => this.held(call, variable)).filter((object) => this.isIterator(object));
  }

  /** Loops and spreads take what is left of an iterator. */
  private iterations(module: number, define: VisitDefinition): void {
    const { program, pointers } = this.graph;
    const { nodes, accesses } = program.modules[module]!;
    const { words, offset } = accesses;
    for (let node = 0; node < nodes.count; node++) {
      for (let at = offset[node]!; at < offset[node + 1]!; at += accessWidth) {
        const isTaken =
          words[at] === modes.use && words[at + 2] === places.field && words[at + 4] === wellKnown.elements;
        if (!isTaken) continue;
        for (const object of pointers.pointsTo.heldBy(module, words[at + 3]!))
          if (this.isIterator(object)) define(this.graph.vertexOf(program.nodeAt(module, node)), this.stateOf(object));
      }
    }
  }

  private isIterator(object: number): boolean {
    return this.graph.pointers.objects.siteKindOf(object) === siteKinds.iterator;
  }

  /** Regular expressions that a call may match with and that keep where it ended. */
  private regExps(call: ResolvedCall): number[] {
    const { objects } = this.graph.pointers;
    if (call.builtIn?.state !== 'match')
      return this.held(call, this.firstArgument(call)).filter((object) => this.isRegExp(object));
    const { calls } = this.graph.program.modules[call.module]!;
    const receiver = receiverOf(calls, call.index);
    if (receiver < 0) return [];
    const held = this.graph.shared.withoutOwn(call.module, receiver, calls.property[call.index]!);
    return held.filter((object) => objects.siteKindOf(object) < 0 || this.isRegExp(object));
  }

  private isRegExp(object: number): boolean {
    const { objects } = this.graph.pointers;
    return objects.siteKindOf(object) === siteKinds.other && objects.keepsPlace(object);
  }

  private matchesRead(call: ResolvedCall): PlacesRead {
    const { shared, pointers } = this.graph;
    const { objects } = pointers;
    const beginsAnew = call.builtIn?.state === 'match by argument';
    const found = this.regExps(call).filter((object) => !beginsAnew || objects.placeMark(object) === placeMarks.all);
    if (found.length === 0) return nothing;
    const lastIndex = pointers.propertyNames.intern('lastIndex');
    const known = shared.reads.anew(
      found.filter((object) => object > ObjectSpace.external),
      lastIndex,
    );
    if (!found.includes(ObjectSpace.any)) return known;
    const some = readPlaces([shared.place(placeKinds.ofAnyObject, lastIndex, 0)]);
    return { certain: [...known.certain, ...some.certain], ifDefined: known.ifDefined };
  }

  private stateRead(
    call: ResolvedCall,
    state: 'match' | 'match by argument' | 'match by copy' | 'ask' | 'start',
  ): PlacesRead {
    if (state === 'ask') return this.locksRead(call);
    if (state !== 'start') return this.matchesRead(call);
    const { program, shared, pointers } = this.graph;
    const site = program.modules[call.module]!.calls.collection[call.index]!;
    return shared.reads.anew([pointers.objects.site(call.module, site)], shared.reads.state);
  }

  private locksRead(call: ResolvedCall): PlacesRead {
    const { reads } = this.graph.shared;
    const held = this.held(call, this.firstArgument(call));
    return held.length === 0 ? nothing : reads.anew(held, reads.state);
  }

  private stateOf(object: number): number {
    const { shared } = this.graph;
    return shared.place(placeKinds.field, object, shared.reads.state);
  }

  private firstArgument({ module, index }: ResolvedCall): number {
    return argumentsOf(this.graph.program.modules[module]!.calls, index)[0] ?? -1;
  }

  private held({ module }: ResolvedCall, variable: number): number[] {
    return variable < 0
      ? []
      : this.graph.pointers.pointsTo.heldBy(module, variable).filter((o) => o !== ObjectSpace.common);
  }
}
