import { ObjectSpace } from './object-space';

/** How far outside code is taken to look into what it is given, and at how many objects. */
const depthLimit = 3;
const objectLimit = 32;

/** What holds what, while it is found out or after. */
interface Held {
  readonly objects: ObjectSpace;
  readonly pointsTo: {
    readonly protoProperty: number;
    fieldsOf(object: number): Iterable<number>;
    inField(object: number, property: number): readonly number[];
  };
}

/** The objects that can be got at from some objects through their properties, nearest first. */
export function reachableObjects({ objects, pointsTo }: Held, roots: readonly number[]): number[] {
  const isPlain = (object: number): boolean => object > ObjectSpace.external && objects.functionOf(object) < 0;
  const found = new Set(roots.filter(isPlain));
  let level = [...found];
  for (let depth = 1; depth < depthLimit && found.size < objectLimit; depth++) {
    const next: number[] = [];
    for (const object of level) {
      for (const property of pointsTo.fieldsOf(object)) {
        if (property === pointsTo.protoProperty) continue;
        for (const held of pointsTo.inField(object, property)) {
          if (!isPlain(held) || found.has(held) || found.size >= objectLimit) continue;
          found.add(held);
          next.push(held);
        }
      }
    }
    level = next;
  }
  return [...found];
}
