import { isRestParameter } from '#symbolic/location';
import type { Value } from '#symbolic/value';
import { all, same, type Finding } from './finding';
import type { ValueComparison } from './value-comparison';

/** What was done to objects that were handed in. */
export function compareInputs(comparison: ValueComparison): Finding {
  const { first, second } = comparison.sides;
  const ids = [...first.state.inputObjects.entries(), ...second.state.inputObjects.entries()].map(([id]) => id);
  return all(
    [...new Set(ids)]
      .toSorted((a, b) => a - b)
      .map((id) => (): Finding => {
        const location = second.world.locations.at(id);
        if (location === undefined || isRestParameter(location)) return same;
        const value: Value = { kind: 'input', location };
        const settled = comparison.sides.settle(value, value);
        if (settled.first.kind !== 'object' || settled.second.kind !== 'object') return same;
        const isFunction = second.object(settled.second.ref).internal.kind === 'callback';
        return isFunction ? same : comparison.contents(settled.first.ref, settled.second.ref, location.name);
      }),
  );
}
