/** A value as text that is equal for values that no program could tell apart, up to identity of objects. */
export function describeValue(value: unknown, depth = 3): string {
  if (typeof value === 'string') return value.length > 10_000 ? `text of ${value.length}` : JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'function';
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Error) return describeError(value);
  if (value instanceof Promise) return 'promise';
  if (depth === 0) return '…';
  const parts = Reflect.ownKeys(value).flatMap((key) => {
    const property = Reflect.getOwnPropertyDescriptor(value, key);
    if (property === undefined || (!property.enumerable && !Array.isArray(value))) return [];
    return [`${String(key)}: ${'value' in property ? describeValue(property.value, depth - 1) : 'accessor'}`];
  });
  // The engine itself does not always keep the order in which a literal lists its accessors.
  parts.sort();
  return Array.isArray(value) ? `[${parts.join(', ')}]` : `{${parts.join(', ')}}`;
}

/** Engine and interpreter word their messages differently; programs begin theirs with `E:`. */
function describeError(error: Error): string {
  return error.message.startsWith('E:') ? `${error.name} ${error.message}` : error.name;
}
