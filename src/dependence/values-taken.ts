import { specialVars } from '#ir/facts';
import type { BuiltIn } from './built-in';
import { argumentsOf, receiverOf } from './call-operands';
import { ObjectSpace } from './object-space';
import type { ResolvedCall } from './pointers';
import type { PlacesRead } from './property-reads';
import type { SharingGraph } from './sharing-graph';

/**
 * `Object.values(x)`, `Array.from(x)`, `Object.assign(y, x)`, `list.flat()`: what the functions of the language read of objects that they
 * take apart, arguments and lists in lists.
 */
export class ValuesTaken {
  private readonly parts = new Map<BuiltIn, readonly Part[]>();
  /** By the objects whose elements are looked into. */
  private readonly known = new Map<readonly number[], Map<boolean, PlacesRead>>();

  constructor(private readonly graph: SharingGraph) {}

  of(call: ResolvedCall, builtIn: BuiltIn): PlacesRead[] {
    let parts = this.parts.get(builtIn);
    if (parts === undefined) this.parts.set(builtIn, (parts = partsTaken(builtIn)));
    return parts.flatMap((part) => this.partOf(call, part));
  }

  private partOf(call: ResolvedCall, { what, position }: Part): PlacesRead[] {
    const { module, index } = call;
    const { calls } = this.graph.program.modules[module]!;
    const { shared } = this.graph;
    if (what === 'inner' || what === 'lists in lists') {
      const receiver = receiverOf(calls, index);
      return receiver < 0 ? [] : [this.elementsOfElements(module, receiver, what === 'lists in lists')];
    }
    if (what === 'results') return this.resultsOf(call);
    const args = argumentsOf(calls, index);
    const last = what === 'lists' ? args.length - 1 : position;
    const found: PlacesRead[] = [];
    for (let at = position; at <= last; at++) {
      const argument = args[at] ?? -1;
      if (argument < 0) continue;
      const isSpread = calls.args[calls.argOffset[index]! + 2 * at + 1] === 1;
      if (isSpread || what === 'entries') found.push(this.elementsOfElements(module, argument, false));
      if (isSpread) continue;
      if (what === 'lists') found.push(shared.elementsRead(module, argument));
      else found.push(shared.propertiesRead(module, argument));
    }
    return found;
  }

  /** The elements of lists that callbacks return. */
  private resultsOf(call: ResolvedCall): PlacesRead[] {
    const { program, pointers, shared } = this.graph;
    const functions = pointers.calls.callbacksOf(pointers.calls.base[call.module]! + call.index);
    return Array.from(functions, (fn) => {
      const m = program.moduleOfFunction[fn]!;
      const local = fn - program.functionBase[m]!;
      const first = program.modules[m]!.bindings.count + local * specialVars.count;
      return shared.elementsRead(m, first + specialVars.result);
    });
  }

  /** Of lists that are known one by one; `isDeep`: of lists in these, too. */
  private elementsOfElements(module: number, variable: number, isDeep: boolean): PlacesRead {
    const { pointers, shared } = this.graph;
    const { pointsTo } = pointers;
    const lists = pointsTo.heldBy(module, variable);
    const known = this.known.get(lists) ?? new Map<boolean, PlacesRead>();
    this.known.set(lists, known);
    let read = known.get(isDeep);
    if (read === undefined) {
      const inner = this.inLists(lists, isDeep);
      known.set(isDeep, (read = shared.reads.anew([...inner], pointsTo.elementProperty)));
    }
    return read;
  }

  private inLists(lists: readonly number[], isDeep: boolean): Set<number> {
    const { objects, pointsTo } = this.graph.pointers;
    const isKnown = (object: number): boolean => object > ObjectSpace.external && objects.functionOf(object) < 0;
    const heldIn = (list: number): number[] => pointsTo.inField(list, pointsTo.elementProperty).filter(isKnown);
    const found = new Set(lists.flatMap(heldIn));
    if (isDeep) for (const list of found) for (const held of heldIn(list)) found.add(held);
    return found;
  }
}

interface Part {
  readonly what: 'elements' | 'properties' | 'entries' | 'lists' | 'inner' | 'results' | 'lists in lists';
  readonly position: number;
}

function partsTaken({ calls = [], returns = [], collects = [], writes = [], readsLists }: BuiltIn): Part[] {
  const found = new Map<string, Part>();
  if (readsLists === true) found.set('', { what: 'lists in lists', position: -1 });
  for (const operand of [...returns, ...collects, ...writes, ...calls.flatMap(({ params }) => params)]) {
    const [what = '', position = '-1'] = operand.split(' ');
    if (isTakenApart(what)) found.set(operand, { what, position: Number(position) });
  }
  return [...found.values()];
}

function isTakenApart(what: string): what is Part['what'] {
  return ['elements', 'properties', 'entries', 'lists', 'inner', 'results'].includes(what);
}
