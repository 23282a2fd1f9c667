import type { ComparedFunction } from '#behaviour/compared-function';
import type { FoundBehaviour } from '#behaviour/seen-behaviour';

/** Concrete inputs by the names of the parameters → the behaviours that are said to show there: conditions are read as source. */
export function behavioursAt(
  { behaviours }: ComparedFunction,
  names: readonly string[],
): (args: readonly unknown[]) => FoundBehaviour[] {
  const judged = behaviours.map((behaviour) => {
    const cases = behaviour.when.map((conditions) => conditions.map(({ text }) => `(${text})`).join(' && ') || 'true');
    const holds = new Function(...names, `'use strict'; return ${cases.join(' || ')};`) as (
      ...args: unknown[]
    ) => unknown;
    return { behaviour, holds };
  });
  return (args) => judged.flatMap(({ behaviour, holds }) => (holds(...args) === true ? [behaviour] : []));
}

/** Whether the comparison leaves nothing open. */
export function isSettled({ gaps, unconfirmed, problem, complete }: ComparedFunction): boolean {
  return gaps.length === 0 && unconfirmed.length === 0 && problem === null && complete;
}
