import type { DataProperty } from './heap-object';
import type { Machine } from './machine';
import type { PropertyKeyText } from './value';

/** An export as a property of the module's namespace object. */
export function moduleExport(machine: Machine, path: string, key: PropertyKeyText): DataProperty | null {
  const value = machine.world.language.exported(machine, path, key);
  if (value === null) return null;
  return { kind: 'data', value, writable: true, enumerable: true, configurable: false, order: 0 };
}
