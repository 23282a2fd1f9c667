import { siteKinds } from '#ir/facts';
import { ObjectSpace } from './object-space';
import type { PlacesRead } from './property-reads';
import type { SharingGraph } from './sharing-graph';

/** What is read of an error that is made a text: its name and its message. */
export class ErrorTexts {
  private readonly reads = new Map<string, readonly PlacesRead[]>();
  private readonly errors = new Map<number, boolean>();

  constructor(private readonly graph: SharingGraph) {}

  of(held: readonly number[]): readonly PlacesRead[] {
    const errors = held.filter((object) => this.isError(object));
    if (errors.length === 0) return [];
    const key = errors.join();
    let found = this.reads.get(key);
    if (found === undefined) {
      const { shared, pointers } = this.graph;
      found = ['name', 'message'].map((name) => shared.reads.anew(errors, pointers.propertyNames.intern(name)));
      this.reads.set(key, found);
    }
    return found;
  }

  /** Errors of the language, and instances of classes that extend what comes from outside: it may be an error. */
  private isError(object: number): boolean {
    const { objects } = this.graph.pointers;
    if (objects.siteKindOf(object) === siteKinds.error) return true;
    const maker = objects.makerOf(object);
    return maker >= 0 && this.extendsOutside(objects.fn(maker));
  }

  private extendsOutside(owner: number): boolean {
    const known = this.errors.get(owner);
    if (known !== undefined) return known;
    this.errors.set(owner, false);
    const { pointsTo, objects } = this.graph.pointers;
    const parents = pointsTo.inField(owner, pointsTo.protoProperty);
    const found = parents.some(
      (parent) => parent === ObjectSpace.external || (objects.functionOf(parent) >= 0 && this.extendsOutside(parent)),
    );
    this.errors.set(owner, found);
    return found;
  }
}
