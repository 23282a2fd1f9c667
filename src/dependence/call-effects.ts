import { asksForModule } from '#ir/pointer-facts';
import { isPattern } from '#ir/specifier-pattern';
import { argumentsOf, receiverOf } from './call-operands';
import { ErrorTexts } from './error-texts';
import type { ResolvedCall } from './pointers';
import { isOfPrimitive, mayGivePrimitive } from './primitive-calls';
import { readPlaces, type PlacesRead } from './property-reads';
import type { Effects, SharingGraph, VisitDefinition, VisitUse } from './sharing-graph';
import { ValuesTaken } from './values-taken';

/** What calls of built-ins and of outside code do to the objects that they are given. */
export class CallEffects implements Effects {
  private readonly valuesTaken: ValuesTaken;
  private readonly errorTexts: ErrorTexts;

  constructor(private readonly graph: SharingGraph) {
    this.valuesTaken = new ValuesTaken(graph);
    this.errorTexts = new ErrorTexts(graph);
  }

  /** A built-in has filled its result, its receiver or first argument when it returns: its callbacks had a say in it. */
  definitions(module: number, define: VisitDefinition): void {
    const { shared } = this.graph;
    this.eachCall(module, (call) => {
      const { builtIn } = call;
      if (builtIn?.collects !== undefined && !this.givesPrimitive(call))
        define(this.graph.vertexOf(call.returnNode), this.collected(call));
      if (builtIn?.writes === undefined) return;
      const onArgument = builtIn.writesArgument === true;
      const written = onArgument ? this.argument(call, 0) : this.receiver(call);
      if (written < 0) return;
      const places =
        onArgument || builtIn.definesAccessor !== undefined
          ? shared.propertiesWritten(module, written)
          : shared.elementsWritten(module, written, this.methodOf(call));
      const vertex = this.graph.vertexOf(call.returnNode);
      for (const place of places) define(vertex, place);
    });
  }

  uses(module: number, use: VisitUse): void {
    this.eachCall(module, (call) => {
      const vertex = this.graph.vertexOf(call.node);
      for (const places of this.placesRead(call)) use(vertex, places);
    });
    this.moduleLoads(module, use);
  }

  private eachCall(module: number, visit: (call: ResolvedCall) => void): void {
    const { calls } = this.graph.pointers;
    for (let i = calls.base[module]!; i < calls.base[module + 1]!; i++) visit(calls.call(i));
  }

  private placesRead(call: ResolvedCall): PlacesRead[] {
    const { shared } = this.graph;
    const { builtIn, module } = call;
    const found: PlacesRead[] = [];
    const reach = (variable: number): void => {
      found.push(shared.reachable(module, variable));
    };
    const receiver = this.receiver(call);
    if (builtIn === null) {
      if (call.targetCount > 0) return found;
      if (receiver >= 0) reach(receiver);
      for (const argument of this.allArguments(call)) reach(argument);
      return found;
    }
    if (builtIn.reads === true && receiver >= 0) found.push(shared.elementsRead(module, receiver));
    if (builtIn.showsErrors === true && receiver >= 0)
      found.push(...this.errorTexts.of(this.graph.pointers.pointsTo.heldBy(module, receiver)));
    if (builtIn.readsArguments === true) for (const argument of this.allArguments(call)) reach(argument);
    found.push(...this.valuesTaken.of(call, builtIn));
    return found;
  }

  /** `require` and `import()` of a module of the program read what it exports. */
  private moduleLoads(module: number, use: VisitUse): void {
    const { program, pointers, shared } = this.graph;
    const facts = program.modules[module]!;
    const { calls, strings } = facts;
    for (let i = 0; i < calls.count; i++) {
      if (calls.text[i]! < 0 || !asksForModule(facts, i)) continue;
      const vertex = this.graph.vertexOf(program.nodeAt(module, calls.returnNode[i]!));
      const specifier = strings[calls.text[i]!]!;
      for (const target of pointers.linker.modulesOf(module, specifier)) {
        use(vertex, readPlaces(shared.exportsOf(target)));
        // They may be too many to be told apart where a name is read.
        if (isPattern(specifier)) use(vertex, readPlaces(shared.exportedVariables(target, null)));
      }
    }
  }

  /** The elements of the collection that a call returns. */
  private collected({ module, index }: ResolvedCall): number {
    const { calls } = this.graph.program.modules[module]!;
    return this.graph.shared.elementsOfSite(module, calls.collection[index]!);
  }

  private givesPrimitive({ module, index }: ResolvedCall): boolean {
    const { program, pointers } = this.graph;
    const facts = program.modules[module]!;
    const held = (variable: number): readonly number[] => pointers.pointsTo.heldBy(module, variable);
    return mayGivePrimitive(facts, index) && isOfPrimitive(facts, index, held);
  }

  private receiver(call: ResolvedCall): number {
    return receiverOf(this.graph.program.modules[call.module]!.calls, call.index);
  }

  /** The name of the method that is called, as a string of the module. */
  private methodOf(call: ResolvedCall): number {
    return this.graph.program.modules[call.module]!.calls.property[call.index]!;
  }

  /** The variable of an argument, −1 when there is none or it is no object. */
  private argument(call: ResolvedCall, position: number): number {
    return argumentsOf(this.graph.program.modules[call.module]!.calls, call.index)[position] ?? -1;
  }

  private allArguments(call: ResolvedCall): number[] {
    const all = argumentsOf(this.graph.program.modules[call.module]!.calls, call.index);
    return all.filter((argument) => argument >= 0);
  }
}
