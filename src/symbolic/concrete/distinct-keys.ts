import { inDomain } from '../inputs/intersect';
import type { InputType } from '../input-type';

type Primitive = string | number | bigint | boolean | null | undefined;

/**
 * Keys of a collection, of which those that nobody has looked at may be alike: another of the same type takes their place. Null
 * where there are not enough. Keys that are no primitives are told apart by identity.
 */
export function distinctKeys<Other extends object>(
  keys: readonly (Primitive | Other)[],
  type: InputType,
): (Primitive | Other)[] | null {
  const taken = new Set(keys);
  if (taken.size === keys.length) return [...keys];
  const met = new Set<Primitive | Other>();
  const free = candidates(type);
  const distinct: (Primitive | Other)[] = [];
  for (const key of keys) {
    let chosen: Primitive | Other = key;
    while (met.has(chosen) || (chosen !== key && taken.has(chosen))) {
      const next = free.next();
      if (next.done === true) return null;
      chosen = next.value;
    }
    met.add(chosen);
    distinct.push(chosen);
  }
  return distinct;
}

/** Values of a type, plain ones first; without end where the type has no end of them. */
function* candidates({ members }: InputType): Generator<Primitive> {
  for (const member of members) {
    if (member.kind === 'undefined') yield undefined;
    else if (member.kind === 'null') yield null;
    else if (member.kind === 'boolean') yield* [false, true];
    else if (member.kind === 'literals') yield* member.values;
  }
  for (const member of members) {
    if (member.kind === 'string') for (let number = 1; ; number++) yield `key${number}`;
    if (member.kind === 'bigint') for (let number = 0n; ; number++) yield number;
    if (member.kind !== 'number') continue;
    const { min, max } = member.domain;
    const first = Math.max(0, Math.ceil(min));
    for (let number = first; number <= max && inDomain(number, member.domain); number++) yield number;
  }
}
