import type { StateName } from '../protocol';

/** What variables hold, as names and values, without those that the program cannot change. */
export function stateValues(names: readonly StateName[], read: (name: string) => unknown): [string, unknown][] {
  const found: [string, unknown][] = [];
  for (const { name, isConstant } of names) {
    let value: unknown;
    try {
      value = read(name);
    } catch {
      // It was never initialised.
      continue;
    }
    if (typeof value === 'function') found.push(...heldBy(name, value));
    else if (!isConstant || typeof value === 'object') found.push([name, value]);
  }
  return found;
}

/** Static properties of a class, without running accessors. */
function heldBy(name: string, holder: object): [string, unknown][] {
  return Object.entries(Object.getOwnPropertyDescriptors(holder)).flatMap(([key, { enumerable, value }]) => {
    const isData = enumerable === true && value !== undefined && typeof value !== 'function';
    return isData ? [[`${name}.${key}`, value] as [string, unknown]] : [];
  });
}
