import { nodeId } from '#core/ids';
import { calleeKinds } from '#ir/facts';
import type { Operand } from './built-ins';
import type { ResolvedCall } from './pointers';
import type { Effects, SharingGraph, VisitAccess } from './sharing-graph';

/** What calls of built-ins and of outside code do to the objects that they are given. */
export class CallEffects implements Effects {
  constructor(private readonly graph: SharingGraph) {}

  /** A built-in has filled its result, its receiver or first argument when it returns: its callbacks had a say in it. */
  definitions(define: VisitAccess): void {
    const { pointers, shared } = this.graph;
    for (const call of pointers.calls.all) {
      const { builtIn } = call;
      if (builtIn?.collects !== undefined) define(this.graph.vertexOf(nodeId(call.returnNode)), this.collected(call));
      if (builtIn?.writes === undefined) continue;
      const onArgument = builtIn.writesArgument === true;
      const written = onArgument ? this.argument(call, 0) : this.receiver(call);
      if (written < 0) continue;
      const places = onArgument
        ? shared.properties(call.module, written, 'write')
        : shared.elements(call.module, written, 'write');
      const vertex = this.graph.vertexOf(nodeId(call.returnNode));
      for (const place of places) define(vertex, place);
    }
  }

  uses(use: VisitAccess): void {
    for (const call of this.graph.pointers.calls.all) {
      const vertex = this.graph.vertexOf(nodeId(call.node));
      for (const place of this.placesRead(call)) use(vertex, place);
    }
    this.moduleLoads(use);
  }

  private placesRead(call: ResolvedCall): Set<number> {
    const { shared } = this.graph;
    const { builtIn, module } = call;
    const found = new Set<number>();
    const add = (places: readonly number[]): void => {
      for (const place of places) found.add(place);
    };
    const receiver = this.receiver(call);
    if (builtIn === null && call.targets.size === 0) {
      if (receiver >= 0) add(shared.reachable(module, receiver));
      for (const argument of this.allArguments(call)) add(shared.reachable(module, argument));
    }
    if (builtIn === null) return found;
    if (builtIn.reads === true && receiver >= 0) add(shared.elements(module, receiver, 'read'));
    if (builtIn.readsArguments === true) {
      for (const argument of this.allArguments(call)) add(shared.reachable(module, argument));
    }
    for (const argument of this.argumentsTakenApart(call)) add(shared.properties(module, argument, 'read'));
    return found;
  }

  /** `Object.values(x)`, `Array.from(x)`, `Object.assign(y, x)`: the properties of an argument are read. */
  private argumentsTakenApart(call: ResolvedCall): number[] {
    const { builtIn } = call;
    const params = (builtIn?.calls ?? []).flatMap((callback) => callback.params);
    const operands: Operand[] = [
      ...(builtIn?.returns ?? []),
      ...(builtIn?.collects ?? []),
      ...(builtIn?.writes ?? []),
      ...params,
    ];
    const positions = new Set<number>();
    for (const operand of operands) {
      const [what, position] = operand.split(' ');
      if (what === 'elements') positions.add(Number(position));
    }
    return [...positions].map((position) => this.argument(call, position)).filter((argument) => argument >= 0);
  }

  /** `require` and `import()` of a module of the program read what it exports. */
  private moduleLoads(use: VisitAccess): void {
    const { program, pointers, shared } = this.graph;
    for (const call of pointers.calls.all) {
      const { calls, strings } = program.modules[call.module]!;
      const text = calls.text[call.index]!;
      if (text < 0 || (call.name !== 'require' && calleeKinds[calls.callee[call.index]!] !== 'import')) continue;
      const target = pointers.linker.target(call.module, strings[text]!);
      if (target.kind !== 'module') continue;
      for (const place of shared.exportsOf(target.index)) use(this.graph.vertexOf(nodeId(call.returnNode)), place);
    }
  }

  /** The elements of the collection that a call returns. */
  private collected({ module, index }: ResolvedCall): number {
    const { calls } = this.graph.program.modules[module]!;
    return this.graph.shared.elementsOfSite(module, calls.collection[index]!);
  }

  private receiver(call: ResolvedCall): number {
    const { calls } = this.graph.program.modules[call.module]!;
    return calleeKinds[calls.callee[call.index]!] === 'method' ? calls.target[call.index]! : -1;
  }

  /** The variable of an argument, −1 when there is none or it is no object. */
  private argument(call: ResolvedCall, position: number): number {
    const { argOffset, args } = this.graph.program.modules[call.module]!.calls;
    const at = argOffset[call.index]! + 2 * position;
    return at < argOffset[call.index + 1]! ? args[at]! : -1;
  }

  private allArguments(call: ResolvedCall): number[] {
    const { argOffset } = this.graph.program.modules[call.module]!.calls;
    const count = (argOffset[call.index + 1]! - argOffset[call.index]!) >> 1;
    const list = Array.from({ length: count }, (_, position) => this.argument(call, position));
    return list.filter((argument) => argument >= 0);
  }
}
