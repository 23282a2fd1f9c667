import { ObjectSpace } from './object-space';

interface Host {
  readonly computedProperty: number;
  readonly protoProperty: number;
  readonly spreadProperty: number;
  readonly common: { readonly list: readonly number[] };
  objectsOf(variable: number): readonly number[];
  knownField(object: number, property: number): number | undefined;
  leadsOn(object: number, link: number, property: number): boolean;
  /** Whether the object is a list that the language made. */
  isList(object: number): boolean;
}

/**
 * A read by name sees writes by computed keys too, but only where nothing was found by that name: most tables that are filled
 * by key are read by key. Where something from outside was found, which has every name, this goes for what is inherited alone:
 * methods that are made by key are called by name. What is read of a list and is called like a method of the language is that. In threes, the base, the property and the result of reads; in pairs, what
 * is to be copied where.
 */
export function computedWritesRead(host: Host, reads: Int32Array, textOf: (property: number) => string): number[] {
  const found: number[] = [];
  const ofCommon = host.common.list
    .map((fn) => ObjectSpace.first + fn)
    .filter((object) => host.knownField(object, host.computedProperty) !== undefined);
  for (let i = 0; i < reads.length; i += 3) {
    const [base, property, to] = [reads[i]!, reads[i + 1]!, reads[i + 2]!];
    const isEmpty = host.objectsOf(to).length === 0;
    if (!isEmpty && !isFromOutside(host, to)) continue;
    // Whoever extends the prototypes of lists and texts writes to objects of the language.
    const extended = isEmpty ? host.knownField(ObjectSpace.external, property) : undefined;
    if (host.objectsOf(base).length === 0) {
      if (extended !== undefined) found.push(extended, to);
      continue;
    }
    const { objects, inherited } = lookedAt(host, base, property, ofCommon);
    if (extended !== undefined && [...objects].every((object) => host.isList(object))) found.push(extended, to);
    const isOfLanguage = methodsOfLanguage.has(textOf(property));
    for (const object of isEmpty ? objects : inherited) {
      if (isOfLanguage && host.isList(object)) continue;
      const computed = object < ObjectSpace.external ? undefined : host.knownField(object, host.computedProperty);
      if (computed !== undefined) found.push(computed, to);
    }
  }
  return found;
}

/** Of lists, and of texts, which are kept in the same variables. */
const methodsOfLanguage: ReadonlySet<string> = new Set(
  [Array, String].flatMap((type) => Object.getOwnPropertyNames(type.prototype)),
);

/** Does a variable hold nothing of the program? */
function isFromOutside(host: Host, variable: number): boolean {
  return host.objectsOf(variable).every((object) => object === ObjectSpace.external);
}

/** Objects in which a read looks for a property; and those of them that others inherit from. Of functions held in common, some. */
function lookedAt(
  host: Host,
  base: number,
  property: number,
  ofCommon: readonly number[],
): Record<'objects' | 'inherited', ReadonlySet<number>> {
  const inherited = new Set<number>();
  const objects = new Set(host.objectsOf(base));
  for (const object of objects) {
    if (object === ObjectSpace.common) for (const fn of ofCommon) objects.add(fn);
    if (object < ObjectSpace.external) continue;
    for (const link of [host.spreadProperty, host.protoProperty]) {
      const sources = host.leadsOn(object, link, property) ? host.knownField(object, link) : undefined;
      for (const source of sources === undefined ? [] : host.objectsOf(sources)) {
        objects.add(source);
        if (link !== host.protoProperty) continue;
        for (const each of source === ObjectSpace.common ? ofCommon : [source]) inherited.add(each);
      }
    }
  }
  return { objects, inherited };
}
