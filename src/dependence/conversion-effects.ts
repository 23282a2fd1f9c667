import { constraintKinds as kinds } from '#ir/facts';
import { eachConstraint } from './constraints';
import { ErrorTexts } from './error-texts';
import type { PlacesRead } from './property-reads';
import type { Effects, SharingGraph, VisitUse } from './sharing-graph';

/**
 * An operator that makes a text or a number of a list or a date looks at what it holds: `${list}`, `end - start`. Only where the
 * object is known: nearly every operand could be some list.
 */
export class ConversionEffects implements Effects {
  /** By the objects that are looked into: few lists are, many times. */
  private readonly reads = new Map<string, PlacesRead>();

  private readonly errorTexts: ErrorTexts;

  constructor(private readonly graph: SharingGraph) {
    this.errorTexts = new ErrorTexts(graph);
  }

  definitions(): void {
    // A conversion writes nothing but through the methods that it runs, which are calls.
  }

  uses(module: number, use: VisitUse): void {
    const { program, pointers } = this.graph;
    const { pointsTo } = pointers;
    eachConstraint(program.modules[module]!, (kind, words, at) => {
      if (kind === kinds.convert) this.look(module, pointsTo.heldBy(module, words[at]!), words[at + 1]!, use);
      if (kind !== kinds.convertPart) return;
      const property = pointers.property(module, words[at + 1]!);
      for (const holder of pointsTo.heldBy(module, words[at]!))
        this.look(module, pointsTo.inField(holder, property), words[at + 2]!, use);
    });
  }

  private look(module: number, held: readonly number[], node: number, use: VisitUse): void {
    const { program, pointers, shared } = this.graph;
    const vertex = this.graph.vertexOf(program.nodeAt(module, node));
    for (const read of this.errorTexts.of(held)) use(vertex, read);
    const known = held.filter((object) => pointers.objects.isLiteral(object));
    if (known.length === 0) return;
    const key = known.join();
    let read = this.reads.get(key);
    if (read === undefined) this.reads.set(key, (read = shared.reads.anew(known, pointers.pointsTo.elementProperty)));
    use(vertex, read);
  }
}
