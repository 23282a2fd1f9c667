import { functionId } from '#core/ids';
import type { Program } from '#ir/program';
import { accessLabel } from './access-label';
import { crossings } from './edge-list';
import { edgeKinds } from './function-graph';
import type { SharedPlaces } from './shared-places';
import type { VertexNumbering } from './vertex-numbering';

/** What explanations call the edges of a graph. */
export class EdgeLabels {
  constructor(
    private readonly program: Program,
    private readonly numbering: VertexNumbering,
    private readonly shared: SharedPlaces,
  ) {}

  /** The edge from a vertex to another, in either direction; `label` is that of a dependence inside a function. */
  of(vertex: number, to: number, kind: number, label: number, crossing: number): string {
    const { functionOf, base } = this.numbering;
    const placeBase = base[this.program.functionCount]!;
    if (crossing === crossings.shared) return this.shared.nameOf((vertex >= placeBase ? vertex : to) - placeBase);
    if (crossing === crossings.none) return this.local(functionOf[vertex]!, kind, label);
    // The end that lies in the callee, whichever way the edge is followed.
    const inCallee = crossing === crossings.down ? to : vertex;
    return kind === edgeKinds.parameter ? this.formal(inCallee) : this.nameOf(functionOf[inCallee]!);
  }

  private local(fn: number, kind: number, label: number): string {
    const module = this.program.modules[this.program.moduleOfFunction[fn]!]!;
    if (kind === edgeKinds.control) return label < 0 ? '' : (module.strings[label] ?? '');
    return kind === edgeKinds.data && label >= 0 ? accessLabel(module, label) : '';
  }

  private formal(vertex: number): string {
    const fn = this.numbering.functionOf[vertex]!;
    const { module, index } = this.program.locate(functionId(fn));
    const { firstParam, paramName, nodeCount } = module.functions;
    const position = vertex - this.numbering.base[fn]! - nodeCount[index]!;
    const count = firstParam[index + 1]! - firstParam[index]!;
    if (position >= count) return position === count ? 'this' : 'arguments';
    return module.strings[paramName[firstParam[index]! + position]!] ?? '';
  }

  private nameOf(fn: number): string {
    return this.program.shortName(functionId(fn));
  }
}
