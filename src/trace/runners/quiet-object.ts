/** An object whose methods, and those of its parts, are called by `quietly`. Classes stay as they are. */
export function quietObject<T extends object>(object: T, quietly: <R>(body: () => R) => R): T {
  const made = new Map<PropertyKey, unknown>();
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (made.has(name)) return made.get(name);
      const quiet = quietValue(value, target, String(name), quietly);
      if (quiet !== value) made.set(name, quiet);
      return quiet;
    },
  });
}

function quietValue(value: unknown, target: object, name: string, quietly: <R>(body: () => R) => R): unknown {
  if (name === 'promises' && typeof value === 'object' && value !== null) return quietObject(value, quietly);
  if (typeof value !== 'function' || /^[A-Z]/.test(name)) return value;
  const quiet = (...args: unknown[]): unknown => quietly(() => Reflect.apply(value, target, args) as unknown);
  // Some functions of `fs` have others as properties.
  return Object.assign(quiet, value);
}
