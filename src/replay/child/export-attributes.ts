/** How the properties of what a CommonJS module exports are there, by key; under an empty one, what may be done to all of it. */
export function exportAttributes(exported: unknown): (readonly [key: string, how: string])[] {
  if ((typeof exported !== 'object' || exported === null) && typeof exported !== 'function') return [];
  const isFunction = typeof exported === 'function';
  const found: (readonly [string, string])[] = [];
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(exported)).slice(0, mostKeys)) {
    if (!isFunction || !ofFunctions.has(key)) found.push([key, howItIsThere(descriptor)]);
  }
  if (!Object.isExtensible(exported))
    found.push(['', Object.isFrozen(exported) ? 'frozen' : 'closed to new properties']);
  return found;
}

const mostKeys = 5_000;

/** What every function has. */
const ofFunctions: ReadonlySet<string> = new Set(['length', 'name', 'prototype', 'arguments', 'caller']);

function howItIsThere({ get, set, writable, enumerable }: PropertyDescriptor): string {
  const isAccessor = get !== undefined || set !== undefined;
  const what = isAccessor ? 'computed when it is read' : writable === true ? 'a value' : 'a value that cannot be set';
  return enumerable === true ? what : `hidden, ${what}`;
}
