/** A map from keys to lists of values. */
export type MultiMap<K, V> = Map<K, V[]>;

export function pushTo<K, V>(map: MultiMap<K, V>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

export function groupBy<K, V>(values: Iterable<V>, keyOf: (value: V) => K): MultiMap<K, V> {
  const groups: MultiMap<K, V> = new Map();
  for (const value of values) pushTo(groups, keyOf(value), value);
  return groups;
}
