import { ObjectSpace } from '#dependence/object-space';

/** What a program does with objects; variables, objects and properties are numbers. */
export type Constraint =
  | { readonly kind: 'add'; readonly to: number; readonly object: number }
  | { readonly kind: 'copy'; readonly from: number; readonly to: number }
  | { readonly kind: 'load'; readonly base: number; readonly property: number; readonly to: number }
  | { readonly kind: 'store'; readonly base: number; readonly property: number; readonly from: number }
  | { readonly kind: 'assign'; readonly from: number; readonly to: number }
  | { readonly kind: 'inherit'; readonly object: number; readonly from: number };

export interface NamedProperties {
  readonly proto: number;
  readonly element: number;
  readonly computed: number;
  readonly prototype: number;
  readonly spread: number;
}

type Sets = Map<string, Set<number>>;

/** Which objects each variable holds, by applying every constraint to everything until nothing changes. Without bounds. */
export function naivePointsTo(
  constraints: readonly Constraint[],
  names: NamedProperties,
  objects: ObjectSpace,
  declares: (object: number, property: number) => boolean,
): (variable: number) => ReadonlySet<number> {
  const sets: Sets = new Map();
  const of = (key: string): Set<number> => sets.get(key) ?? sets.set(key, new Set()).get(key) ?? new Set();
  /** A function has its prototype as soon as someone looks. */
  const ownField = (object: number, property: number): Set<number> => {
    const field = of(`${object}.${property}`);
    const fn = objects.functionOf(object);
    return property === names.prototype && fn >= 0 ? field.add(objects.prototype(fn)) : field;
  };
  const isLink = (property: number): boolean => property === names.proto || property === names.spread;
  const keysOf = (pattern: (object: number, property: number) => boolean): string[] =>
    [...sets.keys()].filter((key) => {
      const [object, property] = key.split('.').map(Number);
      return property !== undefined && pattern(object ?? -1, property);
    });
  const everyWrite = (property: number): number[] =>
    keysOf((_, p) => p === property && !isLink(p)).flatMap((key) => Array.from(of(key)));
  /** The objects that a read looks into. */
  const looked = (base: Iterable<number>, property: number): number[] => {
    const seen = new Set(base);
    for (const object of seen) {
      if (object === ObjectSpace.any || property === names.proto) continue;
      for (const next of of(`${object}.${names.spread}`)) seen.add(next);
      if (property === names.computed || property === names.element || declares(object, property)) continue;
      for (const next of of(`${object}.${names.proto}`)) seen.add(next);
    }
    return [...seen];
  };
  const read = (base: Iterable<number>, property: number): number[] =>
    looked(base, property).flatMap((object) => {
      if (object === ObjectSpace.any) return everyWrite(property);
      const sources = [ownField(object, property), of(`${ObjectSpace.any}.${property}`)];
      if (object === ObjectSpace.external) sources.push(new Set([ObjectSpace.external]));
      if (property === names.computed)
        for (const key of keysOf((o, p) => o === object && !isLink(p))) sources.push(of(key));
      return sources.flatMap((source) => Array.from(source));
    });
  const sweep = (extra: readonly Constraint[] = []): void => {
    for (let before = -1; before !== sizeOf(sets);) {
      before = sizeOf(sets);
      for (const constraint of [...constraints, ...extra]) apply(constraint);
    }
  };
  const put = (key: string, found: Iterable<number>): void => {
    for (const object of Array.from(found)) of(key).add(object);
  };
  const apply = (c: Constraint): void => {
    if (c.kind === 'add') put(`${c.to}`, [c.object]);
    else if (c.kind === 'copy') put(`${c.to}`, of(`${c.from}`));
    else if (c.kind === 'load') put(`${c.to}`, read(of(`${c.base}`), c.property));
    else if (c.kind === 'store') {
      for (const object of of(`${c.base}`)) {
        ownField(object, c.property);
        put(`${object}.${c.property}`, of(`${c.from}`));
      }
    } else if (c.kind === 'inherit') put(`${c.object}.${names.proto}`, of(`${c.from}`));
    else
      for (const object of of(`${c.to}`))
        if (object > ObjectSpace.external) put(`${object}.${names.spread}`, of(`${c.from}`));
  };
  sweep();
  const late = constraints.flatMap((c): { to: number; objects: number[] }[] => {
    if (c.kind !== 'load' || c.property === names.computed || of(`${c.to}`).size > 0) return [];
    const into = looked(of(`${c.base}`), c.property).filter((object) => object !== ObjectSpace.any);
    return [{ to: c.to, objects: into }];
  });
  for (let before = -1; before !== sizeOf(sets);) {
    before = sizeOf(sets);
    for (const { to, objects: into } of late)
      for (const object of into) put(`${to}`, of(`${object}.${names.computed}`));
    sweep();
  }
  return (variable) => of(`${variable}`);
}

function sizeOf(sets: Sets): number {
  let size = 0;
  for (const set of sets.values()) size += set.size;
  return size;
}
