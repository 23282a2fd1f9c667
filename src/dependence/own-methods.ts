import { ObjectSpace } from './object-space';
import type { PointerAnalysis } from './pointers';

/** Which objects cannot mean a method of the language by a name that such methods have. */
export class OwnMethods {
  /** By property, per object. */
  private readonly known = new Map<number, Map<number, boolean>>();

  constructor(private readonly pointers: Pick<PointerAnalysis, 'objects' | 'pointsTo'>) {}

  /** Whether a function of the program is what an object has, or inherits from objects of the program, under a name. */
  hides(object: number, property: number): boolean {
    if (object <= ObjectSpace.external) return false;
    const known = this.known.get(property) ?? new Map<number, boolean>();
    this.known.set(property, known);
    const before = known.get(object);
    if (before !== undefined) return before;
    // Inheritance in a circle leads nowhere.
    known.set(object, false);
    const found = this.find(object, property);
    known.set(object, found);
    return found;
  }

  private find(object: number, property: number): boolean {
    const { objects, pointsTo } = this.pointers;
    const own = pointsTo.inField(object, property);
    if (own.length > 0) return own.every((held) => objects.functionOf(held) >= 0);
    const prototypes = pointsTo.inField(object, pointsTo.protoProperty);
    return prototypes.length > 0 && prototypes.every((prototype) => this.hides(prototype, property));
  }
}
