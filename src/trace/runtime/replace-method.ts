/** Puts a function in the place of another, with its name, length and properties, and as hidden. */
export function replaceMethod(object: object, name: string, replacement: (...args: never[]) => unknown): void {
  const descriptor = Object.getOwnPropertyDescriptor(object, name);
  const original: unknown = descriptor?.value;
  if (descriptor === undefined || typeof original !== 'function') return;
  for (const key of Reflect.ownKeys(original)) {
    const own = Object.getOwnPropertyDescriptor(original, key);
    if (own !== undefined && key !== 'prototype') Reflect.defineProperty(replacement, key, own);
  }
  Object.defineProperty(object, name, { ...descriptor, value: replacement });
}
